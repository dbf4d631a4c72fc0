"""Word lists and the script that builds them; see ``LICENCES.md``."""
