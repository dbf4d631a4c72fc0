"""A folder of model versions that changes: promote, roll back, shadow, prune.

Layout, beside what ``versions`` describes::

    current          id and manifest hash of the version in use
    shadow           the same of a candidate that scores beside it, unseen; may be missing
    history.jsonl    who became current when, and why; a line each
    .lock            held by whoever changes any of these

Readers take no lock: every file is replaced in one step. Whoever changes something holds the lock,
so two processes that promote at once do it one after the other.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import ClassVar, Literal

from filelock import FileLock, Timeout

from scoring.errors import WeightsError
from scoring.registry.durable import place_folder, replace_text
from scoring.registry.versions import MANIFEST, Manifest, installed, read_manifest, sha256

__all__ = ["Change", "GateClosedError", "Shelf"]

_LOCK_SECONDS = 60.0
#: Ids become names of folders: nothing that leads out of the root.
_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z._+-]{0,99}")


class GateClosedError(WeightsError):
    """The version did not pass the gate, or was never held against it."""

    exit_code: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the history.

    Attributes:
        at: When (ISO 8601, UTC).
        kind: What happened.
        version: What became current.
        before: What was current; empty for the first one.
        why: The reason, in the words of whoever did it.
    """

    at: str
    kind: Literal["promote", "rollback"]
    version: str
    before: str
    why: str


class Shelf:
    """The versions under one root.

    Args:
        root: The folder; made when it is first written to.
        now: The time.
    """

    def __init__(self, root: Path, now: Callable[[], datetime]) -> None:
        self.root = root
        self._now = now

    def find(self, name: str) -> Path:
        """Find a version by its id.

        Raises:
            WeightsError: There is none of that name.
        """
        folder = self.root / name
        if not _ID.fullmatch(name) or not (folder / MANIFEST).is_file():
            known = ", ".join(p.name for p in installed(self.root)) or "none"
            raise WeightsError(f"There is no version {name!r} in {self.root}; there are: {known}.")
        return folder

    def history(self) -> list[Change]:
        """Read every change, oldest first."""
        path = self.root / "history.jsonl"
        if not path.is_file():
            return []
        return [Change(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]

    def add(self, folder: Path) -> Path:
        """Copy a checked version onto the shelf; one that is there already stays as it is.

        Raises:
            WeightsError: It is damaged, or another version has its id.
        """
        manifest, info = read_manifest(folder)
        target = self.root / _safe(manifest.id)
        with self._locked():
            if (target / MANIFEST).is_file():
                if read_manifest(target)[1].sha256 != info.sha256:
                    raise WeightsError(f"Another version on the shelf is called {manifest.id}.")
                return target
            staged = self.root / f".adding-{secrets.token_hex(6)}"
            try:
                shutil.copytree(folder, staged)
                read_manifest(staged)
                place_folder(staged, target)
            finally:
                shutil.rmtree(staged, ignore_errors=True)
        return target

    def adopt(self, folder: Path) -> None:
        """Put a first version on a shelf that has no current one, so that there is a way back."""
        if not (self.root / "current").is_file():
            added = self.add(folder)
            with self._locked():
                if not self._named("current"):
                    self._point("current", added.name)

    def promote(self, name: str, why: str, *, force: bool = False) -> Change:
        """Make a version the current one.

        Args:
            name: Its id.
            why: Kept in the history.
            force: Whether to pass over the gate's verdict.

        Raises:
            GateClosedError: The gate's verdict is missing or against it.
            WeightsError: It is not there or damaged; the current one stays.
        """
        manifest, _ = read_manifest(self.find(name))
        if not force:
            _require_pass(manifest)
        with self._locked():
            if not force:
                self._require_same_champion(manifest)
            return self._switch("promote", name, why)

    def rollback(self, why: str) -> Change:
        """Go back to the version that was current before this one, past any that is damaged.

        Raises:
            WeightsError: There is none to go back to.
        """
        with self._locked():
            for name in reversed(self._stack()[:-1]):
                if self._sound(name):
                    return self._switch("rollback", name, why)
        raise WeightsError("There is no earlier version to go back to; the current one stays.")

    def shadow(self, name: str | None) -> None:
        """Let a version score beside the current one, unseen; None ends it."""
        if name is not None:
            read_manifest(self.find(name))
        with self._locked():
            if name is None:
                (self.root / "shadow").unlink(missing_ok=True)
            else:
                self._point("shadow", name)

    def prune(self, keep: int) -> list[str]:
        """Delete old versions and what broken-off runs left behind.

        The current version, the ones to roll back to and the shadow stay; of the rest the newest.

        Args:
            keep: How many versions are to roll back to, and how many others stay.

        Returns:
            Ids of the versions that went.
        """
        with self._locked():
            stays = set(self._stack()[-keep - 1 :]) | self._pointed()
            others = [p for p in installed(self.root) if p.name not in stays]
            others.sort(key=lambda p: (p.stat().st_mtime, p.name))
            gone = others[: max(0, len(others) - keep)]
            for folder in gone:
                self._delete(folder)
            for leftover in self.root.glob(".adding-*"):
                shutil.rmtree(leftover, ignore_errors=True)
        return [folder.name for folder in gone]

    def _delete(self, folder: Path) -> None:
        """Take a version out of sight in one step, then delete it at leisure."""
        aside = self.root / f".adding-{secrets.token_hex(6)}"
        folder.rename(aside)
        shutil.rmtree(aside)

    def _switch(self, kind: Literal["promote", "rollback"], name: str, why: str) -> Change:
        before = self._named("current")
        change = Change(self._now().isoformat(timespec="seconds"), kind, name, before, why)
        if name != before:
            # The history first: a crash between the two leaves a line too many, never one too few.
            self._note(change)
            self._point("current", name)
        return change

    def _note(self, change: Change) -> None:
        lines = [*self.history(), change]
        text = "".join(json.dumps(asdict(line), ensure_ascii=False) + "\n" for line in lines)
        replace_text(self.root / "history.jsonl", text)

    def _point(self, pointer: str, name: str) -> None:
        replace_text(self.root / pointer, f"{name}\n{sha256(self.root / name / MANIFEST)}\n")

    def _require_same_champion(self, manifest: Manifest) -> None:
        """A verdict over another version than the one in use says nothing of this change."""
        held, now = (manifest.gate or {}).get("champion"), self._named("current")
        if held is not None and now not in ("", held, manifest.id):
            raise GateClosedError(
                f"{manifest.id} was held against {held}, but {now} is in use now: run `warmline "
                f"models gate {manifest.id}` again, or promote it with --force."
            )

    def _stack(self) -> list[str]:
        """Versions that were current, each above the one it replaced; the last is current."""
        stack: list[str] = []
        for change in self.history():
            if not stack and change.before:
                stack.append(change.before)
            if change.kind == "rollback" and change.version in stack:
                stack = stack[: stack.index(change.version) + 1]
            else:
                stack.append(change.version)
        now = self._named("current")
        if now in stack:  # a crash may have left a last line that never took effect
            return stack[: len(stack) - stack[::-1].index(now)]
        return [*stack, now] if now else stack

    def _pointed(self) -> set[str]:
        return {self._named("current"), self._named("shadow")}

    def _named(self, pointer: str) -> str:
        path = self.root / pointer
        return path.read_text("utf-8").partition("\n")[0].strip() if path.is_file() else ""

    def _sound(self, name: str) -> bool:
        try:
            read_manifest(self.find(name))
        except WeightsError:
            return False
        return True

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.root.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.root / ".lock", timeout=_LOCK_SECONDS):
                yield
        except Timeout:
            message = f"Another process is changing {self.root}: try again in a minute."
            raise WeightsError(message) from None


def _safe(name: str) -> str:
    if not _ID.fullmatch(name):
        raise WeightsError("The version's id can't be the name of a folder.")
    return name


def _require_pass(manifest: Manifest) -> None:
    if manifest.gate is None:
        raise GateClosedError(
            f"{manifest.id} was never held against the champion: run `warmline models gate "
            f"{manifest.id}`, or promote it with --force."
        )
    if not manifest.gate.get("passed"):
        failed = ", ".join(f["name"] for f in manifest.gate["findings"] if f["status"] != "pass")
        raise GateClosedError(
            f"The gate is closed for {manifest.id} ({failed}); `warmline models show {manifest.id}`"
            " has the reasons. --force promotes it all the same."
        )
