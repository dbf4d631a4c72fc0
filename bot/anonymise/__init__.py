"""Who somebody is, hidden before anything is kept."""

from bot.anonymise.pseudonyms import Pseudonyms

__all__ = ["Pseudonyms"]
