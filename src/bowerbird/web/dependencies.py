"""The types of what request handlers get injected, by parameter name. `app` provides them."""

from __future__ import annotations

from litestar.di import NamedDependency

from bowerbird.desk.desk import Desk
from bowerbird.hall.hall import Hall
from bowerbird.hall.recovery import RecoveryCodes
from bowerbird.hall.sign_ins import SignIns
from bowerbird.hall.work_queue import WorkQueue
from bowerbird.web.security.limits import RateLimiter
from bowerbird.web.security.proxy import Deployment
from bowerbird.web.security.sessions import Sessions

__all__ = [
    "TheDeployment",
    "TheDesk",
    "TheHall",
    "TheLimiter",
    "TheRecovery",
    "TheSessions",
    "TheSignIns",
    "TheWork",
]

TheHall = NamedDependency[Hall]
TheDesk = NamedDependency[Desk]
TheSessions = NamedDependency[Sessions]
TheLimiter = NamedDependency[RateLimiter]
TheRecovery = NamedDependency[RecoveryCodes]
TheWork = NamedDependency[WorkQueue]
TheSignIns = NamedDependency[SignIns]
TheDeployment = NamedDependency[Deployment]
