"""What runs by the clock. ``schedule`` says what and when, as data."""
