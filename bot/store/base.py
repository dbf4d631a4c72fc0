"""What the rest of the bot knows of the database: values in, values out, no SQL.

The life of a check::

    accept ──▶ queued ──claim──▶ running ──finish──▶ scored ──delivered──▶ done
                 ▲                  │                   │
                 └──── fail(retry) ─┴─ worker died ─────┘    fail ──▶ failed    cancel ──▶ cancelled

1. ``accept`` writes the event's key and the sealed draft in one transaction. Only when it has
   returned may Slack be acknowledged: from then on a ``kill -9`` loses nothing.
2. A worker takes the item with ``claim``. Nobody else gets it until the lease ends; ``renew``
   prolongs it.
3. ``finish`` writes the check (numbers only, if the person lets checks count) and the sealed
   result in one transaction, exactly once however often it is called.
4. The card is shown, then ``delivered`` closes the item. A worker that dies between the two leaves
   an item with a ``result``: whoever claims it next shows the card and does not score again.
5. Everything of the item is removed when it expires, at the latest after 24 hours.

After a restart, and every few seconds, ``due`` names the items that nobody holds, and ``give_up``
hands out those that have killed their worker too often or whose time is nearly up, so that their
people can be told before they are closed.

Only an attempt that ended with its worker counts against an item. One that ended in order, because
Slack could not be reached or the process was stopped, is put back with ``fail`` and costs nothing,
however often it happens; the item's own expiry is the end of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from bot.store.installing import Installation, InstallStore
from bot.store.learning import RetrainStore
from bot.store.records import (
    AuditAction,
    Choice,
    Example,
    Forgotten,
    NewChoice,
    NewOffer,
    NewSample,
    Outcome,
    OwnCheck,
    Stored,
    Withdrawal,
)
from bot.store.reporting import ReportStore
from bot.store.teams import ReportTime, TeamSetup
from bot.store.values import (
    Accepted,
    ChannelKind,
    Consent,
    Dispute,
    NewCheck,
    NewFeedback,
    Person,
    Purged,
    Reason,
    Switch,
    TeamSettings,
    Thumb,
    WorkItem,
    WorkState,
)

__all__ = [
    "Accepted",
    "AuditAction",
    "ChannelKind",
    "Choice",
    "Consent",
    "Dispute",
    "Example",
    "Forgotten",
    "Installation",
    "NewCheck",
    "NewChoice",
    "NewFeedback",
    "NewOffer",
    "NewSample",
    "Outcome",
    "OwnCheck",
    "Person",
    "Purged",
    "Reason",
    "ReportTime",
    "Store",
    "Stored",
    "Switch",
    "TeamSettings",
    "TeamSetup",
    "Thumb",
    "Withdrawal",
    "WorkItem",
    "WorkState",
]


class Store(ReportStore, InstallStore, RetrainStore, Protocol):
    """The bot's memory. Every method is one transaction; every failure is a ``StoreError``."""

    async def accept(
        self, event_key: str, kind: str, payload: Mapping[str, Any], owner: Person
    ) -> Accepted:
        """Keep an event's work, once.

        Args:
            event_key: What is the same in every delivery of the event and different in every
                other event: ``event_id``, ``view.id`` + ``hash``, ``trigger_id``. At most one item
                per key for at least an hour. Kept as a hash.
            kind: What is to be done, at most 40 characters.
            payload: A JSON object with what the work needs, draft included. Sealed.
            owner: Who asked.

        Returns:
            The queued item; for an event that was accepted before, by any process, the item it
            made then, as it is now.
        """

    async def claim(self, work_id: str, *, worker: str, lease_seconds: float) -> WorkItem | None:
        """Take an item for this worker until the lease ends.

        Returns:
            The item, or None when it is done, expired, tried too often or somebody else's.
        """

    async def renew(self, work_id: str, *, worker: str, lease_seconds: float) -> bool:
        """Prolong this worker's lease from now; False when the item is no longer this worker's."""

    async def finish(
        self,
        work_id: str,
        *,
        worker: str,
        check: NewCheck | None,
        result: Mapping[str, Any],
        sample: NewSample | None = None,
    ) -> bool:
        """Keep the check and the sealed result; then show the card and call ``delivered``.

        The check's numbers are kept only if the owner lets checks count. If not, nothing of the
        check is kept, and draft and result are removed after a few minutes instead of a day. The
        sample is kept only with the numbers, and only as far as the switches allow at this moment.

        Returns:
            True when this call kept the result; False when the item is finished already, expired
            or taken over by another worker: then leave the card to them.
        """

    async def delivered(self, work_id: str, *, worker: str) -> bool:
        """Close an item whose card has been shown; False when it is no longer this worker's."""

    async def cancel(self, work_id: str, owner: Person, *, keep_draft: bool) -> bool:
        """Stop one's own open item for good: nobody scores it or shows its card any more.

        From then on ``claim`` finds nothing and ``renew``, ``finish`` and ``delivered`` return
        False, in whichever process the worker runs. Numbers that were kept of it are removed.

        Args:
            work_id: The item.
            owner: Who asks; another person's item is left alone.
            keep_draft: Whether the person goes on with the draft: then it stays loadable for a few
                minutes. If not, draft and result are removed at once.

        Returns:
            False when there is nothing to stop: it has ended, has gone, or is somebody else's.
        """

    async def fail(
        self, work_id: str, *, worker: str, error_id: str, retry_in: float | None = None
    ) -> WorkState | None:
        """Put an item back, or close it, after an error.

        Args:
            work_id: The item.
            worker: Who holds it.
            error_id: Id of the error, which the log has too.
            retry_in: Seconds after which it is due again, less where it would expire untold;
                None closes it as failed. The draft stays loadable until it expires, so that the
                person can try again.

        Returns:
            The new state: ``failed`` when it is closed, ``queued`` or ``scored`` when it will be
            tried again, None when it is no longer this worker's.
        """

    async def due(self, limit: int = 100) -> Sequence[str]:
        """Name the items nobody holds, oldest first: new, to be retried, left by a dead worker."""

    async def give_up(
        self, *, worker: str, lease_seconds: float, limit: int = 100
    ) -> Sequence[WorkItem]:
        """Take what is not to be tried again, so that its people are told.

        That is what died with its worker on every attempt, and what was put back and expires
        within two minutes. This worker holds the items as after ``claim``: once a person has been
        told, ``fail`` closes the item; if it can't be told, the lease runs out and the item comes
        round again. What no key opens is closed here and not returned.
        """

    async def load(self, work_id: str, owner: Person) -> WorkItem:
        """Read one's own item in any state until it expires.

        Raises:
            WorkNotFoundError: It has expired, never was, or belongs to another person.
        """

    async def record_feedback(self, event_key: str, feedback: NewFeedback, owner: Person) -> bool:
        """Keep what a person says of their own check; later words replace earlier ones.

        Returns:
            False when this event was recorded before (nothing changes).

        Raises:
            CheckNotFoundError: The check was not kept, or belongs to another person.
        """

    async def record_choice(self, event_key: str, choice: NewChoice, owner: Person) -> bool:
        """Keep what a person did with a suggestion of their own check; the last choice stays.

        Returns:
            False when this event was recorded before (nothing changes).

        Raises:
            CheckNotFoundError: The check was not kept, or belongs to another person.
        """

    async def first_time(self, event_key: str, owner: Person) -> bool:
        """Note an event; False when it was noted before, by any process."""

    async def mark(self, key: str, owner: Person) -> None:
        """Set a mark that every process can see, such as that somebody wants work to stop."""

    async def marked(self, key: str, owner: Person, *, since: datetime) -> bool:
        """Tell whether a mark was set at or after a moment."""

    async def disputes(self, team: Person, *, limit: int = 20) -> Sequence[Dispute]:
        """List the open disagreements of a workspace, the oldest first.

        Whether who asks may see them is the caller's to check.
        """

    async def set_outcome(self, check_id: str, outcome: Outcome, by: Person) -> None:
        """Note what became of a disagreement in this person's own workspace.

        Whether this person may is the caller's to check.

        Raises:
            CheckNotFoundError: Nobody here disagrees with a check of this id (any more).
        """

    async def own_checks(
        self, person: Person, *, since: datetime, limit: int = 500
    ) -> Sequence[OwnCheck]:
        """Read a person's own kept checks, the latest first. There is no way to read another's."""

    async def stored_about(self, person: Person) -> Stored:
        """Count what is stored about a person, for that person."""

    async def export(self, person: Person) -> Mapping[str, Any]:
        """Read everything that is stored about a person, for that person, as a JSON object."""

    async def forget(self, person: Person) -> Forgotten:
        """Remove a person and all that is stored about them, drafts in flight included.

        What had been handed out for training stays behind as a :class:`Withdrawal`, which names
        nobody. Whoever comes back begins as somebody new.
        """

    async def forget_team(
        self, *, team_id: str, enterprise_id: str = "", still_installed: bool = False
    ) -> Forgotten:
        """Remove a workspace with its settings and all its people, as :meth:`forget` does.

        Args:
            team_id: The workspace; empty for every workspace of the organisation.
            enterprise_id: The organisation, for workspaces on Enterprise Grid.
            still_installed: Whether the app has been installed there again, and so keeps its token.
        """

    async def examples(
        self, *, after: str = "", limit: int = 500, salt: bytes = b""
    ) -> Sequence[Example]:
        """Hand out checks for training whose people allow it at this moment, ordered by id.

        Each is noted as handed out, so that its withdrawal will be.

        Args:
            after: The last id of the batch before.
            limit: How many at most.
            salt: Makes the raters' ids of one reading; thrown away after it, so that nobody can be
                followed from one reading to the next.
        """

    async def withdrawals(self) -> Sequence[Withdrawal]:
        """List the examples that were handed out and have since been withdrawn."""

    async def consent(self, person: Person) -> Consent:
        """Read what a person allows."""

    async def set_switch(self, person: Person, switch: Switch, *, on: bool) -> Consent:
        """Turn one of a person's switches; off also removes what it gates (``consent.GATES``)."""

    async def set_customer_text(self, person: Person, *, on: bool) -> None:
        """Turn the switch of this person's workspace for the customer's message.

        Whether this person owns the workspace is the caller's to check. Off also removes every
        customer message that was kept for the workspace.
        """

    async def mark_told(self, person: Person) -> bool:
        """Note that a person was told what is kept; True for the first caller only.

        Call it once the notice has been seen for certain, not before.
        """

    async def team_settings(self, person: Person) -> TeamSettings:
        """Read what this person's workspace has set up."""

    async def save_team_settings(self, person: Person, settings: TeamSettings) -> None:
        """Replace what this person's workspace has set up."""

    async def team_setup(self, person: Person) -> TeamSetup:
        """Read what was set up for this person's team: name, report, leads."""

    async def is_lead(self, person: Person) -> bool:
        """Tell whether a person was named a lead of their team."""

    async def save_team(
        self, person: Person, settings: TeamSettings, setup: TeamSetup, *, with_leads: bool
    ) -> None:
        """Replace all that is set up for this person's team, in one go.

        Whether this person may is the caller's to check.

        Args:
            person: Who changes it; names the workspace.
            settings: Guidelines and escalation text.
            setup: Name, report and leads.
            with_leads: Whether ``setup.leads`` replaces the leads; if not they stay.
        """

    async def purge(self, now: datetime) -> Purged:
        """Remove expired work and old event keys. Safe to run from any number of processes."""

    async def close(self) -> None:
        """Let go of the database's connections."""
