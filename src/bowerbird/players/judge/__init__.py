"""The judge: what each choice of a decision is worth, how sure that is, and why."""

from bowerbird.extras import needs

with needs("bots"):
    from bowerbird.players.judge.judge import judge
    from bowerbird.players.judge.judgement import Choice, Evidence, Judgement

__all__ = ["Choice", "Evidence", "Judgement", "judge"]
