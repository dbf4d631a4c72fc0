"""Measurements of a model: behaviour cases, benchmark sets, speed."""
