"""What the service counts, in Prometheus' words. Labels are fixed sets; text never is one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from scoring.contract import CheckResult

__all__ = ["CONTENT_TYPE", "Metrics", "make_metrics"]

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_POINTS = (-30, -20, -10, -5, -2, 0, 2, 5, 10, 20, 30)
_BATCH = (1, 2, 4, 8, 16, 32, 64, 128)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The service's counters, in a registry of their own."""

    registry: CollectorRegistry
    requests: Counter
    latency: Histogram
    queue: Gauge
    batch_size: Histogram
    batch_seconds: Histogram
    drafts: Counter
    abstentions: Counter
    failures: Counter
    ready: Gauge
    reloads: Counter
    shadow_drafts: Counter
    shadow_skipped: Counter
    shadow_failures: Counter
    shadow_difference: Histogram

    def count(self, results: Iterable[CheckResult]) -> None:
        """Count drafts checked, and abstentions by reason."""
        for result in results:
            self.drafts.inc()
            if result.score.abstained is not None:
                self.abstentions.labels(result.score.abstained.reason).inc()

    def watch_queue(self, length: Callable[[], int]) -> None:
        """Read the queue's length when asked, not when it changes."""
        self.queue.set_function(length)

    def exposition(self) -> bytes:
        """The text a Prometheus server reads."""
        return generate_latest(self.registry)


def make_metrics() -> Metrics:
    """Make the counters; each app has its own, so that two in one process do not clash."""
    registry = CollectorRegistry()
    return Metrics(
        registry=registry,
        requests=Counter(
            "scorer_requests", "Requests by route and status.", ("route", "status"),
            registry=registry,
        ),
        latency=Histogram(
            "scorer_request_seconds", "Seconds a check request took.", buckets=_SECONDS,
            registry=registry,
        ),
        queue=Gauge("scorer_queue_length", "Drafts waiting for the model.", registry=registry),
        batch_size=Histogram(
            "scorer_batch_size", "Drafts the model took at once.", buckets=_BATCH,
            registry=registry,
        ),
        batch_seconds=Histogram(
            "scorer_batch_seconds", "Seconds the model took for a batch.", buckets=_SECONDS,
            registry=registry,
        ),
        drafts=Counter("scorer_drafts", "Drafts checked.", registry=registry),
        abstentions=Counter(
            "scorer_abstentions", "Drafts without a score, by reason.", ("reason",),
            registry=registry,
        ),
        failures=Counter("scorer_failures", "Drafts the model failed on.", registry=registry),
        ready=Gauge("scorer_ready", "1 once the model is loaded.", registry=registry),
        reloads=Counter(
            "scorer_reloads", "Times another model version took over.", registry=registry
        ),
        shadow_drafts=Counter(
            "scorer_shadow_drafts", "Drafts a candidate scored unseen.", registry=registry
        ),
        shadow_skipped=Counter(
            "scorer_shadow_skipped", "Drafts it was too busy for.", registry=registry
        ),
        shadow_failures=Counter(
            "scorer_shadow_failures", "Batches it failed on.", registry=registry
        ),
        shadow_difference=Histogram(
            "scorer_shadow_difference", "Its score less the one shown, in points.",
            buckets=_POINTS, registry=registry,
        ),
    )  # fmt: skip
