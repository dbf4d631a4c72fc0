// Slack's mrkdwn and emoji, turned into nodes. Entities are decoded last, so text stays text.

import { el } from "./dom.js";

const EMOJI = {
  warning: "⚠️", white_check_mark: "✅", x: "❌", wave: "👋", seedling: "🌱", sparkles: "✨",
  bulb: "💡", eyes: "👀", thumbsup: "👍", "+1": "👍", thumbsdown: "👎", "-1": "👎", pencil2: "✏️",
  memo: "📝", mag: "🔍", hourglass_flowing_sand: "⏳", hourglass: "⌛", heart: "❤️", tada: "🎉",
  rotating_light: "🚨", sos: "🆘", lock: "🔒", star: "⭐", bar_chart: "📊", arrow_up: "⬆️",
  arrow_down: "⬇️", arrow_right: "➡️", information_source: "ℹ️", speech_balloon: "💬",
  large_green_circle: "🟢", large_yellow_circle: "🟡", large_orange_circle: "🟠", red_circle: "🔴",
  slightly_smiling_face: "🙂", neutral_face: "😐", pray: "🙏", repeat: "🔁", clipboard: "📋",
};

const STYLES = { "*": "strong", _: "em", "~": "s" };
// One of: code, a <token>, a styled run, an emoji. A style opens and closes at a word's edge.
const INLINE = /`([^`\n]+)`|<([^<>\n]+)>|(?<![\w*_~])([*_~])(?![\s\u200b])([^\n]*?[^\s])\3(?![\w*_~\u200b])|:([a-z0-9_+-]+):/g;

/** Nodes of a mrkdwn text. */
export function mrkdwn(text, names = {}) {
  return text.split(/```/).flatMap((part, index) => (index % 2 ? fenced(part) : quoted(part, names)));
}

/** Nodes of a plain_text: emoji and line breaks, nothing else. */
export function plainText(text) {
  return text.split(/(:[a-z0-9_+-]+:)/).map((part) => emoji(part.slice(1, -1)) ?? part);
}

/** The character of an emoji's name, if the page knows it. */
export function emoji(name) {
  return Object.hasOwn(EMOJI, name) ? EMOJI[name] : undefined;
}

function fenced(text) {
  return [el("pre", { class: "fence" }, decode(text.replace(/^\n/, "")))];
}

function quoted(text, names) {
  const nodes = [];
  for (const line of text.split("\n")) {
    const quote = /^(?:>|&gt;)\s?(.*)$/.exec(line);
    const last = nodes.at(-1);
    if (quote && last?.tagName === "BLOCKQUOTE") last.append(el("br"), ...inline(quote[1], names));
    else if (quote) nodes.push(el("blockquote", {}, inline(quote[1], names)));
    else nodes.push(...(nodes.length && last?.tagName !== "BLOCKQUOTE" ? [el("br")] : []), ...inline(line, names));
  }
  return nodes;
}

/** What ids of people and channels read as: {id: {name}}. */
export function labels(screen) {
  return { ...screen.members, ...Object.fromEntries(screen.channels.map((channel) => [channel.id, channel])) };
}

function inline(text, names) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, token, mark, styled, name] = found;
    nodes.push(decode(text.slice(end, found.index)));
    if (code !== undefined) nodes.push(el("code", {}, decode(code)));
    else if (token !== undefined) nodes.push(special(token, names));
    else if (mark !== undefined) nodes.push(el(STYLES[mark], {}, inline(styled, names)));
    else nodes.push(emoji(name) ?? whole);
    end = found.index + whole.length;
  }
  nodes.push(decode(text.slice(end)));
  return nodes.filter((node) => node !== "");
}

function special(token, names) {
  const [target, label] = token.split("|");
  if (target.startsWith("@")) return el("span", { class: "mention" }, `@${names[target.slice(1)]?.name ?? label ?? target.slice(1)}`);
  if (target.startsWith("#")) return el("span", { class: "mention" }, `#${names[target.slice(1)]?.name ?? label ?? target.slice(1)}`);
  if (target.startsWith("!date^")) return date(target, label);
  if (target.startsWith("!")) return el("span", { class: "mention" }, `@${label ?? target.slice(1)}`);
  return link(decode(target), decode(label ?? target));
}

/** A link, if it is one that is safe to follow. */
export function link(url, label) {
  if (!/^(https?:\/\/|mailto:)/i.test(url)) return label;
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label.replace(/^mailto:/, ""));
}

function date(target, fallback) {
  const when = new Date(Number(target.split("^")[1]) * 1000);
  return Number.isNaN(when.getTime()) ? fallback ?? "" : when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

function decode(text) {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
