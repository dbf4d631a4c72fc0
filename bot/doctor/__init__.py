"""``warmline doctor``: what works, what does not, and how to mend it."""
