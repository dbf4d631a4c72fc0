"""Where the app is installed, with its tokens sealed.

Revision: 0005, after 0004. Only adds, so that a program of the version before runs on beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "installation",
        sa.Column("team", sa.String(64), nullable=False),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.Column("access", sa.LargeBinary(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("refresh_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("installed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("team", name="pk_installation"),
    )


def downgrade() -> None:
    op.drop_table("installation")
