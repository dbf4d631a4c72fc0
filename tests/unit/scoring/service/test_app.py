"""The service as a caller sees it: the app in-process, with a checker double."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from asgi_lifespan import LifespanManager
from structlog.testing import capture_logs

from bot.settings import Settings as BotSettings
from scoring.contract import CheckItem, CheckResponse, Problem
from scoring.errors import NoSourceError, ScorerError, SettingsError
from scoring.service import app as service
from scoring.service.app import build_app, build_embedded, create_app
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker

if TYPE_CHECKING:
    from scoring.engine import Checker

pytestmark = pytest.mark.anyio
TOKEN = "a-long-enough-token"
SECRET = "zebra-crossing-secret"

Serve = Callable[..., AbstractAsyncContextManager[httpx.AsyncClient]]


@pytest.fixture
def anyio_backend() -> str:
    """The service is written for asyncio, as uvicorn is."""
    return "asyncio"


@asynccontextmanager
async def serve(
    checker: Checker | None = None,
    load: Callable[[], Checker] | None = None,
    *,
    wait: bool = True,
    headers: dict[str, str] | None = None,
    on_failed: Callable[[ScorerError], None] | None = None,
    **settings: Any,
) -> AsyncIterator[httpx.AsyncClient]:
    """Run the app with a client of it."""
    double = checker or DoubleChecker()
    app = create_app(load or (lambda: double), Settings(**settings), on_failed=on_failed)
    async with LifespanManager(app) as manager:
        transport = httpx.ASGITransport(manager.app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://scorer", headers=headers
        ) as client:
            if wait:
                await ready(client)
            yield client


async def ready(client: httpx.AsyncClient) -> None:
    """Wait until the model is loaded."""
    for _ in range(1000):
        if (await client.get("/readyz")).status_code == 200:
            return
        await asyncio.sleep(0.005)
    pytest.fail("the service did not become ready")


async def failed(client: httpx.AsyncClient) -> None:
    """Wait until loading has failed."""
    for _ in range(1000):
        if "could not be loaded" in (await client.get("/readyz")).text:
            return
        await asyncio.sleep(0.005)
    pytest.fail("loading did not fail")


def body(*replies: str, context: str = "Where is my order?", **more: object) -> dict[str, object]:
    """A request for some replies."""
    items = [{"id": str(n), "context": context, "reply": r} for n, r in enumerate(replies)]
    return {"items": items, **more}


def problem(response: httpx.Response, status: int) -> Problem:
    """The problem document of an answer of that status."""
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    document = Problem.model_validate(response.json())
    assert document.status == status
    return document


async def test_checks_drafts_in_order() -> None:
    """Each item gets its result, in the order of the request, under the caller's own id."""
    async with serve() as client:
        response = await client.post(
            "/v1/check", json=body("We will look at it.", "It is sent now.")
        )
    results = CheckResponse.model_validate(response.json()).items
    expected = DoubleChecker().check(
        [
            CheckItem(id="0", context="Where is my order?", reply="We will look at it."),
            CheckItem(id="1", context="Where is my order?", reply="It is sent now."),
        ]
    )
    assert response.status_code == 200
    assert results == expected


async def test_leaves_rewrites_out_when_asked() -> None:
    """``rewrites: false`` reaches the checker."""
    async with serve() as client:
        response = await client.post("/v1/check", json=body("We will look at it.", rewrites=False))
    assert response.json()["items"][0]["rewrites"] == []


async def test_loading_does_not_block_the_probes() -> None:
    """While the model loads, the process is alive, not ready, and turns checks away with a wait."""
    release = threading.Event()

    def load() -> Checker:
        release.wait(5)
        return DoubleChecker()

    async with serve(load=load, wait=False) as client:
        alive = await client.get("/healthz")
        waiting = await client.get("/readyz")
        refused = await client.post("/v1/check", json=body("We will look at it."))
        release.set()
        await ready(client)
        served = await client.post("/v1/check", json=body("We will look at it."))
    assert alive.status_code == 200
    assert "still loading" in problem(waiting, 503).detail
    assert problem(refused, 503).title == "The model is not loaded"
    assert refused.headers["retry-after"] == "2"
    assert served.status_code == 200


async def test_failed_loading_is_told() -> None:
    """A model that can't be loaded leaves the service up, not ready, and saying why."""
    told: list[ScorerError] = []

    def load() -> Checker:
        raise NoSourceError("No source for the weights.")

    async with serve(load=load, wait=False, on_failed=told.append) as client:
        await failed(client)
        response = await client.get("/readyz")
    assert "No source for the weights." in problem(response, 503).detail
    assert isinstance(told[0], NoSourceError)


async def test_unforeseen_load_error_keeps_its_message_back() -> None:
    """An unknown error while loading is named by type only."""
    told: list[ScorerError] = []

    def load() -> Checker:
        raise ZeroDivisionError(SECRET)

    with capture_logs() as logs:
        async with serve(load=load, wait=False, on_failed=told.append) as client:
            await failed(client)
    assert "ZeroDivisionError" in str(told[0])
    assert SECRET not in repr(logs) + str(told[0])


@pytest.mark.parametrize("header", [None, "Bearer wrong", f"Basic {TOKEN}", "Bearer ", "Bearer é"])
async def test_refuses_callers_without_the_token(tmp_path: Path, header: str | None) -> None:
    """With a token file, a missing, wrong or misplaced token gives 401 and says what to send."""
    headers = {"Authorization": header.encode()} if header else {}
    async with serve(token_file=token_file(tmp_path)) as client:
        response = await client.post("/v1/check", json=body("We will look at it."), headers=headers)
        numbers = await client.get("/metrics", headers=headers)
    assert "Authorization: Bearer" in problem(response, 401).detail
    assert response.headers["www-authenticate"] == "Bearer"
    assert numbers.status_code == 401


async def test_serves_callers_with_the_token(tmp_path: Path) -> None:
    """The token of the file's first line opens the service; probes need none."""
    async with serve(token_file=token_file(tmp_path)) as client:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        response = await client.post("/v1/check", json=body("We will look at it."), headers=headers)
    assert response.status_code == 200


def token_file(folder: Path, text: str = TOKEN + "\nsecond line\n") -> Path:
    """A token file only its owner may read."""
    path = folder / "token"
    path.write_text(text)
    path.chmod(0o600)
    return path


@pytest.mark.parametrize("text", ["", "\n" + TOKEN, "short"])
def test_refuses_a_useless_token_file(tmp_path: Path, text: str) -> None:
    """An empty or short token is a wrong setting, not an open door."""
    with pytest.raises(SettingsError, match="SCORER_TOKEN_FILE"):
        create_app(DoubleChecker, Settings(token_file=token_file(tmp_path, text)))


def test_refuses_a_missing_token_file(tmp_path: Path) -> None:
    """A token file that is not there is a wrong setting."""
    with pytest.raises(SettingsError, match="can't be read"):
        create_app(DoubleChecker, Settings(token_file=tmp_path / "none"))


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe\x00", 400),
        (b'{"items": [{"reply": "\xed\xa0\x80"}]}', 400),
        (b"[" * 100_000, 400),
        (b"9" * 10_000, 400),
        (b'{"items": NaN}', 400),
        (b"null", 422),
        (b"[]", 422),
        (b'{"items": []}', 422),
        (b'{"items": [{}]}', 422),
        (b'{"items": [{"reply": 7}]}', 422),
        (b'{"items": [{"reply": null}]}', 422),
        (b'{"items": [{"reply": "a"}], "rewrites": "perhaps"}', 422),
    ],
)
async def test_names_what_is_wrong_with_a_body(data: bytes, status: int) -> None:
    """Bytes that aren't UTF-8 JSON give 400, JSON outside the contract 422, both as problems."""
    async with serve() as client:
        response = await post(client, data)
    assert problem(response, status).detail


async def post(client: httpx.AsyncClient, data: bytes, **headers: str) -> httpx.Response:
    """Post raw bytes as JSON."""
    kind = {"Content-Type": "application/json", **headers}
    return await client.post("/v1/check", content=data, headers=kind)


@pytest.mark.parametrize(
    "document",
    [
        {"items": [{"reply": {"nested": SECRET}}]},
        {"items": [{"reply": [SECRET]}]},
        {"items": [{"context": SECRET}]},
        {"items": [{"reply": "a", "context": {SECRET: SECRET}}]},
        {"items": [{"reply": "a"}], SECRET: SECRET},
        {"items": SECRET},
        {"items": [{"reply": "a"}], "rewrites": SECRET},
    ],
)
async def test_never_echoes_input(document: object) -> None:
    """No problem document, header or log line repeats a value or an unknown key of the body."""
    with capture_logs() as logs:
        async with serve() as client:
            response = await client.post("/v1/check", json=document)
    problem(response, 422)
    assert SECRET not in response.text + str(response.headers) + repr(logs)


async def test_ignores_unknown_keys_of_an_item() -> None:
    """An item may carry keys of newer callers."""
    async with serve() as client:
        document = {"items": [{"reply": "We will look at it.", "mood": "new"}]}
        response = await client.post("/v1/check", json=document)
    assert response.status_code == 200


async def test_lone_surrogates_keep_offsets() -> None:
    """A lone surrogate escape is scored as U+FFFD: one code point for one, and encodable."""
    data = b'{"items": [{"reply": "We \\ud800 will look \\ud83d\\ude00 at it."}]}'
    async with serve() as client:
        response = await post(client, data)
    weakest = response.json()["items"][0]["score"]["weakest"][0]
    assert weakest["quote"] == "We \ufffd will look \U0001f600 at it."
    assert weakest["span"] == [0, len(weakest["quote"])]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_takes_json_only(kind: str) -> None:
    """A body of another kind gives 415: a web page's form can't reach the scorer."""
    async with serve() as client:
        response = await post(client, json.dumps(body("a")).encode(), **{"Content-Type": kind})
    assert "application/json" in problem(response, 415).detail


async def test_caps_items() -> None:
    """More items than allowed give 422 with the limit."""
    async with serve(max_items=2) as client:
        response = await client.post("/v1/check", json=body("a", "b", "c"))
    assert "at most 2" in problem(response, 422).detail


async def test_caps_text() -> None:
    """A text over the contract's length gives 422, never a silent cut."""
    async with serve() as client:
        response = await client.post("/v1/check", json=body("a" * 100_001))
    assert "items/0/reply" in problem(response, 422).detail


async def test_caps_a_declared_body() -> None:
    """A body declared too large is refused before it is read."""
    async with serve(max_body=2048) as client:
        response = await client.post("/v1/check", json=body("a" * 3000))
    assert "2048" in problem(response, 413).detail


async def test_caps_a_streaming_body() -> None:
    """A body of unknown length is refused as soon as it passes the cap, not when it ends."""
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1024
            yield b" " * 1024

    async with serve(max_body=4096) as client:
        response = await client.post(
            "/v1/check", content=endless(), headers={"Content-Type": "application/json"}
        )
    problem(response, 413)
    assert sent <= 4096 + 1024


async def test_gives_up_on_a_slow_body() -> None:
    """A body that does not arrive in time gives 408."""

    async def slow() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(5)

    async with serve(request_timeout=0.05) as client:
        response = await client.post(
            "/v1/check", content=slow(), headers={"Content-Type": "application/json"}
        )
    problem(response, 408)


async def test_ends_a_slow_check() -> None:
    """A check past the request timeout gives 504 with advice."""
    release = threading.Event()
    checker = DoubleChecker(before=lambda items: release.wait(5) and None)
    async with serve(checker, request_timeout=0.05) as client:
        response = await client.post("/v1/check", json=body("We will look at it."))
        release.set()
    assert "0.05 s" in problem(response, 504).detail


async def test_turns_away_when_full() -> None:
    """Past the queue's length a request gets 503 and when to come back, not a place in line."""
    release, started = threading.Event(), threading.Event()

    def block(items: Sequence[CheckItem]) -> None:
        started.set()
        release.wait(5)

    async with serve(
        DoubleChecker(before=block), queue_length=1, max_items=1, batch_ms=0
    ) as client:
        first = asyncio.ensure_future(client.post("/v1/check", json=body("The first one is.")))
        await asyncio.to_thread(started.wait, 5)
        second = asyncio.ensure_future(client.post("/v1/check", json=body("The second one is.")))
        await asyncio.sleep(0.02)
        third = await client.post("/v1/check", json=body("The third one is."))
        release.set()
        served = await asyncio.gather(first, second)
    assert problem(third, 503).title == "Too many checks are waiting"
    assert third.headers["retry-after"] == "1"
    assert [r.status_code for r in served] == [200, 200]


async def test_drops_checks_of_callers_who_left() -> None:
    """A draft whose caller went away while it waited never reaches the model."""
    release, started = threading.Event(), threading.Event()
    seen: list[str] = []

    def block(items: Sequence[CheckItem]) -> None:
        seen.extend(item.reply for item in items)
        started.set()
        release.wait(5)

    async with serve(DoubleChecker(before=block), batch_ms=0) as client:
        first = asyncio.ensure_future(client.post("/v1/check", json=body("The first one is.")))
        await asyncio.to_thread(started.wait, 5)
        gone = asyncio.ensure_future(client.post("/v1/check", json=body("The gone one is.")))
        await asyncio.sleep(0.02)
        gone.cancel()
        await asyncio.sleep(0.02)
        release.set()
        assert (await first).status_code == 200
        assert (await client.post("/v1/check", json=body("The last one is."))).status_code == 200
    assert seen == ["The first one is.", "The last one is."]


async def test_a_caller_who_leaves_an_idle_scorer_stops_nothing() -> None:
    """A lone check given up while it waits for others leaves a service that still checks."""
    async with serve(batch_ms=20) as client:
        gone = asyncio.ensure_future(client.post("/v1/check", json=body("The gone one is.")))
        await asyncio.sleep(0.005)
        gone.cancel()
        await asyncio.sleep(0.05)
        later = await client.post("/v1/check", json=body("The last one is."))
        probe = await client.get("/readyz")
    assert (later.status_code, probe.status_code) == (200, 200)


async def test_a_dead_worker_is_not_ready() -> None:
    """Without its worker the service says so at once, to probes and to callers."""
    async with serve() as client:
        [worker] = [task for task in asyncio.all_tasks() if task.get_name() == "batcher"]
        worker.cancel()
        await asyncio.wait({worker})
        probe = await client.get("/readyz")
        refused = await client.post("/v1/check", json=body("We will look at it."))
    assert "worker has ended" in problem(probe, 503).detail
    assert "worker has ended" in problem(refused, 503).detail


async def test_a_disconnect_message_ends_the_check() -> None:
    """A real server reports a gone caller as a message; the waiting check ends at once."""
    release = threading.Event()
    app = create_app(lambda: DoubleChecker(before=lambda _: release.wait(5) and None), Settings())
    payload = json.dumps(body("We will look at it.")).encode()
    incoming = [
        {"type": "http.request", "body": payload, "more_body": False},
        {"type": "http.disconnect"},
    ]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return incoming.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "method": "POST",
        "path": "/v1/check",
        "raw_path": b"/v1/check",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        "http_version": "1.1",
        "scheme": "http",
        "server": ("scorer", 80),
        "client": ("127.0.0.1", 1),
        "root_path": "",
    }
    async with LifespanManager(app) as manager:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(manager.app), base_url="http://scorer"
        ) as client:
            await ready(client)
        async with asyncio.timeout(3):
            await manager.app(scope, receive, send)
        release.set()
    assert sent[0]["status"] == 499


async def test_one_bad_draft_fails_alone() -> None:
    """A draft the model fails on does not fail the requests it shared a batch with."""

    def trip(items: Sequence[CheckItem]) -> None:
        if any("poison" in item.reply for item in items):
            raise RuntimeError(SECRET)

    checker = DoubleChecker(before=trip)
    with capture_logs() as logs:
        async with serve(checker, batch_ms=50) as client:
            good, bad = await asyncio.gather(
                client.post("/v1/check", json=body("A good reply it is.")),
                client.post("/v1/check", json=body("A poison reply it is.")),
            )
    assert checker.batches[0] == 2
    assert good.status_code == 200
    document = problem(bad, 500)
    assert SECRET not in document.detail + repr(logs)
    assert any(line["event"] == "check_failed" for line in logs)


async def test_shutdown_finishes_what_waits() -> None:
    """At shutdown the waiting checks are answered before the process ends."""
    started = threading.Event()
    release = threading.Event()

    def slow(items: Sequence[CheckItem]) -> None:
        started.set()
        release.wait(5)

    app = create_app(lambda: DoubleChecker(before=slow), Settings(batch_ms=0))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://scorer"
    ) as client:
        async with app.router.lifespan_context(app):
            await ready(client)
            first = asyncio.ensure_future(client.post("/v1/check", json=body("The first one is.")))
            await asyncio.to_thread(started.wait, 5)
            second = asyncio.ensure_future(client.post("/v1/check", json=body("The second it is.")))
            await asyncio.sleep(0.02)
            threading.Timer(0.05, release.set).start()
        late = await client.post("/v1/check", json=body("Too late it is."))
        served = await asyncio.gather(first, second)
    assert [r.status_code for r in served] == [200, 200]
    assert problem(late, 503).title == "The scorer is shutting down"


async def test_shutdown_is_bounded() -> None:
    """A check that outlasts the drain timeout is ended with 503; the process does not hang."""
    release, started = threading.Event(), threading.Event()

    def block(items: Sequence[CheckItem]) -> None:
        started.set()
        release.wait(5)

    app = create_app(lambda: DoubleChecker(before=block), Settings(drain_timeout=0.05))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://scorer"
    ) as client:
        async with app.router.lifespan_context(app):
            await ready(client)
            stuck = asyncio.ensure_future(client.post("/v1/check", json=body("A stuck one is.")))
            await asyncio.to_thread(started.wait, 5)
        response = await stuck
        release.set()
    assert problem(response, 503).title == "The scorer is shutting down"


async def test_echoes_the_request_id() -> None:
    """A caller's id stands in header, problem and log; a malformed one is replaced."""
    with capture_logs(processors=[_merge]) as logs:
        async with serve() as client:
            given = await client.get("/nowhere", headers={"X-Request-ID": "abc-123"})
            bad = await client.get("/nowhere", headers={"X-Request-ID": "a b\tc"})
    assert given.headers["x-request-id"] == "abc-123"
    assert problem(given, 404).instance == "urn:request:abc-123"
    assert bad.headers["x-request-id"].isalnum()
    assert any(line.get("request_id") == "abc-123" for line in logs)


def _merge(logger: Any, name: str, event: Any) -> Any:
    from structlog.contextvars import merge_contextvars

    return merge_contextvars(logger, name, event)


async def test_wrong_method_is_a_problem() -> None:
    """A method an address does not take gives 405 with the ones it takes."""
    async with serve() as client:
        response = await client.get("/v1/check")
    problem(response, 405)
    assert response.headers["allow"] == "POST"


async def test_metrics_count_without_text() -> None:
    """Counters name statuses and abstention reasons; paths and texts of callers never appear."""
    async with serve() as client:
        await client.post("/v1/check", json=body("", SECRET + " is what it is."))
        await client.get("/" + SECRET)
        text = (await client.get("/metrics")).text
    assert 'scorer_abstentions_total{reason="no_text"} 1.0' in text
    assert 'scorer_requests_total{route="/v1/check",status="200"} 1.0' in text
    assert 'scorer_requests_total{route="other",status="404"} 1.0' in text
    assert "scorer_queue_length 0.0" in text
    assert "scorer_batch_size_count 1.0" in text
    assert "scorer_request_seconds_count 1.0" in text
    assert SECRET not in text


async def test_log_lines_carry_no_text() -> None:
    """What a request leaves in the log is route, status and time."""
    with capture_logs() as logs:
        async with serve() as client:
            await client.post("/v1/check", json=body(SECRET + " is here.", context=SECRET))
    assert {"route", "status", "ms"} <= set(logs[-1])
    assert SECRET not in repr(logs)


async def test_body_errors_of_any_route_do_not_echo() -> None:
    """FastAPI's own validation, which repeats the input by default, is answered the same way."""
    app = create_app(DoubleChecker, Settings())

    @app.post("/typed")
    async def typed(item: CheckItem) -> str:
        return item.id

    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://scorer") as client:
        response = await client.post("/typed", json={"reply": [SECRET]})
    assert SECRET not in response.text
    assert problem(response, 422).detail.startswith("reply:")


async def test_unforeseen_errors_have_an_id_and_no_message() -> None:
    """An exception nobody foresaw gives 500 with the request's id; its message stays nowhere."""
    app = create_app(DoubleChecker, Settings(), new_id=lambda: "id-1")

    @app.get("/broken")
    async def broken() -> None:
        raise LookupError(SECRET)

    with capture_logs() as logs:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://scorer") as client:
            response = await client.get("/broken")
    assert problem(response, 500).instance == "urn:request:id-1"
    assert SECRET not in response.text + repr(logs)
    assert any(line.get("error") == "LookupError" for line in logs)


def test_build_app_warns_of_misspelt_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ``SCORER_`` variable no setting reads is named at start."""
    monkeypatch.setenv("SCORER_MAX_ITEM", "3")
    with capture_logs() as logs:
        build_app()
    assert [line["name"] for line in logs if line["event"] == "unknown_setting"] == [
        "SCORER_MAX_ITEM"
    ]


def test_build_app_refuses_an_unsafe_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address other machines can reach is refused without token and TLS."""
    monkeypatch.setenv("SCORER_HOST", "0.0.0.0")  # noqa: S104
    with pytest.raises(SettingsError, match="SCORER_TOKEN_FILE"):
        build_app()


async def test_the_embedded_scorer_needs_no_server_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Mounted in another process, address, TLS and token of a server do not count."""
    monkeypatch.setattr(service, "load_checker", lambda settings, progress: DoubleChecker())
    monkeypatch.setenv("SCORER_HOST", "0.0.0.0")  # noqa: S104
    monkeypatch.setenv("SCORER_TLS_CERT", "cert.pem")
    monkeypatch.setenv("SCORER_TOKEN_FILE", str(token_file(tmp_path)))
    async with LifespanManager(build_embedded()) as manager:
        transport = httpx.ASGITransport(manager.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://scorer") as client:
            await ready(client)
            response = await client.post("/v1/check", json=body("We will look at it."))
    assert response.status_code == 200


def test_the_embedded_scorer_reads_the_other_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that is wrong is told, a misspelt one named, as by the server."""
    monkeypatch.setenv("SCORER_MAX_ITEM", "3")
    with capture_logs() as logs:
        build_embedded()
    assert [line["name"] for line in logs] == ["SCORER_MAX_ITEM"]
    monkeypatch.setenv("SCORER_BATCH_SIZE", "many")
    with pytest.raises(SettingsError, match="SCORER_BATCH_SIZE"):
        build_embedded()


def test_the_bot_embeds_the_embedded_scorer() -> None:
    """The dotted name in the bot's settings, which no import checks, is this function's."""
    module, _, name = BotSettings.model_fields["scorer_app"].default.partition(":")
    assert getattr(import_module(module), name) is build_embedded
