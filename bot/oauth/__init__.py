"""Many workspaces: installing by OAuth, a token for each, and Slack's requests over HTTP."""
