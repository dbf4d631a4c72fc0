// The page: one WebSocket brings the screen as JSON and carries clicks back.

import { Composer } from "./composer.js";
import { avatar, el, icon, iconButton, say } from "./dom.js";
import { Agent, Home, tabs } from "./home.js";
import { MessageList } from "./messages.js";
import { drawModal } from "./modal.js";

const part = (id) => document.getElementById(id);
const state = { channel: null, thread: null, tab: "messages", noticesSeen: null, lost: false };
const waiting = new Map();
let socket = null;
let number = 0;

const context = {
  screen: null,
  repliesTo: (ts) => here().filter((message) => !ownConversation() && message.thread === ts && !message.private),
  openThread,
  send,
  blank: () => el("div", { class: "blank" }, avatar(context.screen.app.name, true), el("h2", {}, context.screen.app.name),
    el("p", {}, context.screen.app.about), el("p", {}, "Write a draft here and only you see what it says.")),
};

const list = new MessageList(part("log"), { inThread: false });
const home = new Home(part("home"));
const agent = new Agent(part("agent"));
const composer = new Composer(part("composer"), { id: "composer-text", context });
const thread = part("thread");
const threadHead = el("header", { class: "bar" }, el("div", { class: "bar-text" }, el("h2", {}, "Thread")), iconButton("close", "Close thread", () => openThread(null)));
const threadLog = el("div", { class: "log", role: "log", "aria-label": "Thread messages", tabindex: "0" });
const threadComposerBox = el("div", { class: "composer" });
thread.append(threadHead, threadLog, threadComposerBox);
const threadList = new MessageList(threadLog, { inThread: true });
const threadComposer = new Composer(threadComposerBox, { id: "thread-text", context });

function connect() {
  socket = new WebSocket(`ws://${location.host}/screen`);
  socket.onmessage = ({ data }) => hear(JSON.parse(data));
  socket.onclose = () => {
    state.lost = true;
    for (const { reject } of waiting.values()) reject(new Error("The sandbox stopped."));
    waiting.clear();
    if (context.screen) draw();
    setTimeout(connect, 1000);
  };
}

function hear(message) {
  if (message.screen) {
    context.screen = message.screen;
    state.lost = false;
    draw();
    return;
  }
  waiting.get(message.done)?.resolve();
  waiting.delete(message.done);
  if (message.problem) say(message.problem);
}

/** Ask the sandbox for something; settles when Slack is done with it. */
function send(order) {
  number += 1;
  const mine = number;
  const settled = new Promise((resolve, reject) => waiting.set(mine, { resolve, reject }));
  settled.catch(() => {});
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ ...order, number: mine }));
  return settled.catch(() => {});
}

function here() {
  return context.screen.messages.filter((message) => message.channel === state.channel);
}

function ownConversation() {
  return context.screen.channels.find((each) => each.id === state.channel).kind === "im";
}

function openThread(ts) {
  state.thread = ts;
  draw();
  if (ts) part("thread-text").focus();
  else part("composer-text").focus();
}

function draw() {
  const { screen } = context;
  state.channel ??= screen.channels[0].id;
  const channel = labelled(screen.channels.find((each) => each.id === state.channel));
  drawSidebar(screen);
  const own = ownConversation();
  const atHome = own && state.tab === "home";
  drawBar(channel);
  drawStrips(screen);
  part("home").hidden = !atHome;
  part("log").hidden = atHome;
  if (atHome) home.draw(screen, send);
  // What the app answers stands below the question: its replies are a thread that is always open.
  else list.draw(here().filter((message) => own || !message.thread), state.channel, context);
  drawThread(channel);
  if (composer.where.channel !== channel.id) composer.aim(channel);
  part("composer").hidden = atHome;
  drawAgent(own && !atHome);
  drawModal(screen, send);
  document.documentElement.dataset.ready = String(screen.status.connected && !state.lost);
}

function drawAgent(shown) {
  const { screen } = context;
  const run = (text) => send({ do: "type", text, channel: state.channel, thread: null });
  const stop = (thread) => send({ do: "stop", thread });
  if (shown) agent.draw(screen.agent, screen.app.name, !here().length, { run, stop });
  else part("agent").hidden = true;
}

function openTab(name) {
  state.tab = name;
  send({ do: name });
  draw();
}

function labelled(channel) {
  return { ...channel, label: channel.kind === "im" ? context.screen.app.name : channel.name };
}

function drawSidebar(screen) {
  const print = JSON.stringify([screen.channels, screen.status, state.channel, state.lost, document.documentElement.dataset.theme]);
  if (part("sidebar").dataset.print === print) return;
  part("sidebar").dataset.print = print;
  const entry = (channel) => el("button", {
    type: "button", class: "entry", "aria-current": channel.id === state.channel ? "page" : null,
    onclick: () => {
      state.channel = channel.id;
      state.thread = null;
      document.body.classList.remove("nav-open");
      if (channel.kind === "im") openTab(screen.app.home ? "home" : "messages");
      else draw();
    },
  }, channel.kind === "im" ? avatar(screen.app.name, true) : icon("hash"), el("span", {}, channel.label));
  const channels = screen.channels.map(labelled);
  part("sidebar").replaceChildren(
    el("div", { class: "workspace" }, el("strong", {}, "Harbour & Pine"), el("small", {}, "Practice workspace, all invented")),
    el("h2", {}, "Channels"), ...channels.filter((channel) => channel.kind !== "im").map(entry),
    el("h2", {}, "Apps"), ...channels.filter((channel) => channel.kind === "im").map(entry),
    el("div", { class: "sidebar-foot" }, statusLine(screen), themeButton()));
}

function statusLine(screen) {
  const ready = screen.status.connected && !state.lost;
  const words = state.lost ? "The sandbox stopped" : ready ? "Ready · all on this machine" : screen.status.line;
  return el("p", { class: `status ${ready ? "ready" : screen.status.model}` }, el("span", { class: "dot", "aria-hidden": "true" }), words);
}

function theme() {
  return document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function themeButton() {
  const other = theme() === "dark" ? "light" : "dark";
  return iconButton(other === "dark" ? "moon" : "sun", `Use ${other} colours`, () => {
    document.documentElement.dataset.theme = other;
    localStorage.setItem("theme", other);
    draw();
  });
}

function drawBar(channel) {
  const print = channel.kind === "im" ? `${channel.id}/${state.tab}` : channel.id;
  if (part("bar").dataset.print === print) return;
  part("bar").dataset.print = print;
  const topic = channel.kind === "im" ? "Only you and the app can read this" : channel.topic;
  part("bar").replaceChildren(
    iconButton("menu", "Channels", () => document.body.classList.toggle("nav-open"), { class: "icon-button nav-button" }),
    el("div", { class: "bar-text" }, el("h1", {}, channel.kind === "im" ? null : icon("hash"), channel.label), el("p", {}, topic)),
    channel.kind === "im" && context.screen.app.home ? tabs(state.tab, openTab) : "");
}

// One strip above the messages at most: what went wrong, what is being waited for, or a first hint.
function drawStrips(screen) {
  const strip = noticeStrip(screen) ?? waitStrip(screen) ?? hintStrip(screen);
  const print = strip?.dataset.print ?? "";
  if (part("strips").dataset.print === print) return;
  part("strips").dataset.print = print;
  part("strips").replaceChildren(...(strip ? [strip] : []));
}

function noticeStrip(screen) {
  state.noticesSeen ??= screen.notices.length;
  if (screen.notices.length <= state.noticesSeen) return null;
  const text = screen.notices.at(-1);
  return el("div", { class: "strip strip-error", role: "alert", data: { print: `n${screen.notices.length}` } }, icon("alert"), el("p", {}, text),
    iconButton("close", "Dismiss", () => { state.noticesSeen = screen.notices.length; draw(); }));
}

function waitStrip(screen) {
  if (screen.status.connected && !state.lost) return null;
  const failed = state.lost || screen.status.model === "failed";
  const words = state.lost ? "The sandbox stopped. Start it again with make sandbox; this page reconnects by itself." : screen.status.line;
  return el("div", { class: `strip ${failed ? "strip-error" : "strip-wait"}`, role: "status", data: { print: words } },
    failed ? icon("alert") : el("span", { class: "spinner", "aria-hidden": "true" }), el("p", {}, words));
}

function hintStrip(screen) {
  if (localStorage.getItem("hint") === "seen") return null;
  const command = screen.commands[0]?.name ?? "";
  const shortcut = screen.shortcuts.find((each) => each.kind === "message")?.name ?? "";
  return el("div", { class: "strip strip-hint", data: { print: "hint" } }, icon("spark"),
    el("p", {}, "Try it: open ", el("b", {}, "⋮"), " on a customer’s message and choose ", el("b", {}, shortcut),
      ", or write ", el("code", {}, command), " and your reply below."),
    iconButton("close", "Dismiss this hint", () => { localStorage.setItem("hint", "seen"); draw(); }));
}

function drawThread(channel) {
  const root = state.thread && here().find((message) => message.ts === state.thread);
  thread.hidden = !root;
  document.body.classList.toggle("thread-open", Boolean(root));
  if (!root) return;
  threadList.draw([root, ...here().filter((message) => message.thread === root.ts)], root.ts, context);
  if (threadComposer.where.thread !== root.ts) threadComposer.aim(channel, root.ts);
}

const stored = localStorage.getItem("theme");
if (stored) document.documentElement.dataset.theme = stored;
document.addEventListener("pointerdown", (event) => {
  if (document.body.classList.contains("nav-open") && !event.target.closest("#sidebar, .nav-button")) document.body.classList.remove("nav-open");
});
connect();
