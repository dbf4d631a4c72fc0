"""Every run of retraining: who, why, what came of it.

Revision: 0006, after 0005. Only adds, so that a program of the version before runs on beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "training_run",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.String(100), nullable=False),
        sa.Column("why", sa.String(400), nullable=False),
        sa.Column("examples", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.String(100), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=True),
        sa.Column("promoted", sa.Boolean(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_training_run"),
    )
    op.create_index("ix_training_run_started_at", "training_run", ["started_at"])


def downgrade() -> None:
    op.drop_table("training_run")
