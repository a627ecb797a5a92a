"""How the tests run: the same examples every time, with no clock watching a single one."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from bowerbird.machine import one_core_each

one_core_each()

settings.register_profile(
    "bowerbird",
    deadline=None,  # two cores shared by all tests: a slow example is no fault of the code
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("bowerbird")
