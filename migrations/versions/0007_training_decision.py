"""What the gate judged of a run of retraining, and what the owner made of it.

Revision: 0007, after 0006. Only adds, so that a program of the version before runs on beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_NEW = ("findings", "page", "decision", "decided_at")


def upgrade() -> None:
    with op.batch_alter_table("training_run") as table:
        table.add_column(sa.Column("findings", sa.JSON(), nullable=True))
        table.add_column(sa.Column("page", sa.String(400), nullable=False, server_default=""))
        table.add_column(sa.Column("decision", sa.String(24), nullable=True))
        table.add_column(sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("training_run") as table:
        for name in _NEW:
            table.drop_column(name)
