"""Who may call the service: the token, its file, and the address it listens on."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from asgi_lifespan import LifespanManager

from scoring.errors import SettingsError
from scoring.service import app as service
from scoring.service.app import build_app, build_embedded, create_app
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.service.calling import TOKEN, body, problem, ready, serve, token_file

pytestmark = pytest.mark.anyio


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


@pytest.mark.parametrize("text", ["", "\n" + TOKEN, "short"])
def test_refuses_a_useless_token_file(tmp_path: Path, text: str) -> None:
    """An empty or short token is a wrong setting, not an open door."""
    with pytest.raises(SettingsError, match="SCORER_TOKEN_FILE"):
        create_app(DoubleChecker, Settings(token_file=token_file(tmp_path, text)))


def test_refuses_a_missing_token_file(tmp_path: Path) -> None:
    """A token file that is not there is a wrong setting."""
    with pytest.raises(SettingsError, match="can't be read"):
        create_app(DoubleChecker, Settings(token_file=tmp_path / "none"))


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
