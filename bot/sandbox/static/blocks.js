// Draws Block Kit. `place` says where the blocks stand and what a control does there:
//   {names, people, values, errors, key, act(action, block, answer, button)}

import { el, icon } from "./dom.js";
import { chart } from "./chart.js";
import { control } from "./controls.js";
import { mrkdwn, plainText } from "./mrkdwn.js";
import { richText } from "./rich_text.js";
import { table } from "./table.js";

/** Nodes of a list of blocks. */
export function drawBlocks(blocks, place) {
  return blocks.map((block) => {
    const draw = BLOCKS[block.type];
    const node = draw ? draw(block, place) : el("p", { class: "undrawn" }, `The sandbox does not draw ${block.type} blocks.`);
    node.classList.add("block", `block-${block.type}`);
    return node;
  });
}

/** Nodes of a text object. */
export function textOf(object, place) {
  return object.type === "mrkdwn" ? mrkdwn(object.text, place.names) : plainText(object.text);
}

const BLOCKS = {
  header: (block, place) => el("h3", {}, textOf(block.text, place)),
  divider: () => el("hr"),
  data_table: (block, place) => table(block, place.names),
  data_visualization: (block) => chart(block),
  rich_text: (block, place) => richText(block, place.names),
  markdown: (block, place) => el("div", {}, mrkdwn(block.text.replaceAll("**", "*"), place.names)),
  alert: (block, place) => el("div", { class: `level-${block.level ?? "default"}`, role: "note" }, icon("alert"), el("span", {}, textOf(block.text, place))),
  image: (block) => picture(block),
  section: drawSection,
  context: (block, place) => el("div", {}, block.elements.map((element) =>
    element.type === "image" ? picture(element) : el("span", { class: "context-text" }, textOf(element, place)))),
  actions: (block, place) => el("div", { role: "group" }, block.elements.map((element) => control(element, block, place))),
  context_actions: (block, place) => el("div", { role: "group" }, block.elements.map((element) => control(element, block, place))),
  input: drawInput,
};

function drawSection(block, place) {
  const text = block.text ? el("div", { class: "section-text" }, textOf(block.text, place)) : null;
  const fields = block.fields ? el("div", { class: "fields" }, block.fields.map((field) => el("div", {}, textOf(field, place)))) : null;
  const side = block.accessory
    ? el("div", { class: "accessory" }, block.accessory.type === "image" ? picture(block.accessory) : control(block.accessory, block, place))
    : null;
  return el("div", {}, el("div", { class: "section-body" }, text, fields), side);
}

function drawInput(block, place) {
  const id = `${place.key}-${block.block_id}`;
  const error = place.errors?.[block.block_id];
  const label = el(isGroup(block.element) ? "span" : "label", { class: "label", id: `${id}-label`, for: isGroup(block.element) ? null : id },
    textOf(block.label, place), block.optional ? el("span", { class: "optional" }, " (optional)") : null);
  const described = [block.hint ? `${id}-hint` : "", error ? `${id}-error` : ""].join(" ").trim();
  const field = control(block.element, block, place, { id, labelledBy: `${id}-label`, describedBy: described || null, invalid: Boolean(error), required: !block.optional });
  return el("div", { class: error ? "has-error" : "" }, label, field,
    error ? el("p", { class: "error", id: `${id}-error` }, icon("alert"), el("span", {}, error)) : null,
    block.hint ? el("p", { class: "hint-text", id: `${id}-hint` }, textOf(block.hint, place)) : null);
}

function isGroup(element) {
  return element.type === "radio_buttons" || element.type === "checkboxes";
}

// Pictures from elsewhere are described and not loaded: this page asks nobody but this machine.
function picture(element) {
  return el("span", { class: "picture", role: "img", "aria-label": element.alt_text }, element.alt_text);
}
