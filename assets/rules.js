// Two small pictures of one difference between merge rules. All texts are set as text.
const NS = "http://www.w3.org/2000/svg";
const WIDTH = 420, ROW = 46, SIDE = 96;

export default function (component) {
  const { parentElement, data } = component;
  const root = parentElement.querySelector(".lp-pair");
  root.replaceChildren(...data.sides.map((side) => half(side, data.strings)));
}

function half(side, strings) {
  const box = document.createElement("div");
  box.className = "lp-half";
  const head = document.createElement("h4");
  head.textContent = side.title;
  box.append(head, side.dots.length ? picture(side, strings) : nothing(strings.empty));
  if (side.more) box.append(nothing(side.more));
  return box;
}

function nothing(text) {
  const line = document.createElement("div");
  line.className = "none";
  line.textContent = text;
  return line;
}

function make(name, attributes, text) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

function picture(side) {
  const facing = side.lines.length > 0;
  const places = facing ? twoColumns(side) : oneColumn(side);
  const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${places.height}`, role: "img", "aria-label": side.label });
  drawn(side, places.at).forEach((node) => svg.append(node));
  for (const dot of side.dots) {
    const { x, y } = places.at[dot.key];
    const middle = facing ? { x, y: y + 21, "text-anchor": "middle" } : { x: x + 14, y: y + 4 };
    svg.append(make("circle", { cx: x, cy: y, r: 7 }), make("text", middle, dot.label));
    if (dot.note) svg.append(make("text", { class: "small", x: x + 14, y: y + 19 }, dot.note));
  }
  return svg;
}

function oneColumn(side) {
  const at = {};
  side.dots.forEach((dot, i) => { at[dot.key] = { x: 14, y: 20 + i * ROW }; });
  return { at, height: 12 + side.dots.length * ROW };
}

function twoColumns(side) {
  const left = side.dots.filter((dot) => !dot.right), right = side.dots.filter((dot) => dot.right);
  const rows = Math.max(left.length, right.length, Math.ceil(side.lines.length * 0.62));
  const height = Math.max(70, rows * 52);
  const at = {};
  for (const [column, x] of [[left, SIDE], [right, WIDTH - SIDE]]) {
    column.forEach((dot, i) => { at[dot.key] = { x, y: (height * (i + 0.5)) / column.length - 6 }; });
  }
  return { at, height };
}

function drawn(side, at) {
  const nodes = [];
  const seen = {}, total = {};
  const pair = (line) => [line.source, line.target].sort().join("\u0000");
  side.lines.forEach((line) => { total[pair(line)] = (total[pair(line)] || 0) + 1; });
  for (const line of side.lines) {
    const key = pair(line), n = (seen[key] = (seen[key] || 0) + 1);
    nodes.push(...arc(line, at[line.source], at[line.target], (n - (total[key] + 1) / 2) * 30));
  }
  return nodes;
}

function arc(line, a, b, bend) {
  const sign = a.x <= b.x ? 1 : -1;
  const start = { x: a.x + 11 * sign, y: a.y + Math.max(-6, Math.min(6, bend / 6)) };
  const end = { x: b.x - 13 * sign, y: b.y + Math.max(-6, Math.min(6, bend / 6)) };
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + bend };
  const control = { x: middle.x, y: 2 * middle.y - (start.y + end.y) / 2 };
  const parts = [make("path", { class: "line", d: `M${start.x} ${start.y} Q${control.x} ${control.y} ${end.x} ${end.y}` })];
  if (line.arrow) parts.push(tip(control, end));
  parts.push(make("text", { class: "word", x: middle.x, y: middle.y + 4, "text-anchor": "middle" }, line.label));
  return parts;
}

function tip(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const corner = (turn, length) => `${to.x + length * Math.cos(angle + turn)},${to.y + length * Math.sin(angle + turn)}`;
  return make("polygon", { class: "tip", points: `${corner(0, 5)} ${corner(2.6, 7)} ${corner(-2.6, 7)}` });
}
