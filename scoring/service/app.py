"""The scorer's HTTP service: ``warmline scorer``, or mounted in the bot's own process.

::

    POST /v1/check     CheckRequest -> CheckResponse
    GET  /healthz      200 while the process answers
    GET  /readyz       200 once the model is loaded; 503 before, and if its worker has ended
    GET  /metrics      Prometheus text
    GET  /openapi.json

``build_app`` and ``build_embedded`` are the composition roots: the only places that read settings.
To mount the app without a server, take ``build_embedded``, enter
``app.router.lifespan_context(app)`` and use ``httpx.ASGITransport(app)``.
"""

from __future__ import annotations

import asyncio
import os
import stat
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import structlog
from fastapi import FastAPI, Request
from pydantic import BaseModel, Field, ValidationError
from starlette.responses import Response

from scoring.contract import CheckRequest, CheckResponse, CheckResult, ModelInfo
from scoring.errors import InputError, SettingsError
from scoring.extras import load_checker
from scoring.registry.progress import NullProgress, ProgressReporter
from scoring.registry.watch import FolderSource
from scoring.service import openapi
from scoring.service.guard import Guard, GuardRules
from scoring.service.host import Host, Load, OnFailed, Sources
from scoring.service.metrics import CONTENT_TYPE, Metrics, make_metrics
from scoring.service.parsing import parse_json
from scoring.service.problems import ProblemError, declared, handle_errors, validation_problem
from scoring.settings import Settings, bind_problem, load, unknown_variables

__all__ = ["build_app", "build_embedded", "create_app"]

_log = structlog.get_logger(__name__)


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Readiness(Health):
    """The model is loaded: which, and where it runs."""

    model: ModelInfo
    device: str
    writes: bool = Field(description="Whether a language model writes suggestions.")
    language_model: str = Field(
        description="Address of the language model's server, which reads drafts; empty: none."
    )


def _new_id() -> str:
    return uuid.uuid4().hex


def create_app(
    load: Load,
    settings: Settings,
    *,
    new_id: Callable[[], str] = _new_id,
    on_failed: OnFailed | None = None,
    sources: Sources | None = None,
) -> FastAPI:
    """Make the app; nothing is loaded before its lifespan begins.

    Args:
        load: Makes the checker; called once, in the inference thread.
        settings: The service's settings.
        new_id: Makes ids for requests that bring none.
        on_failed: Told when the model could not be loaded.
        sources: What is followed while it runs: a promoted version, a shadow.

    Raises:
        SettingsError: The token file can't be used.
    """
    metrics = make_metrics()
    host = Host(load, settings, metrics, on_failed, sources)
    token = _read_token(settings.token_file)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        host.start()
        yield
        await host.close()

    app = FastAPI(
        title="Warmline scorer",
        version=version("warmline"),
        description="Checks support replies before they go out. No text is kept or logged.",
        lifespan=lifespan,
        docs_url=None,  # the pages load scripts from elsewhere
        redoc_url=None,
    )
    rules = GuardRules(token, settings.max_body, settings.request_timeout)
    app.add_middleware(Guard, rules=rules, metrics=metrics, new_id=new_id)
    handle_errors(app)
    openapi.install(app, with_token=token is not None, max_items=settings.max_items)
    _add_check(app, host, settings, with_token=token is not None)
    _add_probes(app, host, settings.llm_server)
    _add_metrics(app, metrics, with_token=token is not None)
    return app


def build_app(
    settings: Settings | None = None,
    progress: ProgressReporter | None = None,
    on_failed: OnFailed | None = None,
) -> FastAPI:
    """Read the settings and make the app with the real model.

    Args:
        settings: The settings, when a command has read them already.
        progress: Shows downloads of base weights.
        on_failed: Told when the model could not be loaded.

    Raises:
        SettingsError: A setting is wrong, or the address is not safe to listen on.
    """
    settings = settings or _read()
    if problem := bind_problem(settings):
        raise SettingsError(problem)
    loader = partial(load_checker, settings, progress or NullProgress())
    return create_app(loader, settings, on_failed=on_failed, sources=_sources(settings))


def build_embedded() -> FastAPI:
    """Make the app with the real model for a process that mounts it, without a server.

    Nothing listens, so the settings of a server (address, TLS, token) are passed over: they belong
    to a scorer that the same environment may describe.

    Raises:
        SettingsError: A setting is wrong.
    """
    settings = _read().model_copy(update={"token_file": None})
    loader = partial(load_checker, settings, NullProgress())
    return create_app(loader, settings, sources=_sources(settings))


def _sources(settings: Settings) -> Sources:
    """What the folder of versions says, each time it is asked."""
    load = partial(load_checker, progress=NullProgress())
    # A shadow scores and suggests nothing, so it needs no language model.
    silent = settings.model_copy(update={"llm": "off"})
    return Sources(FolderSource(settings, load, "current"), FolderSource(silent, load, "shadow"))


def _read() -> Settings:
    """Read the settings and name the misspelt ones in the log."""
    for name in unknown_variables(os.environ):
        _log.warning("unknown_setting", name=name, hint="no setting is called that: misspelt?")
    return load()


def _read_token(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        open_to_all = path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH)
    except (OSError, UnicodeDecodeError) as error:
        message = f"SCORER_TOKEN_FILE can't be read ({type(error).__name__}): mend or unset it."
        raise SettingsError(message) from error
    if not lines or len(lines[0].strip()) < 16:
        raise SettingsError("SCORER_TOKEN_FILE needs a token of 16 characters or more in line 1.")
    if open_to_all and os.name == "posix":
        _log.warning("token_file_readable", hint="others can read it: chmod 600")
    return lines[0].strip()


def _add_check(app: FastAPI, host: Host, settings: Settings, *, with_token: bool) -> None:
    statuses = (400, 408, 413, 415, 422, 500, 503, 504)

    @app.post(
        "/v1/check",
        summary="Check drafts",
        response_model=CheckResponse,
        responses=declared(*statuses, *((401,) if with_token else ())),
        openapi_extra=openapi.CHECK_BODY,
    )
    async def check(request: Request) -> Response:
        """Check drafts in order: score, flags, weakest features, suggestions."""
        wanted = _parse(request, await request.body(), settings.max_items)
        results = await _while_connected(request, host, wanted)
        body = CheckResponse(items=results).model_dump_json()
        return Response(body, media_type="application/json")


def _parse(request: Request, body: bytes, max_items: int) -> CheckRequest:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ProblemError(415, "Send the body as 'Content-Type: application/json'.")
    try:
        wanted = CheckRequest.model_validate(parse_json(body))
    except InputError as error:
        raise ProblemError(400, str(error)) from None
    except ValidationError as error:
        raise validation_problem(error.errors(include_input=False, include_url=False)) from None
    if len(wanted.items) > max_items:
        raise ProblemError(422, f"items: at most {max_items} in one request: split them.")
    return wanted


async def _while_connected(request: Request, host: Host, wanted: CheckRequest) -> list[CheckResult]:
    """Check, but stop as soon as the caller has gone: nobody would read the answer."""
    checking = asyncio.ensure_future(host.check(wanted.items, rewrites=wanted.rewrites))
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({checking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not checking.done():
            raise ProblemError(499, "The caller went away.")
        return checking.result()
    finally:
        checking.cancel()
        leaving.cancel()
        await asyncio.wait({checking, leaving})


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        continue


def _add_probes(app: FastAPI, host: Host, model_server: str) -> None:
    @app.get("/healthz", summary="Is the process alive?")
    async def healthz() -> Health:
        return Health()

    @app.get("/readyz", summary="Is the model loaded?", responses=declared(503))
    async def readyz() -> Readiness:
        checker = host.require_ready().checker
        return Readiness(
            model=checker.model,
            device=checker.device,
            writes=checker.writes,
            language_model=model_server,
        )


def _add_metrics(app: FastAPI, metrics: Metrics, *, with_token: bool) -> None:
    @app.get(
        "/metrics",
        summary="Counters for Prometheus",
        response_class=Response,
        responses={
            200: {"content": {"text/plain": {"schema": {"type": "string"}}}},
            **(declared(401) if with_token else {}),
        },
    )
    async def read_metrics() -> Response:
        return Response(metrics.exposition(), media_type=CONTENT_TYPE)
