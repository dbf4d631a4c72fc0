#!/usr/bin/env bash
# A throw-away PostgreSQL server for the tests, from Debian's own binaries. Works as root too.
#
#   export WARMLINE_TEST_POSTGRES="$(scripts/postgres.sh start)"
#   make test
#   scripts/postgres.sh stop "$WARMLINE_TEST_POSTGRES"
#
# It listens on 127.0.0.1 alone, trusts everybody there and does not wait for the disk: use it for
# nothing but tests.
set -euo pipefail

fail() { echo "postgres.sh: $*" >&2; exit 1; }

binaries() {
  local found
  found="$(ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin 2>/dev/null | sort -V | tail -n 1)"
  if [ -n "$found" ] && [ -x "$found/initdb" ]; then echo "$found"; return; fi
  found="$(command -v initdb || true)"
  [ -n "$found" ] || fail "PostgreSQL is not installed; try: apt-get install -y postgresql"
  dirname "$found"
}

# The server refuses to run as root; Debian's package brings a user for it.
as_server() {
  if [ "$(id -u)" -ne 0 ]; then "$@"; else runuser -u postgres -- "$@"; fi
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

start() {
  local bin folder port
  bin="$(binaries)"
  if [ "$(id -u)" -eq 0 ]; then id postgres >/dev/null 2>&1 || fail "there is no user postgres"; fi
  folder="$(mktemp -d "${TMPDIR:-/tmp}/warmline-postgres.XXXXXX")"
  if [ "$(id -u)" -eq 0 ]; then chown postgres "$folder"; fi
  cd "$folder"
  as_server "$bin/initdb" --pgdata="$folder/data" --username=postgres --auth=trust \
    --encoding=UTF8 --locale=C --no-sync >"$folder/initdb.log" || fail "see $folder/initdb.log"
  port="$(free_port)"
  as_server "$bin/pg_ctl" start --pgdata="$folder/data" --log="$folder/data/server.log" --wait \
    --options="-h 127.0.0.1 -p $port -k $folder -c fsync=off -c synchronous_commit=off" \
    >/dev/null || fail "see $folder/data/server.log"
  echo "postgresql://postgres@127.0.0.1:$port/postgres"
}

stop() {
  local bin data
  bin="$(binaries)"
  data="$("$bin/psql" --no-psqlrc --tuples-only --no-align --dbname="$1" --command="SHOW data_directory")"
  case "$data" in
    */warmline-postgres.*/data) ;;
    *) fail "$1 was not started by this script, so it is left running" ;;
  esac
  cd /
  as_server "$bin/pg_ctl" stop --pgdata="$data" --mode=immediate --wait >/dev/null
  rm -rf "$(dirname "$data")"
}

case "${1:-}" in
  start) start ;;
  stop) [ -n "${2:-}" ] || fail "usage: scripts/postgres.sh stop URL"; stop "$2" ;;
  *) fail "usage: scripts/postgres.sh start | stop URL" ;;
esac
