"""Add the owners of tables and events, for processes that share a database."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table of leases."""
    op.create_table(
        "leases",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("holder", sa.String(80), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_leases_holder", "leases", ["holder"])


def downgrade() -> None:
    """Drop it: leases are not worth keeping."""
    op.drop_table("leases")
