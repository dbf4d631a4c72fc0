// The modal: the topmost view of the stack, in a native <dialog> that keeps the focus inside.

import { answersIn, restoreAnswers } from "./controls.js";
import { drawBlocks } from "./blocks.js";
import { el, icon, iconButton, say } from "./dom.js";
import { labels, plainText } from "./mrkdwn.js";

const dialog = document.getElementById("modal");
const FORM_HEIGHT = 530;
let drawn = { id: null, revision: null };
let returnTo = null;

dialog.addEventListener("cancel", (event) => event.preventDefault());

/** Bring the dialog in line with the stack of views. */
export function drawModal(screen, send) {
  const view = screen.views.at(-1);
  if (!view) return closeDialog();
  if (view.id === drawn.id && view.revision === drawn.revision) return;
  const same = view.id === drawn.id;
  const kept = same ? keep() : null;
  // An update never makes the window shorter than a form, so that nothing jumps on the way.
  dialog.style.minHeight = same ? `${Math.min(dialog.offsetHeight, FORM_HEIGHT)}px` : "";
  drawn = { id: view.id, revision: view.revision };
  dialog.replaceChildren(...parts(view, screen, send));
  dialog.setAttribute("aria-labelledby", "modal-title");
  if (!dialog.open) {
    returnTo = document.activeElement;
    dialog.showModal();
  }
  settle(view, kept);
}

function closeDialog() {
  drawn = { id: null, revision: null };
  if (!dialog.open) return;
  dialog.close();
  dialog.replaceChildren();
  if (returnTo?.isConnected) returnTo.focus();
}

function keep() {
  const body = dialog.querySelector(".modal-body");
  const focused = document.activeElement;
  return {
    answers: answersIn(dialog), scroll: body?.scrollTop ?? 0, key: focused?.dataset?.key,
    selection: focused?.selectionStart === undefined ? null : [focused.selectionStart, focused.selectionEnd],
  };
}

// What was typed stays through a redraw; the focus stays, or goes to where the eye goes first.
function settle(view, kept) {
  if (kept) restoreAnswers(dialog, kept.answers);
  const wrong = dialog.querySelector("[aria-invalid]");
  const before = kept?.key ? dialog.querySelector(`[data-key="${CSS.escape(kept.key)}"]`) : null;
  const target = wrong ?? before ?? dialog.querySelector("[autofocus]") ?? dialog.querySelector(".modal-body textarea") ?? dialog.querySelector("h2");
  target?.focus({ preventScroll: target === before });
  if (target === before && kept?.selection && target.setSelectionRange) target.setSelectionRange(...kept.selection);
  if (before) dialog.querySelector(".modal-body").scrollTop = kept.scroll;
  if (view.trouble) say(view.trouble);
  else if (!before) say(dialog.querySelector(".modal-body").innerText.slice(0, 300));
}

function parts(view, screen, send) {
  const pressed = (button) => { button?.classList.add("busy"); };
  const close = (everything) => send({ do: "close", view: view.id, everything });
  const submit = () => {
    if (!view.submit || view.waiting) return;
    pressed(dialog.querySelector(".modal-submit"));
    send({ do: "submit", view: view.id, answers: answersIn(dialog) });
  };
  const place = {
    names: labels(screen), people: screen.members, channels: screen.channels, values: view.values, errors: view.errors, key: view.id,
    act: (action, block, answer, button) => {
      pressed(button);
      send({ do: "act", view: view.id, action, block, answer, answers: answersIn(dialog) }).finally(() => button?.classList.remove("busy"));
    },
  };
  dialog.oncancel = (event) => { event.preventDefault(); close(false); };
  dialog.onkeydown = (event) => { if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(); };
  const deep = screen.views.length > 1;
  return [
    el("header", { class: "modal-head" },
      deep ? iconButton("back", view.close?.text ?? "Back", () => close(false)) : el("span", { class: "modal-mark", "aria-hidden": "true" }, icon("spark")),
      el("h2", { id: "modal-title", tabindex: "-1" }, plainText(view.title?.text ?? "")),
      iconButton("close", "Close", () => close(true))),
    el("div", { class: `progress ${view.waiting ? "running" : ""}`, role: view.waiting ? "progressbar" : null, "aria-label": view.waiting ? "Waiting for the app" : null }),
    view.trouble ? el("p", { class: "trouble", role: "alert" }, icon("alert"), el("span", {}, view.trouble)) : null,
    el("div", { class: "modal-body", tabindex: "-1" }, drawBlocks(view.blocks, place)),
    view.submit || view.close ? el("footer", { class: "modal-foot" },
      view.close ? el("button", { type: "button", class: "button", onclick: () => close(false) }, plainText(view.close.text)) : null,
      view.submit ? el("button", { type: "button", class: `button primary modal-submit ${view.waiting ? "busy" : ""}`, "aria-disabled": view.waiting || null, onclick: submit },
        el("span", {}, plainText(view.submit.text))) : null) : null,
  ].filter(Boolean);
}
