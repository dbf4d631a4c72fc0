"""The published description of the service, at ``/openapi.json``.

The body of a check is parsed by hand (strict UTF-8, no echo of the text), so its schema is added to
what FastAPI derives by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from scoring.contract import CheckRequest, Problem

__all__ = ["CHECK_BODY", "install"]

_REF = "#/components/schemas/{model}"
#: ``openapi_extra`` of the check route.
CHECK_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": _REF.format(model="CheckRequest")}}},
    }
}


def install(app: FastAPI, *, with_token: bool, max_items: int) -> None:
    """Let the app describe itself completely.

    Args:
        app: The app.
        with_token: Whether callers need a token.
        max_items: The service's own cap, which may lie under the contract's.
    """
    app.openapi = _describer(app, with_token, max_items)  # type: ignore[method-assign]


def _describer(app: FastAPI, with_token: bool, max_items: int) -> Callable[[], dict[str, Any]]:
    def describe() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _describe(app, with_token, max_items)
        return app.openapi_schema

    return describe


def _describe(app: FastAPI, with_token: bool, max_items: int) -> dict[str, Any]:
    document = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    parts = document.setdefault("components", {})
    schemas = parts.setdefault("schemas", {})
    for model in (CheckRequest, Problem):
        schema = model.model_json_schema(ref_template=_REF)
        schemas.update(schema.pop("$defs", {}))
        schemas[model.__name__] = schema
    schemas["CheckRequest"]["properties"]["items"]["maxItems"] = max_items
    if with_token:
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        for path in ("/v1/check", "/metrics"):
            for operation in document["paths"][path].values():
                operation["security"] = [{"token": []}]
    return document
