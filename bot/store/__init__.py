"""The bot's memory, and the only SQL of the project.

``base`` says what the store does and ``values`` what it takes and gives; ``sql.open_store`` opens
it; ``schema.upgrade`` makes its tables.
"""
