"""Who leads a table or an event, where many processes share a database."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table of leases."""
    op.create_table(
        "leases",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("holder", sa.String(80), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_leases_holder", "leases", ["holder"])


def downgrade() -> None:
    """Nothing of value is in it."""
    op.drop_table("leases")
