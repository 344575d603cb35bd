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
    marks: (host.lightprismMarks ??= new Map()), // by node: vis keeps the first function that draws it
    modes: Object.fromEntries(Object.entries(MODE_COLOURS).map(([mode, name]) => [mode, value(`${name}-color`)])),
  };
}

// A comparison marks rows: a role by shape and border, the modes that hold it by colour.
const MODE_COLOURS = { naive: "gray", local: "blue", global: "violet", hybrid: "green", mix: "orange", paths: "red" };

// The outline of a role: a diamond for a pinned start, a square for a hit, a ring for an end that is only named, a triangle for what was cut.
function outline(ctx, role, x, y, r) {
  ctx.beginPath();
  if (role === "seed") ctx.rect(x - r, y - r, 2 * r, 2 * r);
  else if (role === "pinned") {
    ctx.moveTo(x, y - 1.3 * r);
    ctx.lineTo(x + 1.3 * r, y);
    ctx.lineTo(x, y + 1.3 * r);
    ctx.lineTo(x - 1.3 * r, y);
    ctx.closePath();
  } else if (role === "cut") {
    ctx.moveTo(x - r, y - 0.8 * r);
    ctx.lineTo(x + r, y - 0.8 * r);
    ctx.lineTo(x, y + r);
    ctx.closePath();
  } else ctx.arc(x, y, r, 0, 2 * Math.PI);
}

// Filled with a sector for each mode that holds it; empty for what is only named or was cut.
function drawMarked(row, t, lit, { ctx, x, y, state }) {
  const { role, modes } = row.mark, r = row.size;
  return {
    drawNode() {
      ctx.save();
      ctx.globalAlpha = lit && role !== "rest" ? 1 : 0.22;
      outline(ctx, role, x, y, r);
      ctx.fillStyle = t.ground;
      ctx.fill();
      if (role === "pinned" || role === "seed" || role === "added") {
        ctx.save();
        ctx.clip();
        modes.forEach((mode, n) => {
          const from = -Math.PI / 2 + (2 * Math.PI * n) / modes.length;
          ctx.beginPath();
          ctx.moveTo(x, y);
          ctx.arc(x, y, 2 * r, from, from + (2 * Math.PI) / modes.length);
          ctx.closePath();
          ctx.fillStyle = t.modes[mode] ?? t.grey;
          ctx.fill();
        });
        ctx.restore();
      }
      outline(ctx, role, x, y, r);
      ctx.setLineDash(role === "cut" ? [4, 3] : []);
      ctx.lineWidth = state.selected || state.hover ? 3.5 : role === "pinned" || role === "seed" ? 2.5 : 1.5;
      ctx.strokeStyle = role === "cut" ? t.grey : t.text;
      ctx.stroke();
      ctx.restore();
    },
    nodeDimensions: { width: 2 * r, height: 2 * r },
  };
}

function markedNode(row, t, lit) {
  const { marks } = t;
  marks.set(row.id, [row, t, lit]);
  return { ...row, shape: "custom", ctxRenderer: (at) => drawMarked(...marks.get(row.id), at), label: undefined };
}

function markedEdge(row, t, state) {
  const { role, modes } = row.mark;
  const own = role === "cut" ? t.grey : modes.length === 1 ? t.modes[modes[0]] ?? t.text : t.text;
  const color = state === "lit" ? t.accent : faded(own, state === "dim" || role === "rest" ? 0.13 : role === "cut" ? 0.6 : 0.75);
  return { ...row, color: { color, highlight: t.accent, hover: t.accent } };
}

function faded(color, alpha) {
  const hex = /^#([0-9a-f]{6})$/i.exec(color);
  if (!hex) return color;
  const n = parseInt(hex[1], 16);
  return `rgba(${n >> 16}, ${(n >> 8) & 255}, ${n & 255}, ${alpha})`;
}

const hue = (t, slot) => (slot < 0 ? t.grey : t.palette[slot % t.palette.length]);

function dressedNode(row, t, lit) {
  if (row.mark) return markedNode(row, t, lit);
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
    opacity: lit ? 1 : 0.22,
    label: undefined, // words are drawn by `words`, in one size at every zoom
  };
}

function dressedEdge(row, t, state) {
  if (row.mark) return markedEdge(row, t, state);
  const color = state === "lit" ? t.accent : faded(t.text, state === "dim" ? 0.13 : 0.36);
  return { ...row, color: { color, highlight: t.accent, hover: t.accent } };
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
  return nodes.size ? { nodes, edges: new Set(edges.map((e) => e.id)) } : null;
}

const NODE_WORD = 12.5, EDGE_WORD = 11, PROJECTED = 24; // pixels on the screen, whatever the zoom
const widths = new Map();

function widthOf(ctx, text, font) {
  const key = `${font}|${text}`;
  if (!widths.has(key)) {
    if (widths.size > 20000) widths.clear();
    ctx.font = font;
    widths.set(key, ctx.measureText(text).width);
  }
  return widths.get(key);
}

const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

// Writes names below nodes and predicates on lines: the opened first, then what it lights up, then by degree. A word
// that would cover one already there is left out until one comes nearer.
function words(s, ctx, host) {
  const scale = s.net.getScale(), centre = s.net.getViewPosition();
  const [halfWidth, halfHeight] = [host.clientWidth / 2, host.clientHeight / 2];
  s.view = { position: centre, scale };
  const taken = [];
  const put = (text, x, y, size, weight, alpha) => {
    const sx = (x - centre.x) * scale, sy = (y - centre.y) * scale;
    if (Math.abs(sx) > halfWidth || Math.abs(sy) > halfHeight) return;
    const half = widthOf(ctx, text, `${weight} ${size}px ${s.theme.font}`) / 2 + 2;
    const box = [sx - half, sy - 1, sx + half, sy + size + 2];
    if (taken.some((other) => overlap(box, other))) return;
    taken.push(box);
    ctx.font = `${weight} ${size / scale}px ${s.theme.font}`;
    ctx.lineWidth = 3 / scale;
    ctx.strokeStyle = faded(s.theme.ground, alpha);
    ctx.fillStyle = faded(s.theme.text, alpha);
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  };
  ctx.save();
  Object.assign(ctx, { textAlign: "center", textBaseline: "top", lineJoin: "round" });
  const lit = s.lit, chosen = s.selected?.kind === "node" ? s.selected.id : null;
  const weightOf = (row) => (row.id === chosen ? 0 : row.id === s.hovered ? 1 : !lit || lit.nodes.has(row.id) ? 2 : 3);
  const places = s.net.getPositions();
  for (const row of [...s.byRank].sort((a, b) => weightOf(a) - weightOf(b))) {
    const at = places[row.id], weight = weightOf(row);
    if (at) put(row.label, at.x, at.y + row.size + 3 / scale, s.projected ? PROJECTED : NODE_WORD, weight === 0 ? 600 : 400, weight === 3 ? 0.35 : 1);
  }
  for (const row of s.rows.edges) {
    const named = row.word && (lit ? lit.edges.has(row.id) : row.always);
    const a = places[row.from], b = places[row.to];
    if (named && a && b && row.from !== row.to) put(row.word, (a.x + b.x) / 2, (a.y + b.y) / 2 - 6 / scale, s.projected ? PROJECTED : EDGE_WORD, 400, 0.85);
  }
  ctx.restore();
}

function paint(s) {
  const lit = (s.lit = lights(s));
  s.byRank = [...s.rows.nodes].sort((a, b) => a.rank - b.rank);
  s.nodes.update(s.rows.nodes.map((row) => withoutPlace(dressedNode(row, s.theme, !lit || lit.nodes.has(row.id)))));
  s.edges.update(s.rows.edges.map((row) => {
    const on = lit && lit.edges.has(row.id);
    return dressedEdge(row, s.theme, !lit ? "plain" : on ? "lit" : "dim");
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

// Positions come for a square; they are drawn out along the longer side of the window.
function stretch(nodes, host) {
  const side = (axis) => Math.max(...nodes.map((row) => row[axis])) - Math.min(...nodes.map((row) => row[axis])) + 1;
  const ratio = (host.clientWidth - 110) / (host.clientHeight - 70) / (side("x") / side("y"));
  return nodes.length < 3 ? [1, 1] : ratio > 1 ? [Math.min(ratio, 1.7), 1] : [1, Math.min(1 / ratio, 1.7)];
}

function rowsOf(data, [wide, high]) {
  return { nodes: data.nodes.map((row) => ({ ...row, x: row.x * wide, y: row.y * high })), edges: data.edges };
}

function replaceRows(s, data, host) {
  const before = s.rows;
  if (s.scene !== data.scene) s.stretch = stretch(data.nodes, host);
  s.rows = rowsOf(data, s.stretch);
  keepOnly(s.edges, data.edges);
  keepOnly(s.nodes, data.nodes);
  const moved = s.scene === data.scene ? s.dragged : new Set();
  s.dragged = moved;
  const known = new Set(before.nodes.map((row) => row.id));
  s.nodes.update(s.rows.nodes.map((row) => {
    const dressed = dressedNode(row, s.theme, true);
    return moved.has(row.id) && known.has(row.id) ? withoutPlace(dressed) : dressed;
  }));
  s.edges.update(data.edges.map((row) => dressedEdge(row, s.theme, "plain")));
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

const REACH = 11; // pixels around the middle of a small node that count as the node

// What a click at a place means: what vis found there, or a node whose dot is too small to be hit.
function meant(s, p) {
  if (p.nodes.length) return { kind: "node", id: p.nodes[0] };
  const at = p.pointer.canvas, places = s.net.getPositions(), reach = REACH / s.net.getScale();
  let best = null, least = reach;
  for (const [id, place] of Object.entries(places)) {
    const far = Math.hypot(place.x - at.x, place.y - at.y);
    if (far < least) [best, least] = [id, far];
  }
  if (best !== null) return { kind: "node", id: best };
  return p.edges.length ? { kind: "edge", id: p.edges[0] } : null;
}

// In a narrow window the card stands below the picture: go there, unless the click was the first half of a double one.
function goToCard(s, host) {
  clearTimeout(s.going);
  s.going = setTimeout(() => {
    const card = document.querySelector(".st-key-card");
    if (card && card.getBoundingClientRect().top >= host.getBoundingClientRect().bottom) {
      card.scrollIntoView({ behavior: "smooth", block: "start" });
    }
  }, 450);
}

function listen(s, host) {
  s.net.on("afterDrawing", (ctx) => words(s, ctx, host));
  s.net.on("hoverNode", (p) => { s.hovered = p.node; });
  s.net.on("blurNode", () => { s.hovered = null; });
  host.onmouseleave = () => host.querySelectorAll(".vis-tooltip").forEach((tip) => { tip.style.visibility = "hidden"; });
  s.net.on("click", (p) => {
    const chosen = meant(s, p);
    if (chosen) goToCard(s, host);
    if (same(chosen, s.selected)) return;
    choose(s, chosen, false);
    s.pick(chosen ?? { kind: "none", id: "" });
  });
  s.net.on("doubleClick", (p) => {
    clearTimeout(s.going);
    const chosen = meant(s, p);
    if (chosen?.kind === "node") s.grow(chosen.id);
  });
  s.net.on("dragEnd", (p) => p.nodes.forEach((id) => s.dragged.add(id)));
}

// Show all of it, with a margin for names at the rim.
function fit(s, duration) {
  const before = { position: s.net.getViewPosition(), scale: s.net.getScale() };
  s.net.fit({ animation: false, maxZoomLevel: 1.6 });
  const target = { position: s.net.getViewPosition(), scale: s.net.getScale() * 0.9 };
  if (duration) s.net.moveTo(before);
  s.net.moveTo({ ...target, animation: duration ? { duration, easingFunction: "easeInOutQuad" } : false });
}

const ICONS = {
  zoomIn: "M12 5v14M5 12h14", zoomOut: "M5 12h14", fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  full: "M14 10l6-6M15 4h5v5M10 14l-6 6M9 20H4v-5",
};

function tools(s, box, strings) {
  const step = (factor) => s.net.moveTo({ scale: s.net.getScale() * factor, animation: { duration: 150 } });
  const acts = {
    zoomIn: () => step(1.35), zoomOut: () => step(1 / 1.35), fit: () => fit(s, 250),
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
    else if (entry.kind === "role") dot.className = `role ${entry.role}`;
    else if (entry.kind === "mode") {
      dot.className = "mode";
      dot.style.borderColor = t.modes[entry.mode] ?? t.grey;
      dot.textContent = entry.letter;
    }
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
  const drawn = stretch(data.nodes, host);
  const s = { theme: t, stretch: drawn, rows: rowsOf(data, drawn), dragged: new Set(), selected: null };
  s.nodes = new vis.DataSet(s.rows.nodes.map((row) => dressedNode(row, t, true)));
  s.edges = new vis.DataSet(s.rows.edges.map((row) => dressedEdge(row, t, "plain")));
  s.net = new vis.Network(host, { nodes: s.nodes, edges: s.edges }, data.options);
  const view = lastViews.get(data.scene);
  if (view) s.net.moveTo({ position: view.position, scale: view.scale });
  else fit(s, 0);
  paint(s);
  listen(s, host);
  return s;
}

function update(s, data, t, host) {
  const repaint = JSON.stringify(t) !== JSON.stringify(s.theme);
  s.theme = t;
  const changed = s.rev !== data.rev;
  if (changed) {
    replaceRows(s, data, host);
    s.net.setOptions({ interaction: data.options.interaction });
    if (s.scene !== data.scene) fit(s, 300);
  }
  if (data.selected && !same(data.selected, s.selected)) goToCard(s, host); // by a search or a row
  if (changed || repaint || !same(data.selected, s.selected)) choose(s, data.selected, !same(data.selected, s.selected));
}

// A component that moved in the page is set up before it is attached; a canvas needs its size.
function whenShown(host, run, act) {
  if (run.over) return;
  if (host.isConnected && host.clientWidth) act();
  else requestAnimationFrame(() => whenShown(host, run, act));
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".lp-graph");
  const host = root.querySelector(".lp-net");
  root.style.setProperty("--lp-height", `${data.height}px`);
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", data.strings.label);
  root.classList.toggle("present", Boolean(data.present));
  root.onpointermove = () => { root.dataset.pointer = "on"; }; // the ring around the focus is for the keyboard
  root.onkeyup = () => { delete root.dataset.pointer; };
  const t = theme(root);
  const run = { over: false };
  library(data.script).then((vis) => whenShown(host, run, () => {
    let s = instances.get(host);
    if (s) s.projected = Boolean(data.present);
    if (s) update(s, data, t, host);
    else {
      s = build(vis, host, data, t);
      instances.set(host, s);
      s.projected = Boolean(data.present);
      tools(s, root.querySelector(".lp-tools"), data.strings);
      choose(s, data.selected, false);
    }
    s.rev = data.rev;
    s.scene = data.scene;
    s.pick = (value) => setTriggerValue("pick", value);
    s.grow = (id) => setTriggerValue("grow", id);
    legend(root.querySelector(".lp-legend"), data, t);
    root.dataset.ready = data.rev;
    root.lightprism = s; // for tests: where nodes are on the canvas
  })).catch(() => {
    loading = null;
    const note = document.createElement("p");
    note.className = "lp-failed";
    note.textContent = data.strings.failed;
    host.replaceChildren(note);
  });
  return () => {
    run.over = true;
    const s = instances.get(host);
    if (!s) return;
    if (s.view) lastViews.set(s.scene, s.view); // as last drawn: by now the canvas has no size
    s.net.destroy();
    instances.delete(host);
  };
}
