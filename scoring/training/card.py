"""Writes the model card that lies beside a version's weights."""

from __future__ import annotations

from typing import Any

from scoring.registry.versions import Manifest

_CARD = """# Model card: Warmline scorer {id}

**What it is.** `{base}` (Apache-2.0) fine-tuned as a cross-encoder over a draft reply and the
customer's message, with one attention head a feature (7 skills, 15 MITI codes, 15 subfactors) and a
transparent head that makes the score from them. Kept as an eight-bit difference from the base.

**What it is for.** Advice to the person who wrote the draft, before it is sent. English support
replies of 2 to about 300 words. **Not for** rating people, blocking messages, hiring, discipline,
therapy, or languages other than English; the app abstains where it can tell.

**Trained on** {train_files}. The files in `scoring/data` are composed support, peer and everyday
exchanges in British, American and second-language English (this project's, Apache-2.0);
`support_empathy` adds real agents' public replies whose licence allows training but not copying
(IBM's Twitter customer care set, Apache-2.0 repository). All labels are machine ratings on a
written rubric, not human ones; the rubric's agreement with experts is in `scoring/data/README.md`.
The weights are {licence}.

**How.** {epochs} epochs, seed {seed}, {placement}; best epoch by the dev split; calibration,
interval and thresholds from the dev split; the test split only reported.

## Figures

| | dev | test |
|---|---|---|
{rows}

Skills, subfactors and codes on test (Spearman, or AUROC where it says so):

| feature | |
|---|---|
{features}

**Known limits.** Figures on texts like its training data say little about other settings: see the
human-rated sets in `docs/benchmarks.md`. It reads what is written, not what is true: a warm promise
nobody keeps scores like one that is kept. Irony and local idiom can be missed. A score differs by
about {noise} points between equally good wordings, so smaller differences mean nothing.
"""


def model_card(manifest: Manifest, noise: float) -> str:
    """Render the card of a version from its manifest.

    Args:
        manifest: The version's manifest.
        noise: 90th percentile of the score's change between equally good wordings, in points.
    """
    metrics = manifest.metrics
    rows = [
        f"| {label} | {_at(metrics['dev'], path)} | {_at(metrics['test'], path)} |"
        for label, path in _ROWS
    ]
    features = [f"| {k} | {v} |" for k, v in metrics["test"]["features"].items()]
    return _CARD.format(
        id=manifest.id,
        base=manifest.base,
        licence=manifest.licence,
        train_files=", ".join(f"`{n}`" for n in manifest.data),
        epochs=manifest.settings["epochs"],
        seed=manifest.settings["seed"],
        placement=manifest.settings["placement"],
        rows="\n".join(rows),
        features="\n".join(features),
        noise=noise,
    )


_ROWS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("rated drafts", ("n",)),
    ("overall, Spearman", ("overall", "spearman")),
    ("overall, mean absolute error (points)", ("overall", "mae")),
    ("composed, Spearman", ("by_source", "composed", "spearman")),
    ("real agents (ibm + maia), Spearman", ("by_source", "ibm+maia", "spearman")),
    ("need, Spearman", ("need_spearman",)),
    ("drafts to one message >= 20 points apart, in order", ("pairs",)),
    ("judged pairs in order", ("judged_pairs", "support_contrast", "ordered")),
    ("equal pairs within 5 points", ("judged_pairs", "support_contrast", "equal_within_5")),
    ("judged pairs, second set", ("judged_pairs", "support_contrast_2", "ordered")),
    ("equal pairs, second set", ("judged_pairs", "support_contrast_2", "equal_within_5")),
    ("judged pairs, third set", ("judged_pairs", "support_contrast_3", "ordered")),
    ("equal pairs, third set", ("judged_pairs", "support_contrast_3", "equal_within_5")),
    ("80 % interval covers", ("interval_coverage",)),
    ("interval width (points)", ("interval_width",)),
    ("crisis found by the network alone", ("crisis", "recall")),
    ("crisis false alarms of the network alone", ("crisis", "false_alarms")),
)


def _at(report: dict[str, Any], path: tuple[str, ...]) -> Any:  # noqa: ANN401  JSON leaf
    value: Any = report
    for key in path:
        value = value.get(key, {}) if isinstance(value, dict) else {}
    return value if value != {} else "not measured"
