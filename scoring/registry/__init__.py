"""Models as data: published base weights, and where their files are kept."""
