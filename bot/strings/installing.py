"""What somebody reads who installs the app from its page."""

from __future__ import annotations

from typing import Final

PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1.0625rem/1.55 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto 0;
  padding: 0 1.25rem; }}
h1 {{ font-size: 1.5rem; font-weight: 600; margin: 0 0 .6rem; }}
p {{ margin: 0 0 1rem; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{said}</p>
{again}
</main>
</body>
</html>
"""
AGAIN: Final = "Install Warmline"
YOUR_WORKSPACE: Final = "your workspace"
INSTALLED_TITLE: Final = "Warmline is installed"
INSTALLED: Final = (
    "Warmline is now in {name}. In Slack, type /empathy help, or open Warmline under Apps: on its "
    "Home tab a workspace admin sets the team up. You can close this page."
)
FAILED_TITLE: Final = "Warmline was not installed"
FAILED: Final = "Slack did not complete the installation. Nothing was changed; please begin again."
FAILURES: Final = {
    "access_denied": "You cancelled the installation, so nothing was changed.",
    "invalid_browser": (
        "This page was not opened by the browser that began the installation. Please begin again, "
        "and stay in one window until the end."
    ),
    "invalid_state": (
        "This installation was begun too long ago, or has been completed already. Please begin "
        "again if Warmline is not in your workspace."
    ),
    "storage_error": (
        "Warmline could not keep the installation because its database does not answer. Please "
        "try again in a minute."
    ),
}
NOT_INSTALLED: Final = (
    "Warmline is not installed in this workspace, or has been removed from it. A workspace admin "
    "can install it at {url}"
)
