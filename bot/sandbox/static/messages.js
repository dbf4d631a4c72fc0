// The messages of a channel or a thread. A message is drawn again only when it changed.

import { drawBlocks } from "./blocks.js";
import { answersIn } from "./controls.js";
import { avatar, el, icon, iconButton, timeOf } from "./dom.js";
import { openMenu } from "./menu.js";
import { labels, mrkdwn } from "./mrkdwn.js";

/** Keeps the nodes of one list of messages. */
export class MessageList {
  constructor(box, { inThread }) {
    this.box = box;
    this.inThread = inThread;
    this.known = new Map();
    this.place = "";
  }

  /** Show these messages; stays at the end if the reader was there. */
  draw(messages, place, context) {
    const fresh = place !== this.place;
    if (fresh) this.known.clear();
    this.place = place;
    const atEnd = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < 80;
    const before = this.known.size;
    const nodes = messages.map((message) => this.node(message, context));
    this.known = new Map(nodes.map((entry) => [entry.ts, entry]));
    this.arrange([messages.length ? dayLine(messages) : context.blank(), ...nodes.map((entry) => entry.node)].filter(Boolean));
    const newest = nodes.at(-1)?.node;
    if (fresh || (atEnd && nodes.length > before)) this.box.scrollTop = this.box.scrollHeight;
    if (!fresh && atEnd && newest?.offsetHeight > this.box.clientHeight) this.box.scrollTop = newest.offsetTop - this.box.offsetTop;
  }

  node(message, context) {
    const replies = this.inThread ? [] : context.repliesTo(message.ts);
    const print = JSON.stringify([message.revision, message.text, replies.map((reply) => reply.ts)]);
    const known = this.known.get(message.ts);
    if (known?.print === print) return known;
    return { ts: message.ts, print, node: drawMessage(message, replies, context) };
  }

  // Nodes that stay are left where they are, so focus and open menus survive.
  arrange(nodes) {
    const wanted = new Set(nodes);
    for (const child of [...this.box.children]) if (!wanted.has(child)) child.remove();
    nodes.forEach((node, index) => {
      if (this.box.children[index] !== node) this.box.insertBefore(node, this.box.children[index] ?? null);
    });
  }
}

function dayLine(messages) {
  return messages.length ? el("p", { class: "day" }, el("span", {}, "Today")) : null;
}

function drawMessage(message, replies, context) {
  const author = context.screen.members[message.author];
  const node = el("article", { class: `message ${message.private ? "private" : ""}`, "aria-label": `${author.name}, ${timeOf(message.ts)}`, data: { ts: message.ts } });
  const tag = author.app ? "App" : author.via;
  node.append(
    message.private ? el("p", { class: "only-you" }, icon("eye"), "Only visible to you") : "",
    avatar(author.name, author.app, author.shade),
    el("div", { class: "message-main" },
      el("p", { class: "byline" }, el("strong", {}, author.name), tag ? el("span", { class: "tag" }, tag) : null,
        el("time", { datetime: new Date(Number(message.ts) * 1000).toISOString() }, timeOf(message.ts))),
      body(message, node, context),
      message.files.map(picture),
      message.private ? el("p", { class: "dismiss" }, el("button", { type: "button", class: "link", onclick: () => context.send({ do: "dismiss", channel: message.channel, ts: message.ts }) }, "Dismiss message")) : null,
      replies.length ? threadLink(message, replies, context) : null));
  if (!message.private) node.append(toolbar(message, context));
  return node;
}

function body(message, node, context) {
  const said = message.blocks.length || !message.text ? null : el("div", { class: "message-text" }, mrkdwn(message.text, labels(context.screen)));
  if (message.attachments.length) return el("div", {}, said, message.attachments.map((each) => attachment(each, context)));
  if (said || !message.blocks.length) return said;
  const place = {
    names: labels(context.screen), people: context.screen.members, channels: context.screen.channels, values: message.values, key: message.ts,
    act: (action, block, answer, button) => {
      button?.classList.add("busy");
      context.send({ do: "act", channel: message.channel, ts: message.ts, action, block, answer, answers: answersIn(node) })
        .finally(() => button?.classList.remove("busy"));
    },
  };
  return el("div", { class: "blocks" }, drawBlocks(message.blocks, place));
}

// A shared picture, under its title.
function picture(file) {
  return el("figure", { class: "picture" }, el("figcaption", {}, file.title), el("img", { src: `/files/${file.id}`, alt: file.alt_txt }));
}

// A legacy attachment: a bar, a title, the text, and fields in pairs.
function attachment(each, context) {
  const names = labels(context.screen);
  const fields = (each.fields ?? []).map((field) => el("div", {}, el("strong", {}, field.title), el("br"), mrkdwn(field.value, names)));
  return el("div", { class: "attachment" }, each.title ? el("strong", {}, each.title) : null,
    each.text ? el("div", { class: "message-text" }, mrkdwn(each.text, names)) : null,
    fields.length ? el("div", { class: "fields" }, fields) : null);
}

function threadLink(message, replies, context) {
  const words = replies.length === 1 ? "1 reply" : `${replies.length} replies`;
  return el("button", { type: "button", class: "thread-link", onclick: () => context.openThread(message.ts) },
    el("strong", {}, words), el("span", {}, `Last reply at ${timeOf(replies.at(-1).ts)}`));
}

function toolbar(message, context) {
  const offered = context.screen.shortcuts.filter((shortcut) => shortcut.kind === "message");
  const choose = (shortcut) => ({
    label: shortcut.name, about: context.screen.app.name, icon: "spark", disabled: !context.screen.status.connected,
    run: () => context.send({ do: "shortcut", id: shortcut.id, channel: message.channel, ts: message.ts }),
  });
  const more = iconButton("more", "More actions", (event) => openMenu(event.currentTarget, [
    { label: "Reply in thread", icon: "reply", run: () => context.openThread(message.thread ?? message.ts) },
    ...offered.map(choose),
  ]), { "aria-haspopup": "menu" });
  return el("div", { class: "toolbar" }, iconButton("reply", "Reply in thread", () => context.openThread(message.thread ?? message.ts)), more);
}
