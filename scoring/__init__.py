"""The model side: text in, score, reasons and edits out. Knows nothing of Slack or the database."""
