"""Every sentence a person can see, by where it is seen. Nothing else in ``bot`` holds prose.

``card``: the result. ``views``: the modals and notes around it. ``features``: plain names of the
37 features. ``errors``: what went wrong. ``cli``: the command line and ``doctor``.
"""
