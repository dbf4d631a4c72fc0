// A small menu that opens at a button: arrow keys move, Enter chooses, Escape closes.

import { el, icon } from "./dom.js";

let open = null;

/** Open a menu of `{label, about, icon, disabled, run}` at a button; a second press closes it. */
export function openMenu(button, entries) {
  const again = open?.button === button;
  closeMenu();
  if (again) return;
  const list = el("div", { class: "menu", role: "menu", onkeydown: move }, entries.map(item));
  document.body.append(list);
  position(list, button);
  button.setAttribute("aria-expanded", "true");
  open = { button, list };
  list.querySelector("button")?.focus();
  setTimeout(() => document.addEventListener("pointerdown", outside), 0);
}

/** Close the menu, if one is open. */
export function closeMenu() {
  if (!open) return;
  open.button.setAttribute("aria-expanded", "false");
  open.list.remove();
  if (open.button.isConnected) open.button.focus();
  document.removeEventListener("pointerdown", outside);
  open = null;
}

function item(entry) {
  return el("button", {
    type: "button", role: "menuitem", disabled: entry.disabled,
    onclick: () => { closeMenu(); entry.run(); },
  }, icon(entry.icon), el("span", {}, entry.label, entry.about ? el("small", {}, entry.about) : null));
}

function outside(event) {
  if (open && !open.list.contains(event.target) && !open.button.contains(event.target)) closeMenu();
}

function move(event) {
  const entries = [...event.currentTarget.querySelectorAll("button:not(:disabled)")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape" || event.key === "Tab") { event.preventDefault(); closeMenu(); }
  if (!step) return;
  event.preventDefault();
  entries[(entries.indexOf(document.activeElement) + step + entries.length) % entries.length].focus();
}

function position(list, button) {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const left = Math.max(8, Math.min(at.right - width, window.innerWidth - width - 8));
  const below = at.bottom + 4 + height < window.innerHeight;
  list.style.left = `${at.left < 300 ? Math.max(8, at.left) : left}px`;
  list.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
}
