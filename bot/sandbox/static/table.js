// A data_table block of Block Kit: caption, a row of names, rows below it.

import { el } from "./dom.js";
import { richText } from "./rich_text.js";

/** The node of a data_table block. */
export function table(block, names) {
  const [head, ...rows] = block.rows;
  const first = block.row_header_column_index ?? 0;
  return el("div", {}, el("table", {},
    el("caption", {}, block.caption),
    el("thead", {}, el("tr", {}, head.map((cell) => el("th", { scope: "col" }, content(cell, names))))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, index) =>
      index === first ? el("th", { scope: "row" }, content(cell, names)) : el("td", {}, content(cell, names))))))));
}

function content(cell, names) {
  if (cell.type === "rich_text") return richText(cell, names);
  return cell.type === "raw_number" ? String(cell.text ?? cell.value) : cell.text;
}
