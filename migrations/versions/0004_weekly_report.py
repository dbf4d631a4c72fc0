"""What the weekly report needs: weakest and strongest of a check, runs of jobs, anchors, reports.

Revision: 0004, after 0003. Only adds, so that a program of the version before runs on beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NEW_TABLES = ("weekly_report", "model_event", "anchor_score", "job_run")


def _moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _text(name: str, length: int, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=nullable)


def upgrade() -> None:
    op.add_column("check", sa.Column("weakest", sa.JSON(), nullable=True))
    op.add_column("check", sa.Column("strengths", sa.JSON(), nullable=True))
    _add_job_run()
    op.create_table(
        "anchor_score",
        _text("week", 8),
        _text("anchor", 32),
        sa.Column("overall", sa.Float(), nullable=False),
        _text("model_id", 100),
        sa.PrimaryKeyConstraint("week", "anchor", name="pk_anchor_score"),
    )
    op.create_table(
        "model_event",
        _moment("at"),
        _text("model_id", 100),
        _text("before", 100),
        sa.PrimaryKeyConstraint("at", name="pk_model_event"),
    )
    op.create_table(
        "weekly_report",
        _text("team", 64),
        _text("week", 8),
        sa.Column("document", sa.JSON(), nullable=False),
        _moment("made_at"),
        sa.PrimaryKeyConstraint("team", "week", name="pk_weekly_report"),
    )
    op.create_index("ix_weekly_report_made_at", "weekly_report", ["made_at"])


def _add_job_run() -> None:
    op.create_table(
        "job_run",
        _text("name", 100),
        _text("slot", 40),
        _text("worker", 100),
        sa.Column("attempts", sa.Integer(), nullable=False),
        _moment("started_at"),
        _moment("heartbeat_at"),
        _moment("finished_at", nullable=True),
        _text("error_id", 40, nullable=True),
        sa.PrimaryKeyConstraint("name", "slot", name="pk_job_run"),
    )
    op.create_index("ix_job_run_started_at", "job_run", ["started_at"])


def downgrade() -> None:
    for table in NEW_TABLES:
        op.drop_table(table)
    op.drop_column("check", "strengths")
    op.drop_column("check", "weakest")
