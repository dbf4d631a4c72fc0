"""Text as the model sees it: cleaned, masked, split, with the way back to the original."""
