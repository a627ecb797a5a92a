"""Every address of the JSON interface through schemathesis: whatever is asked, the answer is in words and is no 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error

from kit.amount import amount
from web.conftest import in_a_thread

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with in_a_thread(tmp_path_factory.mktemp("hall")) as where:
        yield where


@pytest.fixture(scope="module")
def cookie(address: str) -> str:
    with httpx.Client(base_url=address, headers={"X-Bowerbird": "1"}, trust_env=False) as client:
        client.post("/api/guest", json={"name": "Al"}).raise_for_status()
        return client.cookies["bowerbird"]


@pytest.fixture(scope="module")
def interface(address: str) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{address}/schema/openapi.json", timeout=60)  # a busy machine


#: Addresses that need a link of an event are tried with links that are good, in a test of their own.
schema = schemathesis.pytest.from_fixture("interface").exclude(path_regex="token")


@schema.parametrize()
@settings(max_examples=amount(4, full=15))
def test_no_address_fails(case: Case[Any], cookie: str) -> None:
    response = case.call(headers={"X-Bowerbird": "1"}, cookies={"bowerbird": cookie})
    case.validate_response(response, checks=[not_a_server_error])
    if response.status_code >= 400:
        assert response.json()["why"], "every refusal says why"
