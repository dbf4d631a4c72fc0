"""Two more switches, samples, suggestions and what became of them, outcomes, withdrawals, audit.

Revision: 0002, after 0001. Only adds, so that a program of the version before runs on beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NEW_TABLES = ("audit", "withdrawal", "text_sample", "offer")


def _pseudonym(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(64), nullable=nullable)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _name(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(24), nullable=nullable)


def _check_id() -> sa.Column[str]:
    return sa.Column("check_id", sa.String(32), nullable=False)


def _switch(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())


def _of_check(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["check_id"], ["check.id"], name=f"fk_{table}_check_id", ondelete="CASCADE"
    )


def upgrade() -> None:
    _add_columns()
    _add_offer()
    _add_text_sample()
    op.create_table(
        "withdrawal",
        _check_id(),
        _moment("withdrawn_at"),
        _moment("due_at"),
        sa.PrimaryKeyConstraint("check_id", name="pk_withdrawal"),
    )
    op.create_index("ix_withdrawal_due_at", "withdrawal", ["due_at"])
    op.create_table(
        "audit",
        sa.Column("id", sa.String(32), nullable=False),
        _moment("at"),
        _pseudonym("team", nullable=True),
        _pseudonym("member", nullable=True),
        _name("action"),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    for column in ("at", "team", "member"):
        op.create_index(f"ix_audit_{column}", "audit", [column])


def _add_columns() -> None:
    op.add_column("member", _switch("keep_samples"))
    op.add_column("member", _switch("train"))
    op.add_column("check", _moment("used_at", nullable=True))
    op.add_column("feedback", _name("outcome", nullable=True))
    op.add_column("feedback", _moment("settled_at", nullable=True))
    op.add_column("team_setting", _switch("customer_text"))
    op.add_column("team_setting", sa.Column("identity", sa.LargeBinary(), nullable=True))


def _add_offer() -> None:
    op.create_table(
        "offer",
        _check_id(),
        sa.Column("position", sa.Integer(), nullable=False),
        _name("kind"),
        _name("source"),
        sa.Column("overall", sa.Float(), nullable=False),
        sa.Column("delta", sa.Float(), nullable=False),
        _name("choice", nullable=True),
        _moment("chosen_at", nullable=True),
        sa.PrimaryKeyConstraint("check_id", "position", name="pk_offer"),
        _of_check("offer"),
    )


def _add_text_sample() -> None:
    op.create_table(
        "text_sample",
        _check_id(),
        _pseudonym("member"),
        _pseudonym("team"),
        sa.Column("reply", sa.LargeBinary(), nullable=False),
        sa.Column("customer", sa.LargeBinary(), nullable=True),
        sa.Column("redactor", sa.String(40), nullable=False),
        _moment("expires_at"),
        sa.PrimaryKeyConstraint("check_id", name="pk_text_sample"),
        _of_check("text_sample"),
        sa.ForeignKeyConstraint(
            ["member"], ["member.id"], name="fk_text_sample_member", ondelete="CASCADE"
        ),
    )
    for column in ("member", "team", "expires_at"):
        op.create_index(f"ix_text_sample_{column}", "text_sample", [column])


def downgrade() -> None:
    for table in NEW_TABLES:
        op.drop_table(table)
    for table, column in (
        ("team_setting", "identity"),
        ("team_setting", "customer_text"),
        ("feedback", "settled_at"),
        ("feedback", "outcome"),
        ("check", "used_at"),
        ("member", "train"),
        ("member", "keep_samples"),
    ):
        op.drop_column(table, column)
