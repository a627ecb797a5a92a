"""Reasons in words that are true: computed from the worlds in which a judgement tried the choices."""

from bowerbird.players.judge.reasons.reason import Reason, Reasons, reason

__all__ = ["Reason", "Reasons", "reason"]
