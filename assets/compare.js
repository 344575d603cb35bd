// Draws one comparison: a column for each mode, and what the modes share. All texts are set as text, never as markup.
// Python sends plain values; filters, folded lists and the mode in view on a narrow window are the browser's business.
// What comes before this is compare_picture.js.

const FIRST = { entities: 6, relations: 6, chunks: 4, cuts: 0 };
const KIND = { entities: "entity", relations: "relation", chunks: "chunk" };

function chips(view, letters) {
  const strings = view.data.strings;
  const names = view.data.modes.filter((mode) => letters.includes(mode.letter));
  const label = `${strings.alsoIn}: ${names.map((mode) => mode.name).join(", ")}`;
  return el("span", { class: "chips", role: "img", "aria-label": label, title: label }, ...names.map((m) => chip(m, true)));
}

// --- what the modes share --------------------------------------------------------------------------------------------

function matrix(view, shared) {
  const { modes, strings } = view.data;
  const cell = new Map(shared.pairs.map(([i, j, both, either]) => [`${i},${j}`, [both, either]]));
  const rows = modes.map((mode, i) => el("tr", {},
    el("th", { scope: "row" }, chip(mode, true)),
    ...modes.map((other, j) => {
      const [both, either] = cell.get(i < j ? `${i},${j}` : `${j},${i}`);
      const values = { a: mode.name, b: other.name, n: both, union: either };
      const title = filled(i === j ? strings.holds : strings.shares, values);
      const share = either ? Math.round((both / either) * 100) : 0;
      const node = el("td", { title, class: i === j ? "own" : undefined }, String(both));
      node.style.setProperty("--share", i === j ? "0%" : `${Math.round(share * 0.45)}%`);
      return node;
    })));
  const head = el("tr", {}, el("td"), ...modes.map((mode) => el("th", { scope: "col" }, chip(mode, true))));
  const alone = modes.map((mode, i) => [mode, shared.only[i]]).filter(([, count]) => count);
  return el("div", { class: "matrix" },
    el("table", {}, el("caption", {}, `${strings[shared.part]} (${shared.total})`), el("thead", {}, head), el("tbody", {}, ...rows)),
    el("p", {}, `${shared.all} ${shared.allSays}`,
      ...alone.flatMap(([mode, count]) => [` · ${count} ${strings.onlyIn} `, chip(mode, true)])));
}

function sharedPart(view) {
  const { shared, strings } = view.data;
  const sum = filled(strings.sharedSum, Object.fromEntries(shared.map((one) => [one.part, `${one.all} ${one.allSays}`])));
  const body = el("div", { class: "matrices" }, ...shared.map((one) => matrix(view, one)));
  const details = el("details", { class: "shared", open: view.open.shared === true },
    el("summary", {}, strings.shared, el("small", {}, ` · ${sum}`)), el("p", { class: "hint" }, strings.sharedHelp), body);
  details.addEventListener("toggle", () => { view.open.shared = details.open; });
  return details;
}

// --- one column ------------------------------------------------------------------------------------------------------

function fits(view, part, item) {
  const count = view.data.shared.find((one) => one.part === part).able;
  if (view.filter === "only") return item.in.length === 1;
  if (view.filter === "common") return item.in.length === count;
  return true;
}

function light(view, key, on) {
  for (const node of view.root.querySelectorAll(".item")) {
    if (node.dataset.key === key) node.classList.toggle("lit", on);
  }
}

function itemNode(view, part, item) {
  const kind = KIND[part];
  const key = `${kind}:${item.id}`;
  const { strings } = view.data;
  const meta = [item.score, item.via].filter(Boolean).join(" · ");
  const node = el("button", {
    type: "button", class: `item ${kind}`, "data-key": key,
    onclick: () => view.report("open", { kind, id: item.id, at: Date.now() }),
    onmouseenter: () => light(view, key, true), onmouseleave: () => light(view, key, false),
    onfocus: () => light(view, key, true), onblur: () => light(view, key, false),
  },
  el("span", { class: "line" },
    el("span", { class: "rank", title: strings.rank }, String(item.rank)), el("b", {}, item.label)),
  item.sub && el("span", { class: "sub" }, item.sub),
  el("span", { class: "line foot" }, el("span", { class: "meta" }, meta), chips(view, item.in)));
  return el("li", {}, node);
}

function cutNode(view, cut) {
  const node = el("button", {
    type: "button", class: "item cut", "data-key": `${cut.kind}:${cut.id}`,
    onclick: () => view.report("open", { kind: cut.kind, id: cut.id, at: Date.now() }),
  }, el("span", { class: "line" }, el("s", {}, cut.label)), el("span", { class: "meta" }, cut.reason));
  return el("li", {}, node);
}

function listPart(view, mode, part) {
  const { strings } = view.data;
  const all = mode[part];
  const shown = part === "cuts" ? all : all.filter((item) => fits(view, part, item));
  const count = mode.counts[part];
  const id = `${mode.id}-${part}`;
  const draw = part === "cuts" ? (cut) => cutNode(view, cut) : (item) => itemNode(view, part, item);
  const limit = view.open[id] ? shown.length : Math.min(FIRST[part], shown.length);
  const list = el("ol", {}, ...shown.slice(0, limit).map(draw));
  const ends = count > all.length;
  const every = ends ? filled(strings.first, { n: shown.length }) : `${strings.more} (${shown.length})`;
  const label = shown.length === all.length ? number(count) : `${shown.length} ${strings.of} ${number(all.length)}`;
  const more = shown.length > FIRST[part] && el("button", {
    type: "button", class: "more", "aria-expanded": view.open[id] === true, "data-more": id,
    onclick: () => { view.open[id] = !view.open[id]; redraw(view, `[data-more="${id}"]`); },
  }, view.open[id] ? strings.less : every);
  const end = ends && view.open[id] && el("p", { class: "meta" }, filled(strings.listEnds, { n: all.length, count }));
  const hidden = all.length > 0 && shown.length === 0;
  return el("section", { class: part },
    el("h4", {}, `${strings[part]} `, el("small", {}, label)), part === "cuts" ? "" : used(view, mode, part),
    hidden ? el("p", { class: "meta" }, strings.none) : list, end || "", more || "");
}

function used(view, mode, part) {
  const { strings } = view.data;
  return el("p", { class: "meta" }, `${number(mode.tokens[part])} ${strings.of} ${number(mode.tokens[`${part}Limit`])} ${strings.tokens}`);
}

function tokens(view, mode) {
  const { strings } = view.data;
  const use = mode.tokens;
  return el("div", { class: "tokens" },
    el("span", {}, `${number(use.total)} ${strings.of} ${number(use.limit)} ${strings.tokens}`));
}

function column(view, mode) {
  const { strings } = view.data;
  const nothing = !mode.entities.length && !mode.relations.length && !mode.chunks.length;
  const steps = mode.steps.length > 0 && el("details", {}, el("summary", {}, strings.steps),
    el("ol", { class: "steps" }, ...mode.steps.map((step) => el("li", {}, el("b", {}, step.name), ` ${step.detail}`))));
  return el("article", { class: `column ${mode.id}`, id: `lp-${mode.id}`, "data-mode": mode.id, "aria-label": mode.name },
    el("header", { title: mode.about }, el("h3", {}, chip(mode, false), ` ${mode.name}`), el("p", {}, mode.what)),
    tokens(view, mode),
    ...mode.notes.map((note) => el("p", { class: "note" }, note)),
    nothing ? el("p", { class: "nothing" }, strings.nothing) : "",
    mode.chains.length ? chainPart(view, mode) : "",
    ...["entities", "relations", "chunks"].filter((part) => mode[part].length).map((part) => listPart(view, mode, part)),
    mode.cuts.length ? listPart(view, mode, "cuts") : "",
    steps || "");
}

// --- the whole -------------------------------------------------------------------------------------------------------

function switches(view) {
  const { strings, modes } = view.data;
  const filter = el("div", { class: "filter", role: "group", "aria-label": strings.show },
    ...["all", "only", "common"].map((name) => el("button", {
      type: "button", "aria-pressed": view.filter === name, "data-filter": name,
      onclick: () => { view.filter = name; redraw(view, `[data-filter="${name}"]`); },
    }, strings[name])));
  const tabs = el("div", { class: "tabs", role: "group", "aria-label": strings.modes },
    ...modes.map((mode) => el("button", {
      type: "button", "aria-pressed": view.mode === mode.id, "data-tab": mode.id,
      onclick: () => show(view, mode, `[data-tab="${mode.id}"]`),
    }, chip(mode, true), ` ${mode.name}`)));
  const shown = el("div", { class: "shown", role: "group", "aria-label": strings.shownModes },
    el("span", { class: "meta", title: filled(strings.keys, { n: modes.length }) }, strings.shownModes),
    ...modes.map((mode) => {
      const off = view.hidden.has(mode.id);
      const label = filled(off ? strings.unhide : strings.hide, { mode: mode.name });
      return el("button", {
        type: "button", "aria-pressed": !off, "data-column": mode.id, title: label, "aria-label": label,
        onclick: () => { toggle(view, mode); redraw(view, `[data-column="${mode.id}"]`); },
      }, chip(mode, true));
    }));
  return el("div", { class: "switches" }, filter, tabs, shown);
}

function toggle(view, mode) {
  if (view.hidden.has(mode.id)) view.hidden.delete(mode.id);
  else if (view.hidden.size < view.data.modes.length - 1) view.hidden.add(mode.id);
}

// Put a mode in view: on a narrow window it takes the place of the other, else its column is scrolled to.
function show(view, mode, focus) {
  view.mode = mode.id;
  view.hidden.delete(mode.id);
  redraw(view, focus);
  view.root.querySelector(`.column.${mode.id}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function frame(view) {
  const { strings } = view.data;
  const boxes = { picture: el("div", { class: "left" }), limits: el("div", { class: "right" }), rest: el("div") };
  view.boxes = boxes;
  const details = el("details", { class: "picture", open: !view.data.present },
    el("summary", {}, strings.picture), el("div", { class: "two" }, boxes.picture, boxes.limits));
  view.root.replaceChildren(details, boxes.rest);
}

function redraw(view, focus) {
  const { modes } = view.data;
  const scroll = view.root.querySelector(".columns")?.scrollLeft ?? 0;
  view.root.dataset.mode = view.mode;
  const columns = el("div", { class: "columns", tabindex: "-1" }, ...modes.filter((mode) => !view.hidden.has(mode.id)).map((mode) => {
    const node = column(view, mode);
    if (mode.id === view.mode) node.classList.add("current");
    return node;
  }));
  view.boxes.picture.replaceChildren(picture(view));
  syncLimits(view, view.boxes.limits);
  view.boxes.rest.replaceChildren(sharedPart(view), switches(view), columns);
  columns.scrollLeft = scroll;
  if (focus) view.root.querySelector(focus)?.focus();
}

// Keys that stand for themselves do nothing while somebody types, or while a dialog is open.
function typing(event) {
  const at = event.composedPath()[0];
  const field = at instanceof Element && (at.matches("input:not([type=range]), textarea, select, [contenteditable]") || at.isContentEditable);
  return field || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("[role=dialog]") !== null;
}

// On a projector one mode is in view, and the keys that step lead to the next.
const STEPS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

function step(view, event) {
  const at = view.data.modes.findIndex((mode) => mode.id === view.mode);
  if (event.composedPath()[0].matches?.("input") || typing(event)) return;
  event.preventDefault();
  const count = view.data.modes.length;
  show(view, view.data.modes[(at + STEPS[event.key] + count) % count]);
  view.root.querySelector(".switches").scrollIntoView({ block: "start" });
}

function keys(view, event) {
  if (view.data.present && STEPS[event.key]) return step(view, event);
  const mode = view.data.modes[Number(event.key) - 1];
  if (!mode || !/^[1-9]$/.test(event.key) || typing(event)) return;
  event.preventDefault();
  show(view, mode);
}

const views = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".lp-compare");
  let view = views.get(root);
  if (!view) {
    view = { root, open: {}, hidden: new Set(), filter: "all", mode: data.modes[0].id, rev: "", moved: null, waiting: null };
    views.set(root, view);
  }
  view.report = setTriggerValue;
  root.classList.toggle("present", Boolean(data.present));
  document.removeEventListener("keydown", view.listen);
  view.listen = (event) => keys(view, event);
  document.addEventListener("keydown", view.listen);
  const changed = view.rev !== data.rev;
  if (changed) {
    view.rev = data.rev;
    view.data = data;
    if (!view.boxes) frame(view);
    redraw(view);
  }
  if (view.waiting && changed) arrived(view);
  root.dataset.rev = data.rev;
  return () => document.removeEventListener("keydown", view.listen);
}
