"""What a lead sets up for a team: its name, when and where its report comes, who leads it.

Revision: 0003, after 0002. Only adds, so that a program of the version before runs on beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "member", sa.Column("lead", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    for column in _of_team():
        op.add_column("team_setting", column)


def downgrade() -> None:
    for column in reversed(_of_team()):
        op.drop_column("team_setting", column.name)
    op.drop_column("member", "lead")


def _of_team() -> list[sa.Column]:
    return [
        sa.Column("name", sa.String(80), nullable=True),
        sa.Column("report_channel", sa.String(32), nullable=True),
        sa.Column("report_weekday", sa.Integer(), nullable=True),
        sa.Column("report_hour", sa.Integer(), nullable=True),
        sa.Column("report_timezone", sa.String(64), nullable=True),
    ]
