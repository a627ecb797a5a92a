"""Add the archives of old facts. `bowerbird.store.archiving` fills them.

Adds only what is missing: someone may have set the version of the schema back.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables."""
    bind = op.get_bind()
    there = sa.inspect(bind)
    if not there.has_table("archives"):
        op.create_table(
            "archives",
            sa.Column("id", sa.Integer, primary_key=True),
            sa.Column("data", sa.LargeBinary, nullable=False),
        )
    if not there.has_table("archived"):
        op.create_table(
            "archived",
            sa.Column("stream", sa.String(80), primary_key=True),
            sa.Column("last", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("first", sa.Integer, nullable=False),
            sa.Column("archive", sa.Integer, nullable=False),
            sa.Column("moved", sa.Boolean(create_constraint=False), nullable=False),
            sa.Column("digest", sa.LargeBinary, nullable=False),
            sqlite_with_rowid=False,
        )
        waiting = sa.text("NOT moved")
        op.create_index("ix_archived_waiting", "archived", ["stream"], sqlite_where=waiting, postgresql_where=waiting)
    if bind.dialect.name == "postgresql":
        # An archive is pressed already. And what was moved to one leaves room among the facts, which should be used
        # again soon: by default PostgreSQL waits until a fifth of the table is free.
        op.execute("ALTER TABLE archives ALTER COLUMN data SET STORAGE EXTERNAL")
        op.execute("ALTER TABLE facts SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000)")


def downgrade() -> None:
    """Refuse: archives have facts."""
    raise RuntimeError("the archives are not dropped")
