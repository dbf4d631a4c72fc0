// The app's own conversation: its Home tab, its suggested messages, and what it is doing.

import { answersIn, restoreAnswers } from "./controls.js";
import { drawBlocks } from "./blocks.js";
import { el, say } from "./dom.js";
import { labels } from "./mrkdwn.js";

/** Keeps the Home tab: drawn again only when the app published something new. */
export class Home {
  constructor(box) {
    this.box = box;
    this.drawn = "";
  }

  draw(screen, send) {
    const { home } = screen;
    const print = home ? `${home.id}/${home.revision}` : "none";
    if (print === this.drawn) return;
    this.drawn = print;
    const answers = answersIn(this.box);
    this.box.replaceChildren(home ? this.blocks(home, screen, send) : el("p", { class: "home-empty" }, "One moment…"));
    restoreAnswers(this.box, answers);
  }

  blocks(home, screen, send) {
    const place = {
      names: labels(screen), people: screen.members, channels: screen.channels, values: home.values, key: home.id,
      act: (action, block, answer, button) => {
        button?.classList.add("busy");
        send({ do: "act", view: home.id, action, block, answer, answers: answersIn(this.box) }).finally(() => button?.classList.remove("busy"));
      },
    };
    return el("div", { class: "blocks home-blocks" }, drawBlocks(home.blocks, place));
  }
}

/** The two tabs of the app's conversation. */
export function tabs(chosen, choose) {
  const tab = (name, label) => el("button", { type: "button", role: "tab", class: "tab", "aria-selected": String(chosen === name), onclick: () => choose(name) }, label);
  return el("div", { class: "tabs", role: "tablist", "aria-label": "Warmline" }, tab("home", "Home"), tab("messages", "Messages"));
}

/** What stands between the messages and the composer: what the app does now, or what to ask it. */
export class Agent {
  constructor(box) {
    this.box = box;
    this.drawn = "";
  }

  draw(agent, name, quiet, { run, stop }) {
    const writing = agent.stops.at(-1) ?? "";
    const status = Object.values(agent.status)[0] ?? (writing ? "is writing…" : "");
    const prompts = quiet ? agent.prompts : [];
    const print = JSON.stringify([status, writing, prompts]);
    this.box.hidden = !status && !prompts.length;
    if (print === this.drawn) return;
    this.drawn = print;
    if (status) say(`${name} ${status}`);
    if (status) this.box.replaceChildren(doing(`${name} ${status}`), ...(writing ? [button("Stop", () => stop(writing))] : []));
    else this.box.replaceChildren(...(prompts.length ? [el("p", { class: "agent-title" }, agent.title), ...prompts.map((prompt) => button(prompt.title, () => run(prompt.message)))] : []));
  }
}

function doing(words) {
  return el("p", { class: "agent-status", role: "status" }, el("span", { class: "spinner", "aria-hidden": "true" }), words);
}

function button(label, onclick) {
  return el("button", { type: "button", class: "prompt", onclick }, label);
}
