"""Suggests light edits of a draft and checks that every fact of it survives."""
