"""How a pair becomes token windows."""

from __future__ import annotations

from scoring.models.build import Built
from scoring.models.inputs import MAX_TOKENS, REPLY_TOKENS, collate, encode
from scoring.text.prepare import prepare


def test_a_long_context_never_pushes_the_reply_out(built: Built) -> None:
    """However long the message, every token of the reply is in the window."""
    reply = "We have sent the refund, sorry."
    alone = encode(prepare("", reply), built.tokenizer)[0]
    window = encode(prepare("please help me. " * 2000, reply), built.tokenizer)[0]
    assert sum(window.reply_mask) == sum(alone.reply_mask) > 5
    assert len(window.ids) == MAX_TOKENS


def test_a_long_context_keeps_its_end(built: Built) -> None:
    """The customer's latest words stay when the message is cut."""
    window = encode(prepare("old words. " * 600 + "refund please", "thanks."), built.tokenizer)[0]
    last = [i for i, m in zip(window.ids, window.context_mask, strict=True) if m][-3:]
    assert built.tokenizer.token_to_id("refund") in last


def test_a_long_reply_is_windowed_without_losing_a_token(built: Built) -> None:
    """Windows together hold each token of the reply once, each within its budget."""
    reply = " ".join(f"we sent letter number {w} to you." for w in ("one", "two", "three") * 40)
    windows = encode(prepare("hello", reply), built.tokenizer)
    whole = built.tokenizer.encode(prepare("hello", reply).reply, add_special_tokens=False)
    assert len(windows) > 1
    assert max(sum(w.reply_mask) for w in windows) <= REPLY_TOKENS
    joined = [i for w in windows for i, m in zip(w.ids, w.reply_mask, strict=True) if m]
    assert joined == whole.ids
    assert abs(sum(w.weight for w in windows) - 1) < 1e-9


def test_every_reply_token_belongs_to_its_sentence(built: Built) -> None:
    """Sentence numbers rise along the reply and cover both sentences."""
    window = encode(prepare("", "sorry you wait. we refund you."), built.tokenizer)[0]
    owners = [s for s, m in zip(window.sentence_of, window.reply_mask, strict=True) if m]
    assert owners == sorted(owners)
    assert set(owners) == {0, 1}


def test_padding_is_masked(built: Built) -> None:
    """A shorter window beside a longer one has its padding outside every mask."""
    short = encode(prepare("", "thanks."), built.tokenizer)[0]
    long = encode(prepare("", "thanks, we sent the refund to you."), built.tokenizer)[0]
    batch = collate([short, long], built.pad)
    assert batch.attention[0].sum() == len(short.ids)
    assert not batch.reply_mask[0, len(short.ids) :].any()
    assert not batch.context_mask[0, len(short.ids) :].any()
