"""Counters: read over HTTP, and none of them shows who or what."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request

import pytest

from bot.errors import SettingsError
from bot.metrics import make_metrics, serving


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_prometheus_reads_the_counters() -> None:
    """What was counted is at /metrics, and gone when the block is left."""
    metrics, port = make_metrics(), free_port()
    metrics.events.labels("accepted").inc()
    address = f"http://127.0.0.1:{port}/metrics"

    with serving(metrics, port), urllib.request.urlopen(address) as answer:
        read = answer.read().decode()

    assert 'warmline_events_total{outcome="accepted"} 1.0' in read
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(address, timeout=2)


def test_two_sets_of_counters_do_not_mix() -> None:
    """Two bots in one process count apart."""
    one, other = make_metrics(), make_metrics()
    one.checks.labels("scored").inc()

    assert one.registry.get_sample_value("warmline_checks_total", {"outcome": "scored"}) == 1
    assert other.registry.get_sample_value("warmline_checks_total", {"outcome": "scored"}) is None


def test_a_taken_port_is_explained() -> None:
    """When the port is in use the message names the setting."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with (
            pytest.raises(SettingsError, match="WARMLINE_METRICS_PORT"),
            serving(make_metrics(), taken.getsockname()[1]),
        ):
            pass
