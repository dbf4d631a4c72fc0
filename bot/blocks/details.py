"""The two views behind the card: the table of all features, and what the score is made of."""

from __future__ import annotations

from typing import Final, get_args

from bot.blocks.parts import Block, context, divider, escape, header, meter, section, whole
from bot.strings import card as words
from bot.strings.features import FAMILY_TEXT, feature_name
from scoring.contract import CheckResult, Family, Feature, Score

SHARES_SHOWN: Final = 8
_ROWS_A_SECTION: Final = 20
_SHA_SHOWN: Final = 12
#: Values (0-1) closer than this to those of good replies count as like them.
_SAME: Final = 0.08


def features_blocks(result: CheckResult) -> list[Block]:
    """Draw every feature, grouped: a meter, the plain name, the value and the usual value."""
    features = result.score.features
    if not features:
        return [section(words.NO_FEATURES)]
    blocks = [context([words.FEATURES_INTRO])]
    for family in get_args(Family):
        blocks += _family(family, [f for f in features if f.family == family])
    return blocks


def _family(family: Family, features: list[Feature]) -> list[Block]:
    if not features:
        return []
    title, explanation = FAMILY_TEXT[family]
    rows = [_row(feature) for feature in features]
    chunks = [rows[at : at + _ROWS_A_SECTION] for at in range(0, len(rows), _ROWS_A_SECTION)]
    return [header(title), context([explanation]), *(section("\n".join(c)) for c in chunks)]


def _row(feature: Feature) -> str:
    template = words.FEATURE_ROW_FAULT if feature.fault else words.FEATURE_ROW
    return template.format(
        meter=meter(feature.value),
        name=escape(feature_name(feature.id), 60),
        value=whole(feature.value * 100),
        expected=whole(feature.expected * 100),
    )


def why_blocks(result: CheckResult) -> list[Block]:
    """Draw what the score is made of, and which model made it."""
    score = result.score
    body = _shares(score) if score.overall is not None else [section(words.WHY_NOT)]
    return [*body, divider(), context([_model(score)])]


def _shares(score: Score) -> list[Block]:
    overall = score.overall or 0.0
    low, high = score.interval or (overall, overall)
    intro = words.WHY_INTRO.format(score=whole(overall), low=whole(low), high=whole(high))
    ranked = sorted(score.features, key=lambda f: (-f.weight, f.id))
    top, rest = ranked[:SHARES_SHOWN], ranked[SHARES_SHOWN:]
    shares = [(feature_name(f.id), f.weight, _side(f)) for f in top]
    shares.append((words.WHY_REST, sum(f.weight for f in rest), ""))
    shares.append((words.WHY_RESIDUAL, score.residual, ""))
    # Meters are drawn against the largest share: all of them are small next to the whole.
    largest = max(share for _, share, _ in shares) or 1.0
    rows = [_share(name, share, share / largest, side) for name, share, side in shares]
    return [section(intro), section("\n".join([words.WHY_SHARES, *rows]))]


def _side(feature: Feature) -> str:
    """Say on which side of good replies to such messages the draft lies."""
    gap = feature.value - feature.expected
    if abs(gap) < _SAME:
        return words.WHY_LIKE_GOOD
    return words.WHY_MORE if gap > 0 else words.WHY_LESS


def _share(name: str, share: float, length: float, side: str) -> str:
    row = words.WHY_SHARE_ROW_SIDE if side else words.WHY_SHARE_ROW
    return row.format(
        meter=meter(length), name=escape(name, 60), share=whole(share * 100), side=side
    )


def _model(score: Score) -> str:
    model = score.model
    return words.WHY_MODEL.format(
        id=escape(model.id, 100), kind=escape(model.kind, 60), sha=escape(model.sha256[:_SHA_SHOWN])
    )
