"""What the bot counts, for Prometheus. Labels come from fixed lists; nothing written is one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server

from bot.errors import SettingsError

__all__ = ["Metrics", "make_metrics", "serving"]

_SECONDS = (0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60, 300)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The bot's counters, in a registry of their own.

    Attributes:
        registry: Holds them all.
        events: Drafts that came in: ``accepted``, or ``repeat`` of an event seen before.
        checks: What became of them: ``scored``, ``abstained``, ``put_back``, ``failed``,
            ``cancelled``. The store counts these and everything above and below but the jobs'
            failures, each in the method that does it.
        card_seconds: Seconds from accepting a draft to its card.
        feedback: Ratings: ``kept``, or ``repeat``.
        choices: What people did with suggestions: ``used``, ``edited``, ``refused``, or ``repeat``.
        removed: Rows a purge removed: ``work_item``, ``event``, ``sample``, ``check``, ``record``.
        job_failures: Runs of a scheduled job that failed, by job.
    """

    registry: CollectorRegistry
    events: Counter
    checks: Counter
    card_seconds: Histogram
    feedback: Counter
    choices: Counter
    removed: Counter
    job_failures: Counter


def make_metrics() -> Metrics:
    """Make the counters, all at zero."""
    registry = CollectorRegistry()

    def counter(name: str, meaning: str, label: str) -> Counter:
        return Counter(f"warmline_{name}", meaning, (label,), registry=registry)

    return Metrics(
        registry=registry,
        events=counter("events", "Drafts that came in.", "outcome"),
        checks=counter("checks", "What became of drafts.", "outcome"),
        card_seconds=Histogram(
            "warmline_card_seconds",
            "Seconds from accepting a draft to its card.",
            buckets=_SECONDS,
            registry=registry,
        ),
        feedback=counter("feedback", "Ratings by people.", "outcome"),
        choices=counter("choices", "What people did with suggestions.", "outcome"),
        removed=counter("removed", "Rows removed when their time was up.", "what"),
        job_failures=counter("job_failures", "Scheduled runs that failed.", "job"),
    )


@contextmanager
def serving(metrics: Metrics, port: int) -> Iterator[None]:
    """Let Prometheus read the counters at ``http://127.0.0.1:<port>/metrics``.

    Raises:
        SettingsError: The port is taken.
    """
    try:
        server, thread = start_http_server(port, "127.0.0.1", registry=metrics.registry)
    except OSError as error:
        raise SettingsError(
            f"Port {port} for metrics is not free ({error.strerror}); set WARMLINE_METRICS_PORT."
        ) from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
