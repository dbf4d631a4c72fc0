"""The work of a check: claim it, score it, keep it, show the card. Listeners only start it.

Each step leaves the database in a state from which another worker can go on, so a process that
dies at any point loses nothing and shows nothing twice (see ``bot.store.base``).

``runner`` takes a check from claim to card. ``lease`` keeps it this worker's meanwhile, ``watch``
tells a person who waits long, ``cards`` makes the card, ``outcome`` ends a check without one.
"""

from bot.checks.cards import card_of
from bot.checks.limits import CheckLimits
from bot.checks.runner import CheckRunner

__all__ = ["CheckLimits", "CheckRunner", "card_of"]
