"""The whole way from ratings in Slack to a promoted version, on this machine. Needs the weights.

    python scripts/retraining_walk.py rate --folder walk      # people check drafts and rate them
    python scripts/retraining_walk.py retrain --folder walk   # the weekly job, and the owner's word

``rate`` opens the sandbox with its simulated quarter and the real app; ten colleagues switch on
what training needs, check drafts to customers through Slack, rate them by a taste of their own
(``scoring/training/world.py``), and now and then take a suggestion. Then the store can be used as
any other: ``WARMLINE_DATA_DIR=walk warmline train --from-feedback store``. ``retrain`` runs the
weekly job, whose commands are the real ones and may take half an hour, takes pictures of what its
owner reads, and presses *Promote* or, of a version that was stopped, *Compare*.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from chromium import chromium

from bot import logs
from bot.app import Bot
from bot.ids import ActionId, FieldId, Shortcut, ViewId
from bot.jobs.retraining import retrain_jobs
from bot.sandbox import seed
from bot.sandbox.driver import Person, shown_text
from bot.sandbox.model import TEAM_ID
from bot.sandbox.run import Sandbox, fill_demo, open_app, open_sandbox, sandbox_settings
from bot.settings import Settings
from bot.store.base import Person as Key
from scoring.cli.shelf import open_shelf
from scoring.settings import load
from scoring.training.examples import TrainingExample
from scoring.training.sources import shipped_corpus
from scoring.training.world import World

_PEOPLE = 10
_SPREAD = 0.06
_TAKEN = 0.5  # share of suggestions that somebody uses
_SWITCHES = ["checks_count", "keep_samples", "train"]


@dataclass(frozen=True, slots=True)
class Rating:
    """A draft that somebody is to check, and what they will say of it, 1 to 5."""

    person: int
    draft: TrainingExample
    stars: str


def ratings(each: int, chosen: int) -> Iterator[Rating]:
    """Deal drafts out to people with a taste of their own."""
    rng = random.Random(chosen)  # noqa: S311  reproducible, not secret
    rows = [e for e in shipped_corpus().split("train") if e.source == "composed"]
    liked = World({"train": rows}, {}).liked("train")
    leniency = [rng.gauss(0, 0.08) for _ in range(_PEOPLE)]
    for place, row in enumerate(rng.sample(range(len(rows)), _PEOPLE * each)):
        person = place % _PEOPLE
        felt = float(liked[row]) + leniency[person] + rng.gauss(0, _SPREAD)
        yield Rating(person, rows[row], str(round(min(1.0, max(0.0, felt)) * 4) + 1))


async def rate(folder: Path, each: int, chosen: int) -> dict[str, object]:
    """Let the people work; the sandbox is closed when all have rated."""
    async with open_sandbox() as sandbox:
        settings = Settings(_env_file=None)
        await fill_demo(sandbox_settings(settings, sandbox.double.base_url, folder), TEAM_ID)
        async with open_app(sandbox, settings, folder) as bot:
            people = [await _joins(sandbox, number) for number in range(_PEOPLE)]
            owner = Key(TEAM_ID, "")
            await bot.store.set_customer_text(owner, on=True)
            rng, taken = random.Random(chosen), 0  # noqa: S311  reproducible, not secret
            for rating in ratings(each, chosen):
                taken += await _rates(people[rating.person], rating, take=rng.random() < _TAKEN)
            fresh = await bot.store.fresh_ratings()
    return {"people": _PEOPLE, "rated": fresh, "suggestions_taken": taken}


async def _joins(sandbox: Sandbox, number: int) -> Person:
    double = sandbox.double
    user = f"U0RATER{number}"
    double.join(user, f"rater{number}", f"Rater {number}")
    inbox = double.workspace.channels[seed.INBOX]
    inbox.members.add(user)
    person = double.person(user, inbox)
    await person.opens_home()
    await person.sees_home("")
    await person.clicks_home(ActionId.HOME_SWITCHES, _SWITCHES)
    return person


async def _rates(person: Person, rating: Rating, *, take: bool) -> bool:
    """Check a draft in the form, rate it, maybe use the suggestion; tell whether one was used."""
    await person.global_shortcut(Shortcut.CHECK_GLOBAL)
    answers = {FieldId.CONTEXT: rating.draft.context, FieldId.DRAFT: rating.draft.reply}
    form = person.fills(await person.sees_view(ViewId.INPUT), dict(answers))
    await form.submits()
    result = await person.sees_view(ViewId.RESULT, timeout=60)
    used = False
    if "of 100" in shown_text(result):
        await person.selects(ActionId.OWN_RATING, rating.stars)
        await person.sees_view(ViewId.RESULT, f"your rating {rating.stars} of 5")
        used = take and await _uses(person)
    await person.closes(everything=True)
    return used


async def _uses(person: Person) -> bool:
    view = person.view()
    if view is None or ActionId.USE not in json.dumps(view.blocks):
        return False
    await person.clicks(ActionId.USE)
    await (person.fills(await person.sees_view(ViewId.USE), {})).submits()
    await person.sees_view(ViewId.RESULT, timeout=60)
    return True


async def retrain(folder: Path, pictures: Path) -> dict[str, object]:
    """Run the weekly job over the store, and do what its owner would."""
    settings = Settings(_env_file=None, retrain=True, retrain_owner=seed.YOU, retrain_floor=20,
                        retrain_hours="0-23", data_dir=folder)  # fmt: skip
    async with open_sandbox() as sandbox, open_app(sandbox, settings, folder) as bot:
        [job] = retrain_jobs(
            settings, bot.store, lambda: datetime.now(UTC), "walk", client=bot.client
        )
        await job.run()
        return await _decides(sandbox, bot, pictures)


async def _decides(sandbox: Sandbox, bot: Bot, pictures: Path) -> dict[str, object]:
    you = sandbox.page.person
    you.goes_to(sandbox.double.workspace.direct_channel(you.member.id))
    told = await you.sees("retrain")
    said = [shown_text(told)]
    [run] = await bot.store.training_runs()
    await _takes(sandbox, pictures / "retrain.png")
    if run.findings:
        await you.clicks(ActionId.MODEL_COMPARE)
        await you.sees_view(ViewId.COMPARE, run.version)
        await _takes(sandbox, pictures / "retrain-compare.png")
        await you.closes()
    if run.passed:
        await you.clicks(ActionId.MODEL_PROMOTE)
        said.append(shown_text(await you.sees("You promoted it", 120)))
        await _takes(sandbox, pictures / "retrain-promoted.png")
    return {"version": run.version, "passed": run.passed, "said": said}


async def _takes(sandbox: Sandbox, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    async with chromium() as browser:
        page = await browser.new_page(viewport={"width": 1180, "height": 900})
        await page.goto(sandbox.address)
        await page.locator("html[data-ready=true]").wait_for()
        await page.locator("nav").get_by_text("Warmline", exact=True).first.dispatch_event("click")
        tab = page.get_by_role("tab", name="Messages", include_hidden=True)
        await tab.dispatch_event("click")
        await page.wait_for_timeout(300)
        await page.screenshot(path=path, animations="disabled")


def main() -> None:
    """Do a stage and print what came of it."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("stage", choices=["rate", "retrain"])
    asked.add_argument("--folder", type=Path, required=True, help="Where the app keeps its store.")
    asked.add_argument("--each", type=int, default=16, help="Drafts that each person rates.")
    asked.add_argument("--seed", type=int, default=42)
    asked.add_argument("--pictures", type=Path, default=Path("pictures"))
    given = asked.parse_args()
    logs.configure("warning", json=False)
    os.environ.setdefault("SCORER_WEIGHTS_DIR", str(given.folder / "models"))
    open_shelf(load())  # the shipped version becomes its first
    if given.stage == "rate":
        done = asyncio.run(rate(given.folder, given.each, given.seed))
    else:
        done = asyncio.run(retrain(given.folder, given.pictures))
    print(json.dumps(done, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
