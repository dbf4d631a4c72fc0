"""Training: rated drafts in, a model version out. Never sees the database or Slack."""
