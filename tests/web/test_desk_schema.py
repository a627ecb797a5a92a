"""The desk's addresses through schemathesis with links that are good: whatever is asked, the answer is no 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error

from kit.amount import amount
from web.conftest import in_a_thread

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A hall whose looks do not wait for news."""
    with pytest.MonkeyPatch.context() as patch, in_a_thread(tmp_path_factory.mktemp("hall")) as where:
        patch.setattr("bowerbird.web.desk.api._PATIENCE", 0.01)
        yield where


@pytest.fixture(scope="module")
def tokens(address: str) -> dict[str, str]:
    """A link of each kind to an evening in its first round, and one to a season."""
    with httpx.Client(base_url=address, headers={"X-Bowerbird": "1"}, trust_env=False) as client:
        client.post("/api/guest", json={"name": "Director"}).raise_for_status()
        made = client.post("/api/events", json={"rules": "ccc", "key": "k", "trial": 9}).json()
        desk = made["link"].rpartition("/")[2]
        for number, body in enumerate(({"what": "check-in", "names": "all"}, {"what": "seat"})):
            client.post(f"/api/desk/{desk}/do", json={**body, "key": str(number)}).raise_for_status()
        links = client.get(f"/api/desk/{desk}/view").json()["links"]
        season = client.post("/api/seasons", json={"title": "S", "rules": "ccc", "key": "s"}).json()
        found = {
            "director": desk,
            "player": next(iter(links["players"].values())),
            "table": links["tables"]["1"],
            "sign-up": links["sign_up"],
            "public": links["public"],
            "season": season["link"],
        }
        return {role: link.rpartition("/")[2] for role, link in found.items()}


@pytest.fixture(scope="module")
def interface(address: str) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{address}/schema/openapi.json")


schema = schemathesis.pytest.from_fixture("interface").include(path_regex="token")


@schema.parametrize()
@settings(max_examples=amount(4, full=12), phases=[Phase.generate])
def test_no_address_of_the_desk_fails(case: Case[Any], tokens: dict[str, str]) -> None:
    roles = ["season"] if "/season" in case.path else [role for role in tokens if role != "season"]
    role = roles[len(f"{case.body!r}{case.query!r}") % len(roles)]  # each link gets its part of whatever comes
    case.path_parameters["token"] = tokens[role]
    response = case.call(headers={"X-Bowerbird": "1"})
    case.validate_response(response, checks=[not_a_server_error])
    if response.status_code >= 400:
        assert response.json()["why"], "every refusal says why"
