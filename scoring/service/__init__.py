"""The scorer over HTTP: one model, one inference thread, a small bounded queue in front."""
