"""A scorer on another machine: its own certificate is believed where the settings say so."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from bot.doctor.local import file_findings
from bot.doctor.scorer import scorer_findings
from bot.errors import ScorerUnavailableError, SettingsError
from bot.scorer_client import open_scorer
from bot.settings import Settings

pytestmark = pytest.mark.anyio


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Write a self-signed certificate for 127.0.0.1 and its key, as the install guide's command."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "warmline scorer")])
    now = datetime.now(UTC)
    usage = x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "cert.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return certificate, private


@pytest.fixture
async def served(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Settings]:
    """A scorer over TLS; the settings name its address and its certificate."""

    async def ready(_: web.Request) -> web.Response:
        return web.json_response({"model": {"id": "m1", "sha256": "ab" * 32}})

    certificate, private = make_certificate(tmp_path)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate, private)
    app = web.Application()
    app.router.add_get("/readyz", ready)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls).start()
    url = f"https://127.0.0.1:{runner.addresses[0][1]}"
    yield Settings(_env_file=None, data_dir=tmp_path, scorer_url=url, scorer_ca_file=certificate)
    await runner.cleanup()


async def test_a_self_signed_scorer_is_reached_with_its_certificate(served: Settings) -> None:
    """The bot and ``doctor`` both believe it."""
    async with open_scorer(served) as scorer:
        assert (await scorer.health()).ready
    [found] = await scorer_findings(served)
    assert found.status == "ok"
    [certificate] = file_findings(served)
    assert (certificate.name, certificate.status) == ("scorer certificate", "ok")


async def test_without_it_a_strange_certificate_is_not_believed(served: Settings) -> None:
    """Nobody in between gets to read a draft."""
    strict = served.model_copy(update={"scorer_ca_file": None})
    async with open_scorer(strict) as scorer:
        with pytest.raises(ScorerUnavailableError):
            await scorer.health()


@pytest.mark.parametrize("content", [None, "", "no certificate"])
async def test_a_file_without_a_certificate_is_named(
    served: Settings, tmp_path: Path, content: str | None
) -> None:
    """The start ends with the variable to mend, and ``doctor`` says the same."""
    path = tmp_path / "other.pem"
    if content is not None:
        path.write_text(content)
    wrong = served.model_copy(update={"scorer_ca_file": path})
    with pytest.raises(SettingsError, match="WARMLINE_SCORER_CA_FILE"):
        async with open_scorer(wrong):
            pass
    [found] = file_findings(wrong)
    assert found.status == "fail"
    assert "other.pem" in found.text
