"""Create the log: facts with their chain of digests, the heads of streams, and the leases of processes.

The first release. Databases of version 0.1, which was never released, have the revisions 0001 to 0003.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "facts",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.LargeBinary),
    )
    op.create_table(
        "heads",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("holder", sa.String(80), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_leases_holder", "leases", ["holder"])


def downgrade() -> None:
    """Refuse: facts are never deleted."""
    raise RuntimeError("the log is not dropped")
