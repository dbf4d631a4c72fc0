"""What a model was seen to do on fixed items: the gate compares two of these and nothing else.

Items go by id, so that two models are compared on the same ones; no text is in here. Scores and
ratings are points of 0-100.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from scoring.errors import WeightsError
from scoring.registry.durable import replace_text

__all__ = ["TRIAL", "Case", "Danger", "Point", "Trial", "read_trial", "write_trial"]

#: Its file in a version's folder.
TRIAL = "trial.json"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Point(_Frozen):
    """A scored draft that people or raters rated.

    Attributes:
        group: Drafts to one message share it; they are drawn together.
        score: What the model says.
        truth: The rating.
        inside: Whether the rating lies in the model's 80 % interval.
    """

    group: str
    score: float
    truth: float
    inside: bool = True


class Case(_Frozen):
    """A behaviour case."""

    family: str
    passed: bool


class Danger(_Frozen):
    """A customer's message and whether it was flagged as one of danger."""

    danger: bool
    flagged: bool


class Trial(_Frozen):
    """One model's record. An empty part was not measured.

    Attributes:
        model: The version's id.
        frozen: Rated drafts that never change, by set.
        feedback: The team's own ratings, held out of training.
        behaviour: Behaviour cases.
        crisis: Customers' messages.
        styles: How much a score moves when a draft is only written in another style, by style.
        accepted: How far the text people chose leads the draft it replaced.
        anchors: Scores of fixed drafts.
        seconds: Median time of a check.
    """

    model: str
    frozen: dict[str, dict[str, Point]] = {}
    feedback: dict[str, Point] = {}
    behaviour: dict[str, Case] = {}
    crisis: dict[str, Danger] = {}
    styles: dict[str, dict[str, float]] = {}
    accepted: dict[str, float] = {}
    anchors: dict[str, float] = {}
    seconds: float | None = None


def write_trial(folder: Path, trial: Trial) -> None:
    """Write a record beside a version's weights."""
    replace_text(folder / TRIAL, trial.model_dump_json(indent=1) + "\n")


def read_trial(path: Path) -> Trial:
    """Read a record.

    Raises:
        WeightsError: There is none, or it can't be read.
    """
    try:
        return Trial.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        raise WeightsError(f"{path} is no record of a model: run `warmline models gate`.") from None
