"""The Web API methods of the double, one file for each family.

``METHODS`` maps Slack's method name to what does it and to the scope a bot token needs for it.
"""

from __future__ import annotations

from bot.sandbox.methods import agent, chat, files, history, people, stream, views
from bot.sandbox.methods.call import Method

METHODS: dict[str, Method] = {
    **agent.METHODS,
    **chat.METHODS,
    **files.METHODS,
    **history.METHODS,
    **stream.METHODS,
    **people.METHODS,
    **views.METHODS,
}
