"""Results to draw cards from: made by the double checker, or put together by hand."""

from __future__ import annotations

from bot.listeners.incoming import typed
from scoring.contract import (
    Abstention,
    CheckItem,
    CheckResult,
    Edit,
    ElapsedMs,
    Facts,
    Flag,
    FlagName,
    Ignored,
    Rewrite,
    Score,
    Weakness,
)
from tests.doubles.checker import MODEL, DoubleChecker

DRAFT = "We shipped it yesterday. Wait for the parcel."
CUSTOMER = "My parcel is ten days late and nobody answers me. I am worried."

#: Drafts that people and machines paste: each must give a card that Slack takes.
HOSTILE: dict[str, str] = {
    "long": "We are sorry to hear that. " * 111,
    "one word of 3000": "x" * 3000,
    "fifty sentences": " ".join(f"Step {number} is done." for number in range(50)),
    "emoji": "🙂🙃" * 200,
    "family emoji": "👨‍👩‍👧‍👦" * 300,
    "code": "```\nSELECT * FROM users WHERE name = '&lt;b&gt;';\n```",
    "arabic": "نأسف لتأخر طلبك ونعمل على حله الآن. " * 40,
    "chinese": "非常抱歉给您带来不便，我们会尽快处理。" * 60,
    "zalgo": "h̷̢̧e̵͜l̴p̶ " * 300,
    "pings": "<!channel> <@U1> <!here> <https://evil.example|click> & <b>bold</b> *not* _this_",
    "nul and surrogate": "before\x00after \ud83d end",
    "blank lines": "Hello\n\n\n\n" * 200 + "there it is.",
    "formatting": "*bold* _it_ ~gone~ `code` :smile: > quote",
}


def result_for(draft: str, customer: str = CUSTOMER) -> CheckResult:
    """Let the double checker check a draft, as it comes out of ``listeners.incoming``."""
    draft = typed(draft)
    [result] = DoubleChecker().check([CheckItem(id="c1", context=customer, reply=draft)])
    return result


def with_score(result: CheckResult, **changes: object) -> CheckResult:
    """Change parts of a result's score."""
    score = Score.model_validate(result.score.model_dump() | changes)
    return result.model_copy(update={"score": score})


def flag(name: FlagName, span: tuple[int, int] | None = None, where: str = "reply") -> Flag:
    """Make a flag."""
    return Flag.model_validate(
        {"name": name, "message": f"Look at this: {name}.", "span": span, "where": where}
    )


def abstained() -> CheckResult:
    """Make the result of a draft that can't be judged."""
    score = Score(
        overall=None,
        interval=None,
        band=None,
        need=0.0,
        abstained=Abstention(reason="too_short", message="Two words are too few."),
        model=MODEL,
    )
    return CheckResult(id="c1", score=score, elapsed_ms=ElapsedMs(score=1, rewrite=0))


def worst(draft: str) -> CheckResult:
    """Make the fullest result there can be of a draft: every part at its largest."""
    whole = (0, len(draft))
    weak = Weakness(id="names_feeling", quote=draft, span=whole, why=draft, edit=draft)
    names: tuple[FlagName, ...] = ("crisis", "safety", "unfilled_placeholder", "internal_note")
    more: tuple[FlagName, ...] = ("possible_wrong_recipient", "no_context", "pii", "house_word")
    kinds = ("signature", "quote", "code", "url", "id", "instruction")
    base = result_for("We are sorry about the delay.")
    rewrites = [
        Rewrite(
            kind="light",
            text="Hello. " + draft,
            edits=[Edit(span=(0, 0), text="Hello. ")],
            overall=80.0,
            delta=17.0,
            facts=Facts(kept=True),
            source="edits",
        ),
        Rewrite(
            kind="full",
            text=draft + draft,
            overall=90.0,
            delta=27.0,
            facts=Facts(kept=True),
            source="llm",
        ),
    ] * 2
    scored = with_score(
        base,
        flags=[flag(name, whole) for name in names + more],
        ignored=[Ignored.model_validate({"kind": kind, "span": whole}) for kind in kinds],
        weakest=[weak, weak],
        strengths=["owns_next_step", "clarity_of_response"],
    )
    return scored.model_copy(update={"rewrites": rewrites})
