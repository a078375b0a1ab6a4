"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    _incarnation()
    _accounts()
    _matches()
    _hidden_and_private()
    _history()


def _incarnation() -> None:
    op.create_table(
        "incarnation",
        sa.Column("epoch", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("epoch", name="pk_incarnation"),
    )


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("skeleton", sa.String(length=16), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("skeleton", name="uq_accounts_skeleton"),
    )
    op.create_table(
        "keys",
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("added", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_keys_account"),
        sa.PrimaryKeyConstraint("fingerprint", name="pk_keys"),
    )
    op.create_index("ix_keys_account", "keys", ["account"])
    op.create_table(
        "codes",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_codes_account"),
        sa.PrimaryKeyConstraint("digest", name="pk_codes"),
    )
    op.create_table(
        "shuns",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_shuns_account"),
        sa.ForeignKeyConstraint(["other"], ["accounts.id"], name="fk_shuns_other"),
        sa.PrimaryKeyConstraint("account", "other", "kind", name="pk_shuns"),
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("started", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_ended", "matches", ["ended"])
    op.create_table(
        "events",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("fact", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_events_match"),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_events"),
        sa.UniqueConstraint("match", "command", name="uq_events_match"),
    )


def _hidden_and_private() -> None:
    op.create_table(
        "shuffles",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("cut_a", sa.LargeBinary(), nullable=False),
        sa.Column("cut_b", sa.LargeBinary(), nullable=False),
        sa.Column("deck", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_shuffles_match"),
        sa.PrimaryKeyConstraint("match", "deal", name="pk_shuffles"),
    )
    op.create_table(
        "desks",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.String(length=1), nullable=False),
        sa.Column("desk", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_desks_match"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_desks"),
    )
    op.create_table(
        "guest_seats",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.String(length=1), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_guest_seats"),
        sa.UniqueConstraint("digest", name="uq_guest_seats_digest"),
    )


def _history() -> None:
    op.create_table(
        "finished",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_finished_match"),
        sa.PrimaryKeyConstraint("match", name="pk_finished"),
    )
    op.create_index("ix_finished_ended", "finished", ["ended"])
    op.create_table(
        "sides",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.String(length=1), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("gins", sa.Integer(), nullable=False),
        sa.Column("undercuts", sa.Integer(), nullable=False),
        sa.Column("deadwood", sa.Integer(), nullable=False),
        sa.Column("showdowns", sa.Integer(), nullable=False),
        sa.Column("game_1", sa.Boolean(), nullable=True),
        sa.Column("game_2", sa.Boolean(), nullable=True),
        sa.Column("game_3", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_sides_account"),
        sa.ForeignKeyConstraint(["match"], ["finished.match"], name="fk_sides_match"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_sides"),
    )
    op.create_index("ix_sides_account", "sides", ["account"])
    op.create_table(
        "ratings",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("ladder", sa.String(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_ratings_account"),
        sa.PrimaryKeyConstraint("account", "ladder", name="pk_ratings"),
    )
