"""Checks both manifests against Slack's own JSON schema for them, which you fetch yourself.

    slack=https://raw.githubusercontent.com/slackapi/manifest-schema/main
    curl -L -o schema.json $slack/schemas/manifest.schema.2.0.0.json
    .venv/bin/python scripts/check_manifest.py schema.json

The tests go by rules put down from it by hand (tests/unit/bot/manifest_rules.py): they need no
network. Run this when Slack has changed its schema, or the manifest has grown.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from jsonschema.validators import validator_for

from bot.manifest import http_manifest, read_manifest

MANIFESTS = {
    "one workspace": read_manifest(),
    "many, over HTTP": http_manifest("https://warmline.example"),
}


def main(asked: list[str]) -> int:
    """Tell what is wrong with each manifest."""
    if len(asked) != 1:
        print(__doc__)
        return 2
    schema = json.loads(Path(asked[0]).read_text("utf-8"))
    found = {name: faults(manifest, schema) for name, manifest in MANIFESTS.items()}
    for name, listed in found.items():
        print(f"{name}: {'; '.join(listed) or 'valid'}")
    return 1 if any(found.values()) else 0


def faults(manifest: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """Say what breaks the schema, each with where it stands."""
    validator = validator_for(schema)
    validator.check_schema(schema)
    found = validator(schema).iter_errors(manifest)
    return [f"{'/'.join(map(str, one.absolute_path))}: {one.message}" for one in found]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
