// Draws a graph with vis-network and reports clicks. All texts are set as text, never as markup.
// Python sends nodes, edges, positions and what is selected; colours come from the theme of the page.

let loading = null;
const instances = new WeakMap();
const lastViews = new Map(); // by data.scene: a page that is left and opened again keeps its view

function library(path) {
  loading ??= import(new URL(path, document.baseURI).href).then(() => globalThis.vis);
  return loading;
}

function theme(host) {
  const style = getComputedStyle(host);
  const value = (name) => style.getPropertyValue(`--st-${name}`).trim();
  return {
    text: value("text-color"), ground: value("background-color"), accent: value("primary-color"),
    warn: value("orange-color"), grey: value("gray-color"), font: value("font") || "sans-serif",
    palette: value("chart-categorical-colors").split(",").map((c) => c.trim()),
  };
}

function faded(color, alpha) {
  const hex = /^#([0-9a-f]{6})$/i.exec(color);
  if (!hex) return color;
  const n = parseInt(hex[1], 16);
  return `rgba(${n >> 16}, ${(n >> 8) & 255}, ${n & 255}, ${alpha})`;
}

const hue = (t, slot) => (slot < 0 ? t.grey : t.palette[slot % t.palette.length]);

// Label sizes before zoom. When all is in view the best connected can be read, the others as one comes nearer.
function fonts(rows, host) {
  const xs = rows.map((row) => row.x), ys = rows.map((row) => row.y);
  const wide = Math.max(...xs) - Math.min(...xs) + 160, high = Math.max(...ys) - Math.min(...ys) + 120;
  const [width, height] = [host.clientWidth || 600, host.clientHeight || 600];
  const scale = Math.min(1, width / wide, height / high);
  const readable = (width * height) / 11000;
  return (rank) => Math.round(Math.max(12, (13.5 / scale) * Math.min(1, (readable / (rank + 1)) ** 0.7)));
}

function dressedNode(row, t, lit) {
  const color = hue(t, row.slot);
  const border = row.flagged ? t.warn : row.stub ? color : t.ground;
  const background = row.stub ? t.ground : color;
  const selected = { background, border: t.text };
  return {
    ...row,
    color: { background, border, highlight: selected, hover: selected },
    borderWidth: row.flagged ? 3 : row.stub ? 2 : 1,
    borderWidthSelected: 3,
    shapeProperties: { borderDashes: row.stub ? [4, 3] : false },
    opacity: lit ? 1 : 0.18,
    font: { size: row.fontSize, face: t.font, color: lit ? t.text : faded(t.text, 0.22), strokeWidth: lit ? 3 : 0, strokeColor: t.ground },
  };
}

function dressedEdge(row, t, state, named) {
  const color = state === "lit" ? t.accent : faded(t.text, state === "dim" ? 0.06 : 0.28);
  return {
    ...row,
    label: named || state === "lit-named" || row.always ? row.word : undefined,
    color: { color: state.startsWith("lit") ? t.accent : color, highlight: t.accent, hover: t.accent },
    font: { size: 11, face: t.font, color: t.text, strokeWidth: 3, strokeColor: t.ground, align: "horizontal" },
  };
}

// What a selection lights up: a node with its neighbours, or an edge with its ends; null lights everything.
function lights(s) {
  const chosen = s.selected;
  if (!chosen) return null;
  const edges = chosen.kind === "node"
    ? s.rows.edges.filter((e) => e.from === chosen.id || e.to === chosen.id)
    : s.rows.edges.filter((e) => e.id === chosen.id);
  const nodes = new Set(edges.flatMap((e) => [e.from, e.to]));
  if (chosen.kind === "node") nodes.add(chosen.id);
  return nodes.size ? { nodes, edges: new Set(edges.map((e) => e.id)), named: edges.length <= 14 } : null;
}

function paint(s) {
  const lit = lights(s);
  s.nodes.update(s.rows.nodes.map((row) => withoutPlace(dressedNode(row, s.theme, !lit || lit.nodes.has(row.id)))));
  s.edges.update(s.rows.edges.map((row) => {
    const on = lit && lit.edges.has(row.id);
    return dressedEdge(row, s.theme, !lit ? "plain" : on ? "lit" : "dim", on && lit.named);
  }));
}

function withoutPlace(row) {
  const { x, y, ...rest } = row;
  return rest;
}

function keepOnly(set, rows) {
  const wanted = new Set(rows.map((row) => row.id));
  set.remove(set.getIds().filter((id) => !wanted.has(id)));
}

function rowsOf(data, host) {
  const size = fonts(data.nodes, host);
  return { nodes: data.nodes.map((row) => ({ ...row, fontSize: size(row.rank) })), edges: data.edges };
}

function replaceRows(s, data, host) {
  const before = s.rows;
  s.rows = rowsOf(data, host);
  keepOnly(s.edges, data.edges);
  keepOnly(s.nodes, data.nodes);
  const moved = s.scene === data.scene ? s.dragged : new Set();
  s.dragged = moved;
  const known = new Set(before.nodes.map((row) => row.id));
  s.nodes.update(data.nodes.map((row) => (moved.has(row.id) && known.has(row.id) ? withoutPlace(row) : row)));
  s.edges.update(data.edges);
}

function choose(s, chosen, travel) {
  s.selected = chosen;
  const has = chosen && (chosen.kind === "node" ? s.nodes.get(chosen.id) : s.edges.get(chosen.id));
  if (!has) s.net.unselectAll();
  else if (chosen.kind === "node") s.net.selectNodes([chosen.id], false);
  else s.net.setSelection({ nodes: [], edges: [chosen.id] }, { highlightEdges: false });
  paint(s);
  if (has && travel && chosen.kind === "node") {
    s.net.focus(chosen.id, { scale: Math.max(s.net.getScale(), 0.75), animation: { duration: 350, easingFunction: "easeInOutQuad" } });
  }
}

const same = (a, b) => (a?.kind ?? null) === (b?.kind ?? null) && (a?.id ?? null) === (b?.id ?? null);

function listen(s) {
  s.net.on("click", (p) => {
    const chosen = p.nodes.length ? { kind: "node", id: p.nodes[0] } : p.edges.length ? { kind: "edge", id: p.edges[0] } : null;
    if (same(chosen, s.selected)) return;
    choose(s, chosen, false);
    s.pick(chosen ?? { kind: "none", id: "" });
  });
  s.net.on("doubleClick", (p) => { if (p.nodes.length) s.grow(p.nodes[0]); });
  s.net.on("dragEnd", (p) => p.nodes.forEach((id) => s.dragged.add(id)));
}

const ICONS = {
  zoomIn: "M12 5v14M5 12h14", zoomOut: "M5 12h14", fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  full: "M14 10l6-6M15 4h5v5M10 14l-6 6M9 20H4v-5",
};

function tools(s, box, strings) {
  const step = (factor) => s.net.moveTo({ scale: s.net.getScale() * factor, animation: { duration: 150 } });
  const acts = {
    zoomIn: () => step(1.35), zoomOut: () => step(1 / 1.35), fit: () => s.net.fit({ animation: { duration: 250 } }),
    full: () => (document.fullscreenElement ? document.exitFullscreen() : box.parentElement.requestFullscreen()),
  };
  box.replaceChildren(...Object.entries(acts).map(([name, act]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = strings[name];
    button.setAttribute("aria-label", strings[name]);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", ICONS[name]);
    svg.append(path);
    button.append(svg);
    button.onclick = act;
    return button;
  }));
}

function legend(list, data, t) {
  list.replaceChildren(...data.legend.map((entry) => {
    const item = document.createElement("li");
    const dot = document.createElement("i");
    const name = document.createElement("span");
    if (entry.kind === "type") dot.style.background = hue(t, entry.slot);
    else dot.className = entry.kind;
    name.textContent = entry.label;
    name.title = entry.label;
    item.append(dot, name);
    if (entry.count) {
      const count = document.createElement("small");
      count.textContent = entry.count.toLocaleString();
      item.append(count);
    }
    return item;
  }));
}

function build(vis, host, data, t) {
  const s = { theme: t, rows: rowsOf(data, host), dragged: new Set(), selected: null };
  s.nodes = new vis.DataSet(s.rows.nodes.map((row) => dressedNode(row, t, true)));
  s.edges = new vis.DataSet(s.rows.edges.map((row) => dressedEdge(row, t, "plain", false)));
  s.net = new vis.Network(host, { nodes: s.nodes, edges: s.edges }, data.options);
  const view = lastViews.get(data.scene);
  if (view) s.net.moveTo({ position: view.position, scale: view.scale });
  else s.net.fit({ animation: false });
  listen(s);
  return s;
}

function update(s, data, t, host) {
  const repaint = JSON.stringify(t) !== JSON.stringify(s.theme);
  s.theme = t;
  const changed = s.rev !== data.rev;
  if (changed) {
    replaceRows(s, data, host);
    s.net.setOptions({ interaction: data.options.interaction });
    if (s.scene !== data.scene) s.net.fit({ animation: { duration: 300 } });
  }
  if (changed || repaint || !same(data.selected, s.selected)) choose(s, data.selected, !same(data.selected, s.selected));
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".lp-graph");
  const host = root.querySelector(".lp-net");
  root.style.setProperty("--lp-height", `${data.height}px`);
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", data.strings.label);
  const t = theme(root);
  library(data.script).then((vis) => {
    if (!host.isConnected) return;
    let s = instances.get(host);
    if (s) update(s, data, t, host);
    else {
      s = build(vis, host, data, t);
      instances.set(host, s);
      tools(s, root.querySelector(".lp-tools"), data.strings);
      choose(s, data.selected, false);
    }
    s.rev = data.rev;
    s.scene = data.scene;
    s.pick = (value) => setTriggerValue("pick", value);
    s.grow = (id) => setTriggerValue("grow", id);
    legend(root.querySelector(".lp-legend"), data, t);
    root.dataset.ready = data.rev;
    host.lightprism = s; // for tests: where nodes are on the canvas
  }).catch(() => {
    loading = null;
    const note = document.createElement("p");
    note.className = "lp-failed";
    note.textContent = data.strings.failed;
    host.replaceChildren(note);
  });
  return () => {
    const s = instances.get(host);
    if (!s) return;
    lastViews.set(s.scene, { position: s.net.getViewPosition(), scale: s.net.getScale() });
    s.net.destroy();
    instances.delete(host);
  };
}
