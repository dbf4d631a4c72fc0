"""The scorer's app behind a real server, in a thread of the test's own process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx
import uvicorn
from fastapi import FastAPI

__all__ = ["serving"]


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """Run uvicorn on a port of its own, wait until the model is loaded, give the address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="on"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        try:
            _wait_ready(url)
            yield url
        finally:
            server.should_exit = True
            thread.join(10)


def _wait_ready(url: str) -> None:
    for _ in range(500):
        with suppress(httpx.TransportError):
            if httpx.get(f"{url}/readyz").status_code == 200:
                return
        time.sleep(0.01)
    message = "the server did not become ready"
    raise TimeoutError(message)
