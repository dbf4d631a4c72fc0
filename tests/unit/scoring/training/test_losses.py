"""What training rewards."""

from __future__ import annotations

import torch

from scoring.features.registry import FEATURES
from scoring.models.network import Output
from scoring.training.losses import Targets, judged_loss, order_loss, rating_loss, sameness_loss

N = len(FEATURES)


def _output(overall: list[float], features: torch.Tensor | None = None) -> Output:
    n = len(overall)
    return Output(
        overall=torch.tensor(overall, requires_grad=True),
        quantiles=torch.tensor([[-0.1, 0.1]]).repeat(n, 1),
        need=torch.zeros(n),
        crisis=torch.zeros(n),
        features=torch.zeros(n, N) if features is None else features,
        evidence=torch.zeros(n, N, 1),
    )


def _targets(overall: list[float], group: list[int]) -> Targets:
    n = len(overall)
    half = torch.full((n,), 0.5)
    return Targets(torch.tensor(overall), half, half, torch.full((n, N), 0.5), torch.tensor(group))


def test_the_right_order_costs_less_than_the_wrong_one() -> None:
    """Within a message, the better rated draft must get the higher score."""
    target = _targets([0.9, 0.2], [0, 0])
    assert order_loss(_output([2.0, -2.0]), target) < order_loss(_output([-2.0, 2.0]), target)


def test_drafts_to_different_messages_are_not_ordered() -> None:
    """Order is learned within a message only."""
    assert float(order_loss(_output([-5.0, 5.0]), _targets([0.9, 0.2], [0, 1])).detach()) == 0


def test_near_ratings_are_not_ordered() -> None:
    """A difference within the raters' noise is no order."""
    assert float(order_loss(_output([-5.0, 5.0]), _targets([0.5, 0.45], [0, 0])).detach()) == 0


def test_a_judged_pair_wants_its_margin() -> None:
    """A lead under the margin still costs; equals cost nothing when equal."""
    a, b = torch.tensor([3.0]), torch.tensor([-3.0])
    assert judged_loss(a, b, torch.tensor([3.0])) < judged_loss(
        a * 0.1, b * 0.1, torch.tensor([3.0])
    )
    assert judged_loss(a, b, torch.tensor([-3.0])) > 5
    assert float(judged_loss(a, a, torch.tensor([0.0]))) == 0
    assert judged_loss(a, b, torch.tensor([0.0])) > 10


def test_a_variant_must_score_like_its_original() -> None:
    """Sameness is free when equal and costs when the variant moves."""
    same = _output([1.0, 1.0])
    moved = _output([1.0, -1.0])
    where = torch.tensor([0]), torch.tensor([1])
    assert float(sameness_loss(same, *where).detach()) == 0
    assert sameness_loss(moved, *where) > 1


def test_the_rating_loss_is_least_at_the_rating() -> None:
    """Soft cross-entropy has its minimum where the prediction equals the label."""
    target = _targets([0.8], [0])
    at = torch.logit(torch.tensor(0.8)).item()
    best = rating_loss(_output([at]), target)
    assert best < rating_loss(_output([at + 1]), target)
    assert best < rating_loss(_output([at - 1]), target)
