// Part of the comparison: the picture of each mode's context, the limits beside it, and chains.
// All texts are set as text, never as markup. A moved limit is sent at once, one at a time, the latest last.

const number = (value) => value.toLocaleString("en");

function chip(mode, small) {
  return el("span", { class: `chip ${mode.id}${small ? " small" : ""}`, title: mode.name }, mode.letter);
}

// --- the picture -----------------------------------------------------------------------------------------------------

function said(strings, one) {
  const name = strings[one.part], cut = one.cut && filled(strings.cutOf, {
    n: number(one.cut), tokens: `${one.about ? strings.about : ""}${number(one.cutTokens)}`,
  });
  return `${name}: ${number(one.kept)}, ${number(one.tokens)} ${strings.tokens}${cut ? `; ${cut}` : ""}`;
}

// One bar: the parts in their order, then what was cut of each in grey; all modes on one scale.
function pictureBar(view, mode, scale) {
  const { strings } = view.data;
  const wide = (tokens) => `${(tokens / scale) * 100}%`;
  const piece = (one, tokens, kind) => {
    if (!tokens) return "";
    const letter = strings[`${one.part}Letter`];
    const node = el("i", { class: `${one.part} ${kind}`, title: said(strings, one) }, tokens / scale > 0.035 ? letter : "");
    node.style.width = wide(tokens);
    return node;
  };
  const bar = el("span", { class: "stack", role: "img", "aria-label": mode.parts.map((one) => said(strings, one)).join("; ") },
    ...mode.parts.map((one) => piece(one, one.tokens, "kept")),
    ...mode.parts.map((one) => piece(one, one.cutTokens, "cut")));
  if (mode.tokens.limit <= scale) {
    const mark = el("b", { class: "limit", title: `${strings.free}: ${number(mode.tokens.limit)} ${strings.tokens}` });
    mark.style.left = wide(mode.tokens.limit);
    bar.append(mark);
  }
  return bar;
}

function pictureRow(view, mode, scale) {
  const { strings } = view.data;
  const cut = mode.parts.reduce((sum, one) => sum + one.cutTokens, 0);
  return el("div", { class: "row" },
    el("span", { class: "who" }, chip(mode, true), ` ${mode.name}`),
    pictureBar(view, mode, scale),
    el("span", { class: "sum" }, `${number(mode.tokens.total)}`, cut ? el("small", {}, ` + ${number(cut)} ${strings.cut}`) : ""),
    el("button", {
      type: "button", class: "link", title: filled(strings.promptOf, { mode: mode.name }),
      "aria-label": filled(strings.promptOf, { mode: mode.name }), "data-prompt": mode.id,
      onclick: () => view.report("prompt", { mode: mode.id, at: Date.now() }),
    }, strings.prompt));
}

function picture(view) {
  const { modes, strings } = view.data;
  const all = (mode) => mode.parts.reduce((sum, one) => sum + one.tokens + one.cutTokens, 0);
  const scale = Math.max(1, ...modes.map(all));
  const key = el("p", { class: "key" }, ...["entities", "relations", "chains", "chunks"].filter((part) => modes.some((mode) => mode.parts.some((one) => one.part === part && one.kept))).map((part) => el("span", {},
    el("i", { class: `${part} kept` }, strings[`${part}Letter`]), ` ${strings[part]}`)),
    el("span", {}, el("i", { class: "chunks cut" }, " "), ` ${strings.cut}`));
  return el("div", { class: "bars" }, key, ...modes.map((mode) => pictureRow(view, mode, scale)));
}

// --- the limits ------------------------------------------------------------------------------------------------------

function sendMoved(view) {
  const next = view.moved;
  if (!next || view.waiting) return;
  view.moved = null;
  view.waiting = setTimeout(() => arrived(view), 3000); // an answer that is the same as before never comes
  view.report("set", { ...next, at: Date.now() });
}

function arrived(view) {
  clearTimeout(view.waiting);
  view.waiting = null;
  sendMoved(view);
}

// While a limit moves only the columns follow; once it rests the rest of the page does.
function rest(view) {
  clearTimeout(view.resting);
  view.resting = setTimeout(() => {
    if (view.moved || view.waiting) rest(view);
    else view.report("rest", { at: Date.now() });
  }, 700);
}

function shownValue(one, value) {
  return one.name === "threshold" ? Number(value).toFixed(2) : `${number(Number(value))}${one.unit ? ` ${one.unit}` : ""}`;
}

const needed = (one, strings) => filled(strings[one.needSays], { n: number(one.need) });

function slider(view, one) {
  const { strings } = view.data;
  const value = el("output", {}, shownValue(one, one.value));
  const range = el("input", {
    type: "range", min: one.min, max: one.max, step: one.step, value: one.value, "data-slider": one.name,
    "aria-label": one.label,
    oninput: (event) => {
      value.textContent = shownValue(one, event.target.value);
      view.moved = { name: one.name, value: Number(event.target.value) };
      sendMoved(view);
    },
    onchange: () => rest(view),
  });
  const need = one.need ? el("small", {}, needed(one, strings)) : "";
  return el("label", { class: "slider", title: one.help }, el("span", {}, el("b", {}, one.label), value), range, need);
}

// The limits stay as they are while one of them is held: an answer must not take the handle out of the hand.
function limits(view) {
  const { sliders, strings } = view.data;
  const usual = sliders.every((one) => one.value === one.usual);
  return el("div", { class: "limits" }, el("p", { class: "hint" }, strings.limitsHelp),
    el("div", { class: "grid" }, ...sliders.map((one) => slider(view, one))),
    el("button", {
      type: "button", class: "link", "data-usual": true, disabled: usual,
      onclick: () => { view.moved = { name: "usual" }; sendMoved(view); rest(view); },
    }, strings.reset));
}

function syncLimits(view, box) {
  const held = box.querySelector("input[type=range]:active, input[type=range]:focus");
  if (!held) { box.replaceChildren(limits(view)); return; }
  box.querySelector("[data-usual]").disabled = view.data.sliders.every((one) => one.value === one.usual);
  for (const one of view.data.sliders) {
    const range = box.querySelector(`[data-slider="${one.name}"]`);
    const need = range?.closest("label").querySelector("small");
    if (need) need.textContent = needed(one, view.data.strings);
    if (range === held || !range) continue;
    range.max = one.max;
    range.value = one.value;
    range.closest("label").querySelector("output").textContent = shownValue(one, one.value);
  }
}

// --- chains ----------------------------------------------------------------------------------------------------------

function chainNode(view, chain) {
  const open = (kind, id) => () => view.report("open", { kind, id, at: Date.now() });
  const parts = chain.nodes.flatMap((node, n) => {
    const step = chain.steps[n - 1];
    const name = el("button", { type: "button", class: "link", onclick: open("entity", node.id) }, node.label);
    if (!step) return [name];
    const word = step.word ? ` ${step.word} ` : " ";
    const text = step.forward ? `–${word}→` : `←${word}–`;
    return [" ", el("button", { type: "button", class: "link step", onclick: open("relation", step.id) }, text), " ", name];
  });
  const cited = view.data.modes.find((mode) => mode.chains.includes(chain)).chunks;
  const passages = chain.chunks.flatMap((id) => {
    const kept = cited.find((chunk) => chunk.id === id);
    return kept ? [el("button", { type: "button", class: "link", title: kept.label, onclick: open("chunk", id) }, `[${kept.rank}]`), " "] : [];
  });
  return el("li", { class: "chain" }, el("span", { class: "rank" }, String(chain.rank)), " ", ...parts,
    el("span", { class: "meta" }, ` ${chain.score} `, ...passages));
}

function chainPart(view, mode) {
  const { strings } = view.data;
  const id = `${mode.id}-chains`;
  const shown = view.open[id] ? mode.chains : mode.chains.slice(0, 5);
  return el("section", { class: "chains" }, el("h4", {}, `${strings.chains} `, el("small", {}, String(mode.chains.length))),
    el("ol", {}, ...shown.map((chain) => chainNode(view, chain))),
    mode.chains.length > 5 ? el("button", {
      type: "button", class: "more", "aria-expanded": view.open[id] === true, "data-more": id,
      onclick: () => { view.open[id] = !view.open[id]; redraw(view, `[data-more="${id}"]`); },
    }, view.open[id] ? strings.less : `${strings.more} (${mode.chains.length})`) : "");
}
