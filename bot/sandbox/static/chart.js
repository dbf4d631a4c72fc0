// A chart of Block Kit as inline SVG: lines, areas or bars over one row of categories.

import { el } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 640;
const HEIGHT = 200;
const EDGE = { left: 34, right: 10, top: 10, bottom: 26 };

/** The node of a data_visualization block: the drawing, and the same numbers in words. */
export function chart(block) {
  const { series, axis_config: axis } = block.chart;
  const values = series.flatMap((each) => each.data.map((point) => point.value));
  const top = roundUp(Math.max(...values, 1));
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", "aria-hidden": "true" });
  drawing.append(...grid(top), ...labels(axis.categories), ...series.flatMap((each, index) => drawn(block.chart.type, each, index, top, series.length)));
  return el("figure", { role: "img", "aria-label": inWords(block) },
    el("figcaption", {}, block.title, axis.y_label ? el("small", {}, axis.y_label) : null), drawing,
    axis.x_label ? el("p", { class: "chart-x", "aria-hidden": "true" }, axis.x_label) : null,
    series.length > 1 ? legend(series) : null);
}

/** Which line is which; told in words too, so hidden from screen readers. */
function legend(series) {
  return el("p", { class: "chart-legend", "aria-hidden": "true" },
    ...series.map((each, index) => el("span", { class: `tone-${index % 6}` }, each.name)));
}

function inWords({ title, chart: { series } }) {
  return [title, ...series.map((each) => `${each.name}: ${each.data.map((point) => `${point.label} ${point.value}`).join(", ")}`)].join(". ");
}

function svg(tag, props) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) node.setAttribute(name, value);
  return node;
}

function text(words, props) {
  const node = svg("text", props);
  node.textContent = words;
  return node;
}

function roundUp(value) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / unit) * unit;
}

function x(index, count) {
  const room = WIDTH - EDGE.left - EDGE.right;
  return EDGE.left + (room * (index + 0.5)) / count;
}

function y(value, top) {
  return HEIGHT - EDGE.bottom - ((HEIGHT - EDGE.top - EDGE.bottom) * Math.max(0, value)) / top;
}

function grid(top) {
  return [0, 0.5, 1].flatMap((share) => [
    svg("line", { x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(top * share, top), y2: y(top * share, top), class: "chart-grid" }),
    text(String(Math.round(top * share)), { x: EDGE.left - 7, y: y(top * share, top) + 4, class: "chart-label", "text-anchor": "end" }),
  ]);
}

function labels(categories) {
  const every = Math.ceil(categories.length / 8);
  return categories.map((name, index) => (index % every ? null
    : text(name, { x: x(index, categories.length), y: HEIGHT - 7, class: "chart-label", "text-anchor": "middle" }))).filter(Boolean);
}

function drawn(kind, series, index, top, many) {
  const points = series.data.map((point, at) => [x(at, series.data.length), y(point.value, top)]);
  if (kind === "bar") return bars(points, index, many);
  const path = points.map(([left, down], at) => `${at ? "L" : "M"}${left} ${down}`).join("");
  const shapes = [svg("path", { d: path, class: `chart-line tone-${index % 6}` })];
  if (kind === "area") {
    const closed = `${path}L${points.at(-1)[0]} ${y(0, top)}L${points[0][0]} ${y(0, top)}Z`;
    shapes.unshift(svg("path", { d: closed, class: `chart-area tone-${index % 6}` }));
  }
  return [...shapes, ...points.map(([cx, cy]) => svg("circle", { cx, cy, r: 3.5, class: `chart-dot tone-${index % 6}` }))];
}

function bars(points, index, many) {
  const room = (WIDTH - EDGE.left - EDGE.right) / points.length * 0.7;
  const width = room / many;
  return points.map(([middle, down]) => svg("rect", {
    x: middle - room / 2 + width * index, y: down, width: Math.max(1, width - 1), height: HEIGHT - EDGE.bottom - down, class: `chart-bar tone-${index % 6}`,
  }));
}
