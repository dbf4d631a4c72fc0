"""The service and its published description agree: schemathesis makes up requests from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.schemas import BaseSchema

from scoring.service.app import create_app
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker
from tests.doubles.server import serving

APP = create_app(DoubleChecker, Settings(batch_ms=0, max_items=8))
OPERATIONS = ["POST /v1/check", "GET /healthz", "GET /readyz", "GET /metrics"]


@pytest.fixture(scope="module")
def api() -> Iterator[BaseSchema]:
    """The description that a real server gives, its model loaded."""
    with serving(APP) as url:
        yield schemathesis.openapi.from_url(f"{url}/openapi.json")


@pytest.mark.parametrize("label", OPERATIONS)
def test_answers_as_described(api: BaseSchema, label: str) -> None:
    """Every answer, to good and bad requests, has a described status, type and shape."""
    method, path = label.split()
    operation = api[path][method]
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)

    @settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=HealthCheck)
    @given(st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes)))
    def run(case: schemathesis.Case) -> None:
        case.call_and_validate()

    run()


def test_every_operation_is_tried(api: BaseSchema) -> None:
    """The list above is what the description has."""
    assert sorted(o.ok().label for o in api.get_all_operations()) == sorted(OPERATIONS)


def test_describes_every_way_a_check_can_end() -> None:
    """Each error of a check is declared as a problem document."""
    responses = APP.openapi()["paths"]["/v1/check"]["post"]["responses"]
    errors = {status: body for status, body in responses.items() if status != "200"}
    assert set(errors) == {"400", "408", "413", "415", "422", "500", "503", "504"}
    for body in errors.values():
        [(kind, content)] = body["content"].items()
        assert kind == "application/problem+json"
        assert content["schema"] == {"$ref": "#/components/schemas/Problem"}


def test_describes_the_token_when_there_is_one(tmp_path: Path) -> None:
    """With a token, the scheme and 401 are declared; without, neither is."""
    token = tmp_path / "token"
    token.write_text("a-long-enough-token")
    token.chmod(0o600)
    described = create_app(DoubleChecker, Settings(token_file=token)).openapi()
    check = described["paths"]["/v1/check"]["post"]
    assert check["security"] == [{"token": []}]
    assert "401" in check["responses"]
    assert described["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert "securitySchemes" not in APP.openapi()["components"]


def test_the_body_of_a_check_is_described() -> None:
    """The hand-parsed body is in the description with its parts."""
    document = APP.openapi()
    post = document["paths"]["/v1/check"]["post"]
    body = post["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/CheckRequest"}
    request = document["components"]["schemas"]["CheckRequest"]
    assert request["properties"]["items"]["maxItems"] == 8
    item = document["components"]["schemas"]["CheckItem"]
    assert item["required"] == ["reply"]
