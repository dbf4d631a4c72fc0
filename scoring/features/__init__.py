"""The vocabulary of features, used by every other part."""
