"""The first tables: people, events, work in flight, checks, feedback, team settings.

Revision: 0001, after nothing.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _pseudonym(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(64), nullable=False)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _name(name: str, *, nullable: bool = False) -> sa.Column[str]:
    # A name from a fixed list. Checked in Python: neither database can change such a list without
    # rebuilding the column.
    return sa.Column(name, sa.String(24), nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "member",
        _pseudonym("id"),
        _pseudonym("team"),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.Column("checks_count", sa.Boolean(), nullable=False),
        _moment("told_at", nullable=True),
        _moment("created_at"),
        sa.PrimaryKeyConstraint("id", name="pk_member"),
    )
    op.create_index("ix_member_team", "member", ["team"])

    op.create_table(
        "event_seen",
        _pseudonym("key"),
        _moment("seen_at"),
        sa.Column("work_id", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("key", name="pk_event_seen"),
    )
    op.create_index("ix_event_seen_seen_at", "event_seen", ["seen_at"])

    op.create_table(
        "work_item",
        sa.Column("id", sa.String(32), nullable=False),
        _pseudonym("member"),
        sa.Column("kind", sa.String(40), nullable=False),
        _name("state"),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.Column("worker", sa.String(100), nullable=True),
        _moment("lease_until", nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("error_id", sa.String(40), nullable=True),
        _moment("created_at"),
        _moment("expires_at"),
        sa.PrimaryKeyConstraint("id", name="pk_work_item"),
        sa.ForeignKeyConstraint(
            ["member"], ["member.id"], name="fk_work_item_member", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_work_item_expires_at", "work_item", ["expires_at"])
    op.create_index("ix_work_item_member", "work_item", ["member"])
    op.create_index("ix_work_item_state_lease_until", "work_item", ["state", "lease_until"])

    op.create_table(
        "check",
        sa.Column("id", sa.String(32), nullable=False),
        _pseudonym("member"),
        _pseudonym("team"),
        sa.Column("session_id", sa.String(100), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        _moment("checked_at"),
        _name("channel_kind"),
        sa.Column("overall", sa.Float(), nullable=True),
        sa.Column("interval_low", sa.Float(), nullable=True),
        sa.Column("interval_high", sa.Float(), nullable=True),
        _name("band", nullable=True),
        sa.Column("need", sa.Float(), nullable=False),
        _name("abstained", nullable=True),
        sa.Column("features", sa.JSON(), nullable=False),
        sa.Column("flags", sa.JSON(), nullable=False),
        sa.Column("model_id", sa.String(100), nullable=False),
        sa.Column("model_sha256", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_check"),
        sa.ForeignKeyConstraint(
            ["member"], ["member.id"], name="fk_check_member", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_check_member_session_id", "check", ["member", "session_id"])
    op.create_index("ix_check_team_checked_at", "check", ["team", "checked_at"])

    op.create_table(
        "feedback",
        sa.Column("check_id", sa.String(32), nullable=False),
        _name("thumb", nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("reasons", sa.JSON(), nullable=True),
        sa.Column("disputed_feature", sa.String(64), nullable=True),
        _moment("created_at"),
        _moment("updated_at"),
        sa.PrimaryKeyConstraint("check_id", name="pk_feedback"),
        sa.ForeignKeyConstraint(
            ["check_id"], ["check.id"], name="fk_feedback_check_id", ondelete="CASCADE"
        ),
    )

    op.create_table(
        "team_setting",
        _pseudonym("team"),
        sa.Column("escalation_text", sa.Text(), nullable=True),
        sa.Column("guidelines", sa.Text(), nullable=True),
        _moment("updated_at"),
        sa.PrimaryKeyConstraint("team", name="pk_team_setting"),
    )


def downgrade() -> None:
    for table in ("team_setting", "feedback", "check", "work_item", "event_seen", "member"):
        op.drop_table(table)
