// Draws rich_text blocks.

import { el } from "./dom.js";
import { emoji, link } from "./mrkdwn.js";

const STYLE_TAGS = [["code", "code"], ["strike", "s"], ["italic", "em"], ["bold", "strong"], ["underline", "u"]];

/** A rich_text block. */
export function richText(block, names) {
  return el("div", { class: "rich" }, block.elements.map((part) => PARTS[part.type]?.(part, names)));
}

const PARTS = {
  rich_text_section: (part, names) => el("p", {}, spans(part, names)),
  rich_text_quote: (part, names) => el("blockquote", {}, spans(part, names)),
  rich_text_preformatted: (part, names) => el("pre", { class: "fence" }, spans(part, names)),
  rich_text_list: (part, names) =>
    el(part.style === "ordered" ? "ol" : "ul", { class: `indent-${part.indent ?? 0}` },
      part.elements.map((item) => el("li", {}, spans(item, names)))),
};

function spans(part, names) {
  return part.elements.map((element) => styled(element.style ?? {}, INLINE[element.type]?.(element, names) ?? ""));
}

const INLINE = {
  text: (element) => element.text,
  link: (element) => link(element.url, element.text ?? element.url),
  emoji: (element) => emoji(element.name) ?? `:${element.name}:`,
  user: (element, names) => el("span", { class: "mention" }, `@${names[element.user_id]?.name ?? element.user_id}`),
  channel: (element, names) => el("span", { class: "mention" }, `#${names[element.channel_id]?.name ?? element.channel_id}`),
  broadcast: (element) => el("span", { class: "mention" }, `@${element.range}`),
};

function styled(style, child) {
  return STYLE_TAGS.reduce((inner, [name, tag]) => (style[name] ? el(tag, {}, inner) : inner), child);
}
