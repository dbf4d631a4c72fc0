"""What a lead sets up for a team: its name, when and where its report comes, who leads it."""

from __future__ import annotations

from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

__all__ = ["NAME_MAX", "ReportTime", "TeamSetup"]

NAME_MAX = 80


@dataclass(frozen=True, slots=True)
class ReportTime:
    """Where and when the weekly report comes.

    Attributes:
        channel_id: The channel it is posted in; empty: to each lead's direct messages.
        weekday: 0 for Monday to 6 for Sunday.
        hour: 0 to 23, in ``timezone``, summer time included.
        timezone: IANA name, such as ``Europe/London``.
    """

    channel_id: str
    weekday: int
    hour: int
    timezone: str

    def __post_init__(self) -> None:
        if not 0 <= self.weekday <= 6:
            raise ValueError("weekday must be 0 to 6")
        if not 0 <= self.hour <= 23:
            raise ValueError("hour must be 0 to 23")
        ZoneInfo(self.timezone)


@dataclass(frozen=True, slots=True)
class TeamSetup:
    """A team as its lead set it up; all of it empty until then.

    Attributes:
        name: What the team is called in its report.
        report: Where and when the report comes; None: there is none.
        leads: Slack ids of the people who may read reports and change this.
    """

    name: str = ""
    report: ReportTime | None = None
    leads: frozenset[str] = field(default=frozenset(), repr=False)

    def __post_init__(self) -> None:
        if len(self.name) > NAME_MAX:
            raise ValueError(f"name must have at most {NAME_MAX} characters")
