"""Code and manifest agree, and nothing that can be clicked goes unheard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import build
from bot.blocks import views
from bot.blocks.card import Card
from bot.blocks.disputes import disputes_view
from bot.blocks.home import Home, home_view
from bot.blocks.privacy import privacy_blocks, stored_view
from bot.blocks.report import report_home_view
from bot.blocks.retrain import compare_view, verdict_blocks
from bot.blocks.setup import setup_view
from bot.blocks.state import CardState
from bot.conversations import step_outputs
from bot.ids import COMMAND, SUBMITTED_VIEWS, ActionId, FieldId, Shortcut, Step, ViewId
from bot.listeners import register
from bot.manifest import bot_scopes, read_manifest
from bot.profiles import Profile
from bot.report.build import build as build_report
from bot.store.base import Consent, Dispute, Stored, TeamSettings, TeamSetup
from bot.store.learning import TrainingRun
from bot.strings.talk import PROMPTS
from tests.unit.bot.blocks.results import DRAFT, abstained, result_for
from tests.unit.bot.report.drafts import around, window

A_DAY = datetime(2026, 11, 30, 9, tzinfo=UTC)


@dataclass
class Recorder:
    """Takes the place of the app and notes what is registered."""

    commands: list[str] = field(default_factory=list)
    shortcuts: list[tuple[str, str]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    submissions: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    guards: list[Any] = field(default_factory=list)
    errors: list[Any] = field(default_factory=list)

    def command(self, name: str) -> Any:
        """Note a command."""
        self.commands.append(name)
        return lambda handler: handler

    def shortcut(self, constraint: dict[str, str]) -> Any:
        """Note a shortcut with its kind."""
        self.shortcuts.append((constraint["type"], constraint["callback_id"]))
        return lambda handler: handler

    def action(self, name: str) -> Any:
        """Note an action."""
        self.actions.append(name)
        return lambda handler: handler

    def view(self, name: str) -> Any:
        """Note a submission."""
        self.submissions.append(name)
        return lambda handler: handler

    def event(self, name: str, **_: Any) -> Any:
        """Note an event."""
        self.events.append(name)
        return lambda handler: handler

    def function(self, name: str, **_: Any) -> Any:
        """Note a step of a workflow."""
        self.steps.append(name)
        return lambda handler: handler

    def use(self, guard: Any) -> None:
        """Note what stands before every listener."""
        self.guards.append(guard)

    def error(self, handler: Any) -> None:
        """Note the error handler."""
        self.errors.append(handler)


@pytest.fixture
def heard() -> Recorder:
    """What the listeners register."""
    recorder = Recorder()
    # Registering touches none of what listeners work with.
    nobody = SimpleNamespace(store=None, clock=None, candidates=None, install_url="")
    register(recorder, nobody)  # type: ignore[arg-type]
    return recorder


def every_view() -> list[dict[str, Any]]:
    """Build each view once, with everything in it."""
    meta = views.InputMeta(session_id="s")
    result = result_for(DRAFT)
    card = Card(result=result, draft=DRAFT, state=CardState("c"), first_use=True)
    return [
        views.input_view(meta),
        views.working_view(),
        views.still_working_view("c"),
        views.result_view(card),
        views.error_view("Sorry.", "id", "c"),
        views.loading_view("Why"),
        views.features_view(result),
        views.why_view(result),
        views.use_view(meta.model_copy(update={"check_id": "c", "position": 0}), DRAFT),
        views.disagree_view(views.DisagreeMeta(state="s")),
        stored_view(Stored(Consent(True, None), since=A_DAY)),
        disputes_view([Dispute("c", A_DAY, ("wrong_score",), "names_feeling", "v1", "Hello.")]),
        setup_view(TeamSettings(), TeamSetup(), "admin", Profile(admin=True, owner=True)),
        compare_view(a_run()),
    ]


def a_run() -> TrainingRun:
    """A training whose version passed and waits for its owner."""
    at = datetime(2026, 11, 30, 9, tzinfo=UTC)
    return TrainingRun("r1", at, "schedule", "", finished_at=at, version="v2", passed=True)


def a_home() -> dict[str, Any]:
    """Build App Home for somebody who may do everything."""
    return home_view(
        Home(
            profile=Profile(admin=True),
            role="admin",
            consent=Consent(True, None),
            checks=[],
            settings=TeamSettings(),
            setup=TeamSetup(),
            now=datetime(2026, 11, 30, 9, tzinfo=UTC),
        )
    )


def interactive(view: dict[str, Any]) -> Iterator[str]:
    """Name what can be clicked outside inputs."""
    for block in view["blocks"]:
        for element in [block.get("accessory"), *block.get("elements", [])]:
            if element and "action_id" in element:
                yield element["action_id"]


def test_the_slash_command_is_heard_and_declared(heard: Recorder) -> None:
    """One command, the same in both."""
    declared = [entry["command"] for entry in read_manifest()["features"]["slash_commands"]]
    assert declared == heard.commands == [COMMAND]


def test_the_shortcuts_are_heard_and_declared(heard: Recorder) -> None:
    """Each shortcut of the manifest has its listener, of the same kind, and the reverse."""
    kinds = {"message": "message_action", "global": "shortcut"}
    declared = {
        (kinds[entry["type"]], entry["callback_id"])
        for entry in read_manifest()["features"]["shortcuts"]
    }
    assert declared == set(heard.shortcuts)
    assert {name for _, name in declared} == set(Shortcut)


def test_every_action_is_shown_somewhere_and_heard_once(heard: Recorder) -> None:
    """No dead button, no listener for a button that does not exist."""
    messages = [{"blocks": privacy_blocks(Consent(on, None))} for on in (True, False)]
    messages.append({"blocks": verdict_blocks(a_run())})
    homes = [a_home(), report_home_view(build_report(window(), [], around()))]
    shown = {name for view in [*every_view(), *homes, *messages] for name in interactive(view)}
    assert shown == set(ActionId) == set(heard.actions)
    assert len(heard.actions) == len(set(heard.actions))


def test_every_view_with_a_submit_button_is_heard(heard: Recorder) -> None:
    """What can be submitted has its listener, and the reverse."""
    submitted = {view["callback_id"] for view in every_view() if "submit" in view}
    assert submitted == set(SUBMITTED_VIEWS) == set(heard.submissions)


def test_every_view_id_is_built_by_somebody() -> None:
    """No callback id is left over."""
    assert {view["callback_id"] for view in every_view()} == set(ViewId)


def test_every_input_is_one_that_is_read() -> None:
    """The fields of the views are those the listeners read."""
    shown = {
        block["element"]["action_id"]
        for view in every_view()
        for block in view["blocks"]
        if block["type"] == "input"
    }
    assert shown == set(FieldId)


def test_errors_have_one_listener(heard: Recorder) -> None:
    """There is one place for errors."""
    assert len(heard.errors) == 1


def test_the_events_are_heard_and_declared(heard: Recorder) -> None:
    """Each subscription has its listener, and the reverse; steps come as an event of their own."""
    names = {"message": "message.im"}
    listened = {names.get(name, name) for name in heard.events} | {"function_executed"}
    assert set(read_manifest()["settings"]["event_subscriptions"]["bot_events"]) == listened


def test_the_steps_are_heard_and_declared(heard: Recorder) -> None:
    """Each step of the manifest has its listener, and the reverse."""
    assert set(read_manifest()["functions"]) == set(heard.steps) == set(Step)


def test_a_step_gives_what_the_manifest_promises() -> None:
    """Required outputs are always there; nothing comes that the manifest does not name."""
    promised = read_manifest()["functions"][Step.SCORE_DRAFT]["output_parameters"]
    for result in (result_for(DRAFT), abstained()):
        given = step_outputs(Card(result=result, draft=DRAFT, state=CardState("c")))
        assert set(promised["required"]) <= set(given) <= set(promised["properties"])


def test_the_suggested_messages_are_those_the_listener_knows() -> None:
    """The same in the manifest and in the code, at most four."""
    declared = read_manifest()["features"]["agent_view"]["suggested_prompts"]
    assert [(one["title"], one["message"]) for one in declared] == list(PROMPTS)
    assert len(declared) <= 4


def test_no_scope_is_asked_for_without_need() -> None:
    """Commands, writing, direct messages both ways, mentions, prompts, who is who, the picture."""
    needed = {"app_mentions:read", "assistant:write", "files:write", "im:history", "users:read"}
    assert bot_scopes() == {"commands", "chat:write", "im:write"} | needed


def test_the_manifest_keeps_slacks_lengths() -> None:
    """Names and descriptions fit."""
    manifest = read_manifest()
    information = manifest["display_information"]
    assert len(information["name"]) <= 35
    assert len(manifest["features"]["agent_view"]["agent_description"]) <= 300
    assert len(information["description"]) <= 140
    assert 175 <= len(information["long_description"]) <= 4000
    for entry in manifest["features"]["shortcuts"]:
        assert len(entry["name"]) <= 24
        assert len(entry["description"]) <= 150


def test_the_command_prints_the_manifest_as_it_is() -> None:
    """``warmline manifest`` prints JSON ready to paste."""
    printed = CliRunner().invoke(build(), ["manifest"])
    assert printed.exit_code == 0
    assert json.loads(printed.stdout) == read_manifest()
    assert printed.stdout == files("bot").joinpath("manifest.json").read_text("utf-8")
