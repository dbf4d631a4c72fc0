"""Rules for ``rich_text`` blocks."""

from __future__ import annotations

from bot.sandbox.schema import Check, boolean, integer, items, record, string, tagged

_STYLE = record({}, dict.fromkeys(("bold", "italic", "strike", "code", "underline"), boolean))
_TYPE = {"type": string()}

_INLINE: dict[str, Check] = {
    "text": record({**_TYPE, "text": string()}, {"style": _STYLE}),
    "link": record(
        {**_TYPE, "url": string(high=3000)}, {"text": string(), "unsafe": boolean, "style": _STYLE}
    ),
    "emoji": record(
        {**_TYPE, "name": string()}, {"unicode": string(), "skin_tone": integer(), "style": _STYLE}
    ),
    "user": record({**_TYPE, "user_id": string()}, {"style": _STYLE}),
    "channel": record({**_TYPE, "channel_id": string()}, {"style": _STYLE}),
    "broadcast": record({**_TYPE, "range": string()}, {"style": _STYLE}),
}
_SECTION = record({**_TYPE, "elements": items(tagged(_INLINE), low=0)})
_LIST = record(
    {
        **_TYPE,
        "elements": items(tagged({"rich_text_section": _SECTION})),
        "style": string(),
    },
    {
        "indent": integer("rich_text_list.indent"),
        "offset": integer("rich_text_list.offset"),
        "border": integer("rich_text_list.border"),
    },
)
_QUOTE = record(
    {**_TYPE, "elements": items(tagged(_INLINE), low=0)},
    {"border": integer("rich_text_quote.border")},
)
_PREFORMATTED = record(
    {**_TYPE, "elements": items(tagged(_INLINE), low=0)},
    {"border": integer("rich_text_preformatted.border"), "language": string()},
)

RICH_TEXT = record(
    {
        **_TYPE,
        "elements": items(
            tagged(
                {
                    "rich_text_section": _SECTION,
                    "rich_text_list": _LIST,
                    "rich_text_quote": _QUOTE,
                    "rich_text_preformatted": _PREFORMATTED,
                }
            )
        ),
    },
    {"block_id": string("block_id")},
)
