"""A local double of Slack with a browser page: the whole app without a workspace or a token.

::

    person ── page/ or driver ──▶ deliver ──▶ socket ──▶ the app (real slack-bolt)
       ▲                                                    │
       └────────── state ◀── validate ◀── web_api ◀─────────┘

The app runs unchanged; only ``base_url`` points here. What it sends is checked as Slack checks it.
"""
