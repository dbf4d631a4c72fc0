#!/usr/bin/env bash
# Every test. PostgreSQL is started for the run where it is installed; what is missing is skipped in
# sight of everyone, or fails with WARMLINE_REQUIRE_ALL=1.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${WARMLINE_TEST_POSTGRES:-}" ]; then
  if started="$(scripts/postgres.sh start 2>/dev/null)"; then
    export WARMLINE_TEST_POSTGRES="$started"
    trap 'scripts/postgres.sh stop "$started" || true' EXIT
  else
    echo "No PostgreSQL here: its tests are skipped (apt-get install postgresql)."
  fi
fi
# What can't be everywhere is chosen by marker: run it with `-m gpu` or `-m fetched`.
.venv/bin/pytest -m "not gpu and not fetched" "$@"
