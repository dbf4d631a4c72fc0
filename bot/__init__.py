"""Warmline's Slack side: the process that people talk to."""
