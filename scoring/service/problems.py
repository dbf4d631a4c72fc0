"""Errors as RFC 9457 problem documents; none of them ever repeats what the caller wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from scoring.contract import CheckItem, CheckRequest, Problem
from scoring.errors import ScorerError, UnavailableError

__all__ = [
    "MEDIA_TYPE",
    "ProblemError",
    "declared",
    "handle_errors",
    "problem_response",
    "validation_problem",
]

MEDIA_TYPE = "application/problem+json"

_TITLES = {
    400: "The body is not JSON",
    401: "A bearer token is needed",
    404: "No such address",
    405: "This address does not take that method",
    408: "The body did not arrive in time",
    413: "The body is too large",
    415: "The body must be JSON",
    422: "The request does not fit the contract",
    500: "The scorer failed",
    503: "The scorer is not available",
    504: "The check took too long",
}
#: Field names a message may repeat; any other key of a body is the caller's own text.
_FIELDS = {*CheckRequest.model_fields, *CheckItem.model_fields}


class ProblemError(ScorerError):
    """A request that is answered with a problem document.

    Attributes:
        status: HTTP status, 400-599.
        headers: Extra response headers.
    """

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = dict(headers or {})


def declared(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The ``responses=`` of a route: each status as a problem document."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": _TITLES[status], "content": {MEDIA_TYPE: {"schema": schema}}}
        for status in statuses
    }


def problem_response(
    status: int,
    detail: str,
    *,
    title: str | None = None,
    request_id: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Build the problem document; ``instance`` carries the request's id."""
    problem = Problem(
        title=title or _TITLES.get(status, "The request failed"),
        status=status,
        detail=detail,
        instance=f"urn:request:{request_id}" if request_id else None,
    )
    body = problem.model_dump_json(exclude_none=True)
    return Response(body, status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def validation_problem(errors: Sequence[Mapping[str, Any]]) -> ProblemError:
    """Say what the first error is and how many more there are, by place, not by content."""
    first = errors[0]
    place = "/".join(_safe(part) for part in first["loc"] if part != "body") or "the body"
    more = f" ({len(errors) - 1} more)" if len(errors) > 1 else ""
    return ProblemError(422, f"{place}: {_reason(first)}{more}.")


def _safe(part: object) -> str:
    if isinstance(part, int) or part in _FIELDS:
        return str(part)
    return "(unknown key)"


def _reason(error: Mapping[str, Any]) -> str:
    """Pydantic's own sentence for the kinds whose sentence holds no input, else the kind."""
    known = ("missing", "string_", "list_", "bool_", "too_long", "too_short", "model_", "extra_")
    kind = str(error["type"])
    return str(error["msg"]) if kind.startswith(known) else f"not valid ({kind})"


def handle_errors(app: FastAPI) -> None:
    """Answer everything that can be raised in a route with a problem document."""

    async def on_problem(request: Request, error: Exception) -> Response:
        return _answer(request, error)

    for kind in (ScorerError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, on_problem)


def _answer(request: Request, error: Exception) -> Response:
    request_id = request.scope.get("request_id")
    if isinstance(error, RequestValidationError):
        error = validation_problem(error.errors())
    if isinstance(error, ProblemError):
        return problem_response(
            error.status, str(error), request_id=request_id, headers=error.headers
        )
    if isinstance(error, HTTPException):
        detail = _TITLES.get(error.status_code, "The request failed") + "."
        return problem_response(
            error.status_code, detail, request_id=request_id, headers=error.headers
        )
    if isinstance(error, UnavailableError):
        return problem_response(
            error.status,
            str(error),
            title=error.title,
            request_id=request_id,
            headers={"Retry-After": str(error.retry_after)},
        )
    return problem_response(500, str(error), request_id=request_id)
