// The box to write in: messages, slash commands with completion, and the app's shortcuts.

import { el, icon, iconButton, say } from "./dom.js";
import { openMenu } from "./menu.js";

/** One composer; `thread` is null in a channel. */
export class Composer {
  constructor(box, { id, context }) {
    this.context = context;
    this.id = id;
    this.where = { channel: "", thread: null };
    this.hints = el("div", { class: "hints", role: "listbox", "aria-label": "Commands", hidden: true });
    this.text = el("textarea", { id, rows: 1, "aria-label": "Message", oninput: () => this.typed(), onkeydown: (event) => this.key(event) });
    this.plus = iconButton("plus", "Shortcuts", (event) => this.shortcuts(event.currentTarget), { "aria-haspopup": "menu" });
    this.button = iconButton("send", "Send", () => this.send(), { class: "icon-button send", disabled: true });
    box.replaceChildren(el("div", { class: "composer-box" }, this.hints, this.text, el("div", { class: "composer-row" }, this.plus,
      el("span", { class: "composer-tip" }, el("kbd", {}, "Shift"), " + ", el("kbd", {}, "Enter"), " for a new line"), this.button)),
      el("p", { class: "read-only", hidden: true }, "Sending messages to this app has been turned off."));
    this.box = box;
  }

  /** Point the composer at a channel or thread. */
  aim(channel, thread = null) {
    const silent = channel.kind === "im" && this.context.screen.app.read_only;
    this.box.firstChild.hidden = silent;
    this.box.lastChild.hidden = !silent;
    const label = thread ? "Reply…" : channel.kind === "im" ? `Message ${channel.label}` : `Message #${channel.name}`;
    this.where = { channel: channel.id, thread };
    this.text.placeholder = label;
    this.text.setAttribute("aria-label", label);
    this.typed();
  }

  /** Put words into the box. */
  fill(words) {
    this.text.value = words;
    this.typed();
    this.text.focus();
  }

  typed() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 220)}px`;
    this.button.disabled = !this.text.value.trim();
    this.complete();
  }

  complete() {
    const { screen } = this.context;
    const start = this.text.value;
    const found = !this.where.thread && start.startsWith("/") && !/\s/.test(start)
      ? (screen?.commands ?? []).filter((command) => command.name.startsWith(start)) : [];
    this.hints.hidden = !found.length;
    this.hints.replaceChildren(...found.map((command) => el("button", {
      type: "button", role: "option", "aria-selected": "true", tabindex: "-1",
      onclick: () => this.fill(`${command.name} `),
    }, icon("spark"), el("span", {}, el("strong", {}, command.name), ` ${command.hint}`, el("small", {}, command.about)))));
    this.offered = found[0] ?? null;
  }

  key(event) {
    if (this.offered && (event.key === "Tab" || (event.key === "Enter" && this.text.value !== this.offered.name))) {
      event.preventDefault();
      this.fill(`${this.offered.name} `);
    } else if (event.key === "Escape" && this.offered) {
      this.hints.hidden = true;
      this.offered = null;
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    }
  }

  async send() {
    const text = this.text.value.trim();
    if (!text) return;
    if (text.startsWith("/") && !this.context.screen.status.connected) {
      say("The app is still starting. Your text stays here.");
      return;
    }
    this.fill("");
    this.button.classList.add("busy");
    await this.context.send({ do: "type", text, ...this.where }).finally(() => this.button.classList.remove("busy"));
  }

  shortcuts(button) {
    const { screen } = this.context;
    const offered = screen.shortcuts.filter((shortcut) => shortcut.kind === "global");
    openMenu(button, offered.map((shortcut) => ({
      label: shortcut.name, about: `${screen.app.name} · ${shortcut.about}`, icon: "bolt", disabled: !screen.status.connected,
      run: () => this.context.send({ do: "global_shortcut", id: shortcut.id }),
    })));
  }
}
