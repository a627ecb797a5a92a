"""Add the seals of heads, and the tallies. `bowerbird.store._sealing` fills them in when the log is opened with a key.

Adds only what is missing: someone may have set the version of the schema back.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column and the table."""
    there = sa.inspect(op.get_bind())
    if "seal" not in {column["name"] for column in there.get_columns("heads")}:
        op.add_column("heads", sa.Column("seal", sa.LargeBinary))
    if not there.has_table("tallies"):
        op.create_table(
            "tallies",
            sa.Column("writer", sa.String(80), primary_key=True),
            sa.Column("epoch", sa.BigInteger, nullable=False),
            sa.Column("facts", sa.BigInteger, nullable=False),
            sa.Column("streams", sa.BigInteger, nullable=False),
            sa.Column("total", sa.LargeBinary, nullable=False),
            sa.Column("seal", sa.LargeBinary, nullable=False),
        )


def downgrade() -> None:
    """Refuse: seals are never removed."""
    raise RuntimeError("the seals are not dropped")
