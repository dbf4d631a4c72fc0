// Builds elements. Text always goes in as text: nothing on this page ever parses HTML.

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  hash: "M9 3 7 21M17 3l-2 18M3.5 8.5h18M2.5 15.5h18",
  plus: "M12 5v14M5 12h14",
  more: "M12 5h.01M12 12h.01M12 19h.01",
  close: "M6 6l12 12M18 6 6 18",
  back: "M15 5l-7 7 7 7",
  send: "M4 12 20 4l-5 16-3.5-6.5L4 12z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z",
  reply: "M21 14a3 3 0 0 1-3 3H9l-5 4V7a3 3 0 0 1 3-3h11a3 3 0 0 1 3 3z",
  sun: "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2M12 20v2M4.2 4.2l1.5 1.5M18.3 18.3l1.5 1.5M2 12h2M20 12h2M4.2 19.8l1.5-1.5M18.3 5.7l1.5-1.5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  menu: "M4 7h16M4 12h16M4 17h16",
  bolt: "M13 2 4.5 13.5H11L10 22l9-12h-6.5z",
  alert: "M12 8.5v4.5M12 16.5h.01M10.6 3.9 2.4 18a1.6 1.6 0 0 0 1.4 2.4h16.4a1.6 1.6 0 0 0 1.4-2.4L13.4 3.9a1.6 1.6 0 0 0-2.8 0z",
  spark: "M12 3l1.9 5.6L19.5 10.5l-5.6 1.9L12 18l-1.9-5.6L4.5 10.5l5.6-1.9z",
};

/** Make an element: `el("button", {class: "x", onclick: f, "aria-label": "y"}, "text", child)`. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "value") node.value = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A drawn icon, hidden from screen readers: what it means is said by its button. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(path);
  return svg;
}

/** A button that shows only an icon. */
export function iconButton(name, label, onclick, props = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...props }, icon(name));
}

/** Time of day of a Slack timestamp, as the reader writes it. */
export function timeOf(ts) {
  return new Date(Number(ts) * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** The square with someone's initials, in a colour of their own. */
export function avatar(name, isApp, shade = 0) {
  const initials = name.split(/\s+/).map((word) => word[0] ?? "").slice(0, 2).join("");
  const face = isApp ? icon("spark") : initials.toUpperCase();
  return el("span", { class: `avatar ${isApp ? "avatar-app" : `shade-${shade % 7}`}`, "aria-hidden": "true" }, face);
}

/** Say something to those who listen to the page. */
export function say(text) {
  document.getElementById("said").textContent = text;
}
