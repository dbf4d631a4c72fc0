// Draws what a person can use: buttons, menus and inputs. Each keeps its answer in the page until
// the modal is submitted or an action is sent, under data-block and data-action.

import { el } from "./dom.js";
import { plainText } from "./mrkdwn.js";

/** One control of a block. */
export function control(element, block, place, field = {}) {
  const draw = CONTROLS[element.type];
  if (!draw) return el("span", { class: "undrawn" }, `The sandbox does not draw ${element.type}.`);
  return draw(element, { block, place, field, held: place.values?.[block.block_id]?.[element.action_id] });
}

/** What the controls inside a node hold, by block and action; buttons hold nothing. */
export function answersIn(node) {
  const answers = {};
  for (const field of node.querySelectorAll("[data-action][data-holds]")) {
    const { block, action } = field.dataset;
    (answers[block] ??= {})[action] = READ[field.dataset.holds](field);
  }
  return answers;
}

const READ = {
  text: (field) => field.value || null,
  choice: (field) => field.value || null,
  radio: (field) => field.querySelector("input:checked")?.value ?? null,
  boxes: (field) => [...field.querySelectorAll("input:checked")].map((box) => box.value),
};

/** Put answers that were typed before a redraw back into the same controls. */
export function restoreAnswers(node, answers) {
  for (const field of node.querySelectorAll("[data-action][data-holds]")) {
    const answer = answers[field.dataset.block]?.[field.dataset.action];
    if (answer !== undefined) WRITE[field.dataset.holds](field, answer);
    field.dispatchEvent(new Event("restored"));
  }
}

const WRITE = {
  text: (field, answer) => { field.value = answer ?? ""; },
  choice: (field, answer) => { field.value = answer ?? ""; },
  radio: (field, answer) => { for (const dot of field.querySelectorAll("input")) dot.checked = dot.value === answer; },
  boxes: (field, answer) => { for (const box of field.querySelectorAll("input")) box.checked = (answer ?? []).includes(box.value); },
};

const CONTROLS = {
  button: drawButton,
  icon_button: (element, at) => drawButton({ ...element, accessibility_label: element.accessibility_label ?? element.text.text }, at),
  feedback_buttons: (element, at) => el("span", { class: "pair" },
    [element.positive_button, element.negative_button].map((half) => drawButton({ ...half, action_id: element.action_id }, at))),
  overflow: (element, at) => drawSelect({ ...element, placeholder: { text: "More…" } }, at),
  static_select: drawSelect,
  users_select: drawPeople,
  multi_users_select: drawCrowd,
  conversations_select: drawPlaces,
  radio_buttons: (element, at) => drawSet(element, at, "radio"),
  checkboxes: (element, at) => drawSet(element, at, "checkbox"),
  multi_static_select: (element, at) => drawSet(element, at, "checkbox"),
  plain_text_input: drawText,
};

function marks(element, { block, place }, holds) {
  return { data: { block: block.block_id, action: element.action_id, ...(holds ? { holds } : {}), key: `${place.key}/${block.block_id}/${element.action_id}` } };
}

function drawButton(element, at) {
  const press = (event) => {
    if (element.confirm && !window.confirm(element.confirm.text.text)) return;
    if (element.url) window.open(element.url, "_blank", "noopener");
    at.place.act(element.action_id, at.block.block_id, null, event.currentTarget);
  };
  return el("button", {
    type: "button", class: `button ${element.style ?? ""}`, onclick: press,
    "aria-label": element.accessibility_label, ...marks(element, at),
  }, el("span", {}, plainText(element.text.text)));
}

function optionsOf(element) {
  return [...(element.options ?? []), ...(element.option_groups ?? []).flatMap((group) => group.options)];
}

function drawOption(option) {
  return el("option", { value: option.value }, option.text.text);
}

function drawSelect(element, at) {
  return menu(element, at, [
    ...(element.options ?? []).map(drawOption),
    ...(element.option_groups ?? []).map((group) => el("optgroup", { label: group.label.text }, group.options.map(drawOption))),
  ], at.held?.selected_option?.value);
}

function drawPeople(element, at) {
  const people = Object.entries(at.place.people).filter(([, person]) => !person.app && !person.via);
  return menu(element, at, people.map(([id, person]) => el("option", { value: id }, person.name)), at.held?.selected_user);
}

function drawCrowd(element, at) {
  const people = Object.entries(at.place.people).filter(([, person]) => !person.app && !person.via);
  const options = people.map(([id, person]) => ({ value: id, text: { text: person.name } }));
  const chosen = (at.held?.selected_users ?? []).map((value) => ({ value }));
  return drawSet({ ...element, options }, { ...at, held: { selected_options: chosen } }, "checkbox");
}

function drawPlaces(element, at) {
  const places = (at.place.channels ?? []).filter((place) => place.kind !== "im");
  return menu(element, at, places.map((place) => el("option", { value: place.id }, `#${place.name}`)), at.held?.selected_conversation);
}

function menu(element, at, options, chosen) {
  const { field, place, block } = at;
  const prompt = element.placeholder?.text ?? "Choose an option";
  const select = el("select", {
    id: field.id, "aria-label": field.id ? null : prompt, "aria-describedby": field.describedBy, "aria-invalid": field.invalid || null,
    onchange: (event) => {
      event.currentTarget.classList.toggle("empty", !event.currentTarget.value);
      if (!field.id || block.dispatch_action) place.act(element.action_id, block.block_id, event.currentTarget.value, null);
    },
    ...marks(element, at, "choice"),
  }, el("option", { value: "" }, prompt), options);
  select.value = chosen ?? "";
  select.classList.toggle("empty", !select.value);
  select.addEventListener("restored", () => select.classList.toggle("empty", !select.value));
  return el("span", { class: "select" }, select);
}

function drawSet(element, at, kind) {
  const { field, place, block } = at;
  const chosen = kind === "radio" ? [at.held?.selected_option?.value] : (at.held?.selected_options ?? []).map((option) => option.value);
  const name = `${place.key}-${block.block_id}-${element.action_id}`;
  const rows = optionsOf(element).map((option) => {
    const input = el("input", { type: kind, name, value: option.value });
    input.checked = chosen.includes(option.value);
    return el("label", { class: "choice" }, input, el("span", {}, plainText(option.text.text),
      option.description ? el("small", {}, option.description.text) : null));
  });
  const set = el("div", {
    class: "set", role: kind === "radio" ? "radiogroup" : "group", "aria-labelledby": field.labelledBy, "aria-describedby": field.describedBy,
    onchange: () => { if (!field.id) place.act(element.action_id, block.block_id, READ[kind === "radio" ? "radio" : "boxes"](set), null); },
    ...marks(element, at, kind === "radio" ? "radio" : "boxes"),
  }, rows);
  return set;
}

function drawText(element, at) {
  const { field } = at;
  const box = el(element.multiline ? "textarea" : "input", {
    id: field.id, class: "text-input", placeholder: element.placeholder?.text, autocomplete: "off",
    "aria-describedby": field.describedBy, "aria-invalid": field.invalid || null, "aria-required": field.required || null,
    autofocus: element.focus_on_load, rows: element.multiline ? 5 : null, ...marks(element, at, "text"),
  });
  box.value = at.held?.value ?? "";
  if (!element.max_length) return box;
  const left = el("span", { class: "left", "aria-hidden": "true" });
  const count = () => {
    const rest = element.max_length - [...box.value].length;
    left.textContent = rest < 200 ? String(rest) : "";
    left.classList.toggle("over", rest < 0);
  };
  for (const event of ["input", "restored"]) box.addEventListener(event, count);
  count();
  return el("span", { class: "text-field" }, box, left);
}
