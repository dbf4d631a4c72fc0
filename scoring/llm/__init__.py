"""A local language model, where one is set up: a server's or one in this process."""
