"""``warmline scorer``: the HTTP service in this process."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from scoring.errors import ScorerError, SettingsError

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

    from scoring.service.host import OnFailed
    from scoring.settings import Settings

__all__ = ["scorer", "serve"]


def scorer(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on (SCORER_HOST; 127.0.0.1).")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="Port to listen on (SCORER_PORT; 8431).", min=0, max=65535)
    ] = None,
) -> None:
    """Serve checks over HTTP; everything else is set by SCORER_* variables."""
    from scoring.cli.start import begin  # noqa: PLC0415 - keeps --help fast
    from scoring.extras import needs  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    settings = begin(host=host, port=port)
    with needs("scorer"):
        from scoring.service import logs  # noqa: PLC0415
        from scoring.service.app import build_app  # noqa: PLC0415

    logs.configure(as_json=settings.log_json)
    serve(lambda stop: build_app(settings, RichProgress(), on_failed=stop), settings)


def serve(make: Callable[[OnFailed], FastAPI], settings: Settings) -> None:
    """Serve until a signal comes, or until the model proves not to be loadable.

    Args:
        make: Makes the app, given what to call when the model can't be loaded.
        settings: Address, TLS and time to drain.

    Raises:
        ScorerError: The address can't be listened on, or the model can't be loaded.
    """
    import uvicorn  # noqa: PLC0415

    failures: list[ScorerError] = []

    def stop(error: ScorerError) -> None:
        failures.append(error)
        server.should_exit = True

    server = uvicorn.Server(_config(make(stop), settings))
    _run(server, settings)
    if failures:
        raise failures[0]


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    import uvicorn  # noqa: PLC0415

    config = uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,
        access_log=False,  # the service writes its own lines, without query strings
        server_header=False,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
        timeout_graceful_shutdown=round(settings.drain_timeout),
    )
    try:
        config.load()
    except OSError as error:  # also ssl.SSLError
        why = error.strerror or type(error).__name__
        message = f"SCORER_TLS_CERT or SCORER_TLS_KEY can't be used ({why}): mend or unset them."
        raise SettingsError(message) from error
    return config


def _run(server: uvicorn.Server, settings: Settings) -> None:
    import structlog  # noqa: PLC0415

    with _listening(settings.host, settings.port) as listener:
        scheme = "http" if settings.tls_cert is None else "https"
        port = listener.getsockname()[1]
        log = structlog.get_logger(__name__)
        log.info("listening", url=f"{scheme}://{_bracketed(settings.host)}:{port}")
        with _signals_end_well():
            server.run(sockets=[listener])
        log.info("stopped")


@contextmanager
def _signals_end_well() -> Iterator[None]:
    """Let SIGINT and SIGTERM end the command with 0.

    uvicorn catches them, finishes what waits and raises them again at its end, for whom it may
    concern; by then all is done, so here they concern nobody.
    """
    names = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(name, lambda *_: None) for name in names]
    try:
        yield
    finally:
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)


def _listening(host: str, port: int) -> socket.socket:
    """Bind before anything is loaded: a taken port is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host.strip("[]"), port), family=family, backlog=512)
    except OSError as error:
        message = f"{host}:{port} can't be listened on ({error.strerror}): set SCORER_PORT."
        raise ScorerError(message) from error


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
