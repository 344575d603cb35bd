// The lesson's graph as SVG, with its passages below. All texts are set as text, never as markup.
// Sizes are pixels of the screen, so that letters keep theirs however wide the window is.

const NS = "http://www.w3.org/2000/svg";
const drawings = new WeakMap();

function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== null) node.setAttribute(name, value);
  node.append(...children.filter(Boolean));
  return node;
}

const titled = (node, text) => {
  if (text) node.prepend(svg("title", {}, text));
  return node;
};

// A click, Enter or space on something that can be a start.
function pickable(node, data, kind, key, pick, label) {
  if (!data.picks) return node;
  node.setAttribute("tabindex", "0");
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", label);
  node.classList.add("pick");
  node.addEventListener("click", () => pick({ kind, key }));
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick({ kind, key });
  });
  return node;
}

const RADIUS = 15, GAP = 6;

// Edges of one pair lie beside each other: each bends a little further from the straight line.
function bends(edges) {
  const pairs = new Map();
  for (const edge of edges) {
    const pair = [edge.from, edge.to].sort().join("\n");
    pairs.set(pair, [...(pairs.get(pair) ?? []), edge]);
  }
  const bend = new Map();
  for (const list of pairs.values()) list.forEach((edge, n) => {
    const way = edge.from <= edge.to ? 1 : -1;
    bend.set(edge.id, list.length === 1 ? 0 : way * (n - (list.length - 1) / 2) * 2);
  });
  return bend;
}

function edgeOf(edge, at, bend, data, pick, big) {
  const a = at.get(edge.from), b = at.get(edge.to);
  if (!a || !b) return null;
  const group = svg("g", { class: `edge ${edge.mark}` });
  if (edge.from === edge.to) {
    group.append(svg("circle", { cx: a.x + RADIUS, cy: a.y - RADIUS, r: RADIUS, fill: "none", class: "line" }));
    return group;
  }
  const dx = b.x - a.x, dy = b.y - a.y, far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far], off = bend * (big ? 46 : 32);
  const mid = { x: (a.x + b.x) / 2 - uy * off, y: (a.y + b.y) / 2 + ux * off };
  const aim = (from, to, gap) => {
    const d = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return { x: from.x + ((to.x - from.x) / d) * gap, y: from.y + ((to.y - from.y) / d) * gap };
  };
  const start = aim(a, mid, RADIUS + GAP), end = aim(b, mid, RADIUS + GAP + (edge.directed ? 5 : 0));
  const ctrl = { x: 2 * mid.x - (a.x + b.x) / 2, y: 2 * mid.y - (a.y + b.y) / 2 };
  const path = `M${start.x},${start.y}Q${ctrl.x},${ctrl.y} ${end.x},${end.y}`;
  group.append(svg("path", { d: path, class: "touch" }), svg("path", { d: path, class: "line" }));
  if (edge.directed) {
    const d = Math.hypot(end.x - ctrl.x, end.y - ctrl.y) || 1, [vx, vy] = [(end.x - ctrl.x) / d, (end.y - ctrl.y) / d];
    const size = big ? 13 : 10;
    const tip = { x: end.x + vx * 4, y: end.y + vy * 4 };
    const points = [[tip.x, tip.y], [tip.x - vx * size - vy * size * 0.55, tip.y - vy * size + vx * size * 0.55],
      [tip.x - vx * size + vy * size * 0.55, tip.y - vy * size - vx * size * 0.55]];
    group.append(svg("polygon", { points: points.map((p) => p.join(",")).join(" "), class: "head" }));
  }
  const many = edge.texts > 1 ? data.strings.texts.replace("{n}", edge.texts) : "";
  const upright = Math.abs(dy) > Math.abs(dx);
  const side = bend ? Math.sign(-uy * off) : 1;
  const x = upright ? mid.x + side * 10 : mid.x, anchor = upright ? (side > 0 ? "start" : "end") : "middle";
  const lines = [edge.word, many].filter(Boolean), high = big ? 27 : 17, below = !upright && mid.y < data.height / 2;
  lines.forEach((text, n) => group.append(svg("text", {
    x, y: upright ? mid.y + (n - (lines.length - 1) / 2) * high + 5 : below ? mid.y + high + n * high : mid.y - 9 - (lines.length - 1 - n) * high,
    "text-anchor": anchor, class: n && edge.word ? "many" : "word",
  }, text)));
  titled(group, edge.title);
  return pickable(group, data, "relation", edge.id, pick, edge.word);
}

function nodeOf(node, at, data, pick, big, height) {
  const { x, y } = at.get(node.id);
  const group = svg("g", { class: `node ${node.mark}${node.stub ? " stub" : ""}${node.flag ? " flag" : ""}` });
  if (node.mark === "seed") group.append(svg("circle", { cx: x, cy: y, r: RADIUS + 7, class: "halo" }));
  group.append(svg("circle", { cx: x, cy: y, r: RADIUS, class: "dot" }));
  const above = y < height * 0.35, high = big ? 27 : 18;
  const lines = [node.label, node.second].filter(Boolean);
  lines.forEach((text, n) => group.append(svg("text", {
    x, y: above ? y - RADIUS - 12 - (lines.length - 1 - n) * high : y + RADIUS + (big ? 28 : 21) + n * high,
    "text-anchor": "middle", class: n ? "second" : "name",
  }, text)));
  titled(group, node.title);
  return pickable(group, data, "entity", node.id, pick, node.label);
}

// Names at the rim are moved in, so that no letter is cut off.
function inside(root, width) {
  for (const text of root.querySelectorAll("text")) {
    const box = text.getBBox();
    const shift = box.x < 4 ? 4 - box.x : box.x + box.width > width - 4 ? width - 4 - box.x - box.width : 0;
    if (shift) text.setAttribute("x", Number(text.getAttribute("x")) + shift);
  }
}

// As high as is left of the window below the title, the starts and the counts, above the passages and the foot.
function heightOf(width, data) {
  const room = window.innerHeight, counts = data.counts.length > 0;
  if (data.present) return Math.min(counts || data.picks ? 340 : 430, Math.max(260, room - (counts || data.picks ? 400 : 300)));
  const taken = 320 + (counts ? 58 : 0) + (data.picks ? 84 : 0);
  return Math.min(420, Math.max(230, width * 0.7), Math.max(230, room - taken));
}

function draw(host, data, pick) {
  const width = host.clientWidth, big = Boolean(data.present);
  const height = (data.height = Math.round(heightOf(width, data)));
  const at = new Map(data.nodes.map((node) => [node.id, { x: node.x * width, y: node.y * height }]));
  const bend = bends(data.edges);
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: data.picks ? "group" : "img" });
  picture.setAttribute("aria-label", data.strings.graph.replace("{nodes}", data.nodes.length).replace("{edges}", data.edges.length));
  picture.append(...data.edges.map((edge) => edgeOf(edge, at, bend.get(edge.id), data, pick, big)).filter(Boolean));
  picture.append(...data.nodes.map((node) => nodeOf(node, at, data, pick, big, height)));
  host.replaceChildren(picture);
  inside(picture, width);
}

function passages(data) {
  return el("ol", { class: "passages", "aria-label": data.strings.passages }, ...data.chunks.map((chunk, n) => {
    const item = el("li", { class: chunk.mark, title: `${chunk.title}: ${chunk.text}` });
    item.append(el("b", {}, String(n + 1)), el("span", {}, chunk.label));
    return item;
  }));
}

function tally(data) {
  if (!data.counts.length) return null;
  return el("p", { class: "counts", "aria-live": "polite" }, ...data.counts.map((one) =>
    el("span", { class: one.id, "data-count": one.n }, el("b", {}, String(one.n)), el("i", {}, one.label))));
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".lp-lesson");
  root.classList.toggle("present", Boolean(data.present));
  const pick = (value) => setTriggerValue("pick", value);
  const host = el("div", { class: "net" });
  root.replaceChildren(...[tally(data), host, passages(data)].filter(Boolean));
  let seen = 0;
  const look = new ResizeObserver(() => {
    if (!host.clientWidth || host.clientWidth === seen) return;
    seen = host.clientWidth;
    draw(host, data, pick);
    root.dataset.ready = data.rev;
  });
  look.observe(host);
  drawings.get(root)?.disconnect();
  drawings.set(root, look);
  return () => look.disconnect();
}
