"""The keys that make the database alone worthless: where they come from.

Two secrets, both outside the database: Fernet keys that seal drafts and identities, and one key
for pseudonyms. They are read from the environment (``WARMLINE_ENCRYPTION_KEYS`` with
``WARMLINE_PSEUDONYM_KEY``) or from a JSON file, made on first use with mode 0600.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Self

import structlog
from cryptography.fernet import Fernet

from bot.errors import SettingsError
from bot.settings import Settings

__all__ = ["Keys", "begin_rotation", "end_rotation", "load_keys", "make_key_file", "read_key_file"]

_MIN_PSEUDONYM_KEY = 32
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Keys:
    """Checked keys; never printed.

    Attributes:
        encryption: Fernet keys, the one that seals first.
        pseudonym: Key of the pseudonyms.
        earlier: The pseudonyms' keys before a rotation: events that came in before it are known by
            them alone.
    """

    encryption: tuple[str, ...] = field(repr=False)
    pseudonym: bytes = field(repr=False)
    earlier: tuple[bytes, ...] = field(default=(), repr=False)

    @classmethod
    def checked(
        cls, encryption: list[str], pseudonym: str, *, source: str, earlier: Sequence[str] = ()
    ) -> Self:
        """Check keys.

        Raises:
            SettingsError: A key is malformed or too short; says where it came from.
        """
        try:
            [Fernet(key) for key in encryption]
        except (ValueError, TypeError):
            encryption = []
        if not encryption:
            raise SettingsError(
                f"The encryption keys in {source} are not Fernet keys; make one with "
                '`python -c "from cryptography.fernet import Fernet; '
                'print(Fernet.generate_key().decode())"`.'
            )
        if len(pseudonym) < _MIN_PSEUDONYM_KEY or pseudonym in encryption:
            raise SettingsError(
                f"The pseudonym key in {source} must have at least {_MIN_PSEUDONYM_KEY} characters "
                "and differ from the encryption keys."
            )
        return cls(tuple(encryption), pseudonym.encode(), tuple(key.encode() for key in earlier))


def load_keys(settings: Settings) -> Keys:
    """Read the keys from the environment or the key file; make the file if there is none.

    Raises:
        SettingsError: Only one of the two secrets is set, or a key is unusable.
    """
    sealing, naming = settings.encryption_keys, settings.pseudonym_key
    if (sealing is None) != (naming is None):
        raise SettingsError(
            "Set both WARMLINE_ENCRYPTION_KEYS and WARMLINE_PSEUDONYM_KEY, or neither."
        )
    if sealing is not None and naming is not None:
        listed = [key.strip() for key in sealing.get_secret_value().split(",") if key.strip()]
        before = settings.earlier_pseudonym_key
        earlier = [before.get_secret_value()] if before else []
        name = naming.get_secret_value()
        return Keys.checked(listed, name, source="the environment", earlier=earlier)
    path = settings.resolved_key_file
    if not path.exists():
        make_key_file(path)
    return read_key_file(path)


def read_key_file(path: Path) -> Keys:
    """Read and check a key file.

    Raises:
        SettingsError: It cannot be read, or holds no usable keys.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        encryption = [str(key) for key in document["encryption_keys"]]
        pseudonym = str(document["pseudonym_key"])
        earlier = [str(key) for key in document.get("earlier_pseudonym_keys", [])]
    except (OSError, ValueError, KeyError, TypeError) as error:
        # Not the error's own text: it may quote the file.
        raise SettingsError(
            f"The key file {path} cannot be read ({type(error).__name__}); it must be JSON with "
            "encryption_keys (a list) and pseudonym_key."
        ) from None
    if path.stat().st_mode & 0o007:
        _log.warning("key_file_open_to_all", path=str(path), mend=f"chmod 600 {path}")
    return Keys.checked(encryption, pseudonym, source=str(path), earlier=earlier)


def make_key_file(path: Path) -> None:
    """Write new random keys, readable by this user alone; leaves a file that is there already.

    Raises:
        SettingsError: The folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        made = _publish(path, _new_document())
    except OSError as error:
        raise SettingsError(
            f"The key file {path} cannot be made ({error.strerror}); set WARMLINE_KEY_FILE to a "
            "place that Warmline may write to."
        ) from error
    if made:
        _log.info("key_file_made", path=str(path), note="keep it apart from database backups")


def begin_rotation(path: Path) -> None:
    """Put new keys before the old ones; a rotation that was begun before is gone on with.

    Raises:
        SettingsError: The file cannot be read or written.
    """
    read_key_file(path)
    old = json.loads(path.read_text(encoding="utf-8"))
    if old.get("rotating"):
        return
    new = _new_document()
    new["encryption_keys"] += old["encryption_keys"]
    new["earlier_pseudonym_keys"] = [old["pseudonym_key"]]
    _rewrite(path, {**new, "rotating": True})


def end_rotation(path: Path) -> None:
    """Drop the old encryption keys, which open nothing any more.

    The old key of the pseudonyms stays until the next rotation, so that an event of before is not
    taken twice.
    """
    document = json.loads(path.read_text(encoding="utf-8"))
    document["encryption_keys"] = document["encryption_keys"][:1]
    _rewrite(path, {key: value for key, value in document.items() if key != "rotating"})


def _rewrite(path: Path, document: dict[str, Any]) -> None:
    """Replace a key file, whole or not at all."""
    try:
        name = _written(path, document)
        Path(name).replace(path)
    except OSError as error:
        raise SettingsError(
            f"The key file {path} cannot be written ({error.strerror}); mend its path or mode."
        ) from error


def _new_document() -> dict[str, Any]:
    return {
        "encryption_keys": [Fernet.generate_key().decode()],
        "pseudonym_key": secrets.token_urlsafe(48),
    }


def _publish(path: Path, document: dict[str, Any]) -> bool:
    # A link appears whole or not at all and never replaces a file: of two processes that start
    # together, one makes the keys and both use them.
    name = _written(path, document)
    try:
        os.link(name, path)
    except FileExistsError:
        return False
    finally:
        Path(name).unlink()
    return True


def _written(path: Path, document: dict[str, Any]) -> str:
    """Write a file beside the key file, safely on disk; mkstemp gives it mode 0600."""
    handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    return name
