"""The service behind a real server: what only sockets show."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import httpx

from scoring.contract import CheckItem
from scoring.service.app import create_app
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker
from tests.doubles.server import serving


def body(reply: str) -> dict[str, object]:
    """A request for one reply."""
    return {"items": [{"reply": reply}]}


def raw_request(reply: str) -> bytes:
    """The same as bytes on the wire."""
    data = json.dumps(body(reply)).encode()
    head = (
        "POST /v1/check HTTP/1.1\r\nHost: scorer\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


def test_a_closed_socket_takes_its_draft_out_of_the_queue() -> None:
    """A caller that hangs up while waiting costs the model nothing."""
    release, started = threading.Event(), threading.Event()
    seen: list[str] = []

    def block(items: Sequence[CheckItem]) -> None:
        seen.extend(item.reply for item in items)
        started.set()
        release.wait(10)

    app = create_app(lambda: DoubleChecker(before=block), Settings(batch_ms=0))
    with serving(app) as url, ThreadPoolExecutor(1) as pool:
        first = pool.submit(httpx.post, f"{url}/v1/check", json=body("The first one is."))
        assert started.wait(5)
        address = urlsplit(url)
        with socket.create_connection((address.hostname or "", address.port or 0)) as caller:
            caller.sendall(raw_request("The gone one is."))
            wait_for(url, "scorer_queue_length 1.0")
        wait_for(url, 'scorer_requests_total{route="/v1/check",status="499"} 1.0')
        release.set()
        assert first.result(10).status_code == 200
        assert httpx.post(f"{url}/v1/check", json=body("The last one is.")).status_code == 200
    assert seen == ["The first one is.", "The last one is."]


def wait_for(url: str, wanted: str) -> None:
    """Wait until the metrics show this."""
    for _ in range(500):
        if wanted in httpx.get(f"{url}/metrics").text:
            return
        time.sleep(0.01)
    message = f"never saw {wanted}"
    raise AssertionError(message)


def test_probes_answer_while_the_model_works() -> None:
    """Inference never blocks the loop: probes and metrics answer in the middle of a check."""
    release, started = threading.Event(), threading.Event()

    def block(items: Sequence[CheckItem]) -> None:
        started.set()
        release.wait(10)

    app = create_app(lambda: DoubleChecker(before=block), Settings())
    with serving(app) as url, ThreadPoolExecutor(1) as pool:
        check = pool.submit(httpx.post, f"{url}/v1/check", json=body("A slow one it is."))
        assert started.wait(5)
        answers = [httpx.get(f"{url}{path}", timeout=2) for path in ("/healthz", "/readyz")]
        release.set()
        assert check.result(10).status_code == 200
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1].json()["model"]["id"] == "double.1"
