"""Pure builders: a result in, Block Kit out."""
