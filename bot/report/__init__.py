"""The weekly report: drafts of nameless people in, one published value out, then its forms.

::

    bot/store ──▶ build (stats, privacy, windows) ──▶ Report ──▶ blocks · charts · page · tables

Everything between the store and the forms is pure. What is published once is kept as it was and
never made again, so that nobody can subtract two versions of it (``docs/report.md``).
"""
