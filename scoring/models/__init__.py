"""Models: text pairs in, predictions out. The only part of serving that needs torch."""
