"""How the page reads Slack's mrkdwn, tried in the browser itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.e2e

DRAW = """async ([text, names]) => {
  const { mrkdwn } = await import('/static/mrkdwn.js');
  const box = document.createElement('div');
  box.append(...mrkdwn(text, names));
  return box.innerHTML;
}"""
LINK = 'target="_blank" rel="noopener noreferrer"'
CASES = {
    "*bold* and _italic_ and ~gone~": "<strong>bold</strong> and <em>italic</em> and <s>gone</s>",
    "*bold _and italic_*": "<strong>bold <em>and italic</em></strong>",
    "2*3*4 and snake_case_name": "2*3*4 and snake_case_name",
    "* not bold*": "* not bold*",
    "*\u200bheld back*\u200b": "*\u200bheld back*\u200b",
    "`*code*`": "<code>*code*</code>",
    "```\na < b\n```": '<pre class="fence">a &lt; b\n</pre>',
    "one\ntwo": "one<br>two",
    "> said\n> so\nand on": "<blockquote>said<br>so</blockquote>and on",
    "&lt;b&gt; &amp;amp;": "&lt;b&gt; &amp;amp;",
    "<b>tag</b>": "btag/b",
    "<https://example.com/a|here>": f'<a href="https://example.com/a" {LINK}>here</a>',
    "<mailto:a@example.com|a@example.com>": (
        f'<a href="mailto:a@example.com" {LINK}>a@example.com</a>'
    ),
    "<javascript:alert(1)|here>": "here",
    "<@U1> in <#C1|inbox>, <!here>": (
        '<span class="mention">@Ana</span> in <span class="mention">#inbox</span>, '
        '<span class="mention">@here</span>'
    ),
    ":warning: and :no_such_emoji:": "⚠️ and :no_such_emoji:",
}


@pytest.fixture(scope="module")
def names() -> dict[str, dict[str, str]]:
    """Who is known by which id."""
    return {"U1": {"name": "Ana"}}


def test_mrkdwn_is_drawn_as_slack_draws_it(
    visit: Callable[..., Page], names: dict[str, dict[str, str]]
) -> None:
    """Styles, links, mentions, code and quotes; and nothing that could run."""
    page = visit()
    drawn = {text: page.evaluate(DRAW, [text, names]) for text in CASES}
    assert drawn == CASES


@pytest.mark.parametrize(
    "hostile",
    [
        "<img src=x onerror=alert(1)>",
        "*<script>alert(1)</script>*",
        '<https://example.com" onclick="alert(1)|x>',
        "&lt;img src=x onerror=alert(1)&gt;",
    ],
)
def test_nothing_in_a_text_becomes_an_element_that_runs(
    visit: Callable[..., Page], hostile: str
) -> None:
    """No script, no picture, no handler, whatever was written."""
    page = visit()
    html = page.evaluate(DRAW, [hostile, {}])
    found = page.evaluate(
        """(html) => {
          const box = new DOMParser().parseFromString(html, 'text/html').body;
          return [...box.querySelectorAll('*')].some((node) =>
            ['SCRIPT', 'IMG'].includes(node.tagName)
            || [...node.attributes].some((each) => each.name.startsWith('on')));
        }""",
        html,
    )
    assert found is False
