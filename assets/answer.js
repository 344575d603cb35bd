// Draws one answer, and beside it the passage that a sentence or a number rests on. Comes after answer_text.js.
// Python sends plain values; what is looked at is the browser's business. What a click asks for goes back as a value.

const BEFORE = 160;
const AFTER = 340;
const LONG = 560;
const NARROW = 760;

function passageOf(view, n) {
  return view.data.passages.find((one) => one.n === n);
}

// --- sentences and numbers -------------------------------------------------------------------------------------------

function sentenceNode(view, n) {
  const one = view.data.sentences[n];
  const shown = one && one.kind === "statement";
  const node = el("span", { class: "sentence", "data-n": n });
  if (!shown) return node;
  node.classList.add(one.supported ? "backed" : "unbacked");
  if (!one.supported) {
    const { unbacked } = view.data.strings;
    node.append(el("button", { type: "button", class: "flag", title: unbacked, "aria-label": unbacked, onclick: () => pick(view, { sentence: n, cite: one.quotes[0]?.n }, node) }, "?"));
  }
  node.addEventListener("click", (event) => { if (!event.target.closest("button")) pick(view, { sentence: n, cite: one.quotes[0]?.n }, node); });
  node.addEventListener("mouseenter", () => preview(view, { sentence: n, cite: one.quotes[0]?.n }));
  node.addEventListener("mouseleave", () => preview(view, null));
  return node;
}

function citeNode(view, number, n) {
  const passage = passageOf(view, number);
  const label = filled(view.data.strings.cite, { n: number, title: passage?.title ?? "" });
  const node = el("button", {
    type: "button", class: "cite", "data-cite": number, title: label, "aria-label": label,
    onclick: () => pick(view, { sentence: n, cite: number }, node),
  }, `[${number}]`);
  if (!passage) node.disabled = true;
  return node;
}

// --- what is looked at -----------------------------------------------------------------------------------------------

const same = (a, b) => a && b && a.sentence === b.sentence && a.cite === b.cite;

function narrow(view) {
  return view.root.clientWidth < NARROW;
}

function pick(view, target, node) {
  const again = same(view.target, target);
  view.target = again && narrow(view) ? null : target;
  view.preview = null;
  showPane(view, node);
  tell(view);
}

// Which passage is open, for the address of a link; only where Python wants to hear of it.
function tell(view) {
  const passage = view.target && passageOf(view, view.target.cite);
  if (!passage || view.opened === null || view.opened === undefined || view.opened === passage.n) return;
  view.opened = passage.n;
  view.report("act", { kind: "cite", chunk: passage.chunk, at: Date.now() });
}

// What shows a passage: the first sentence that rests on it, else a quote, else its line in the list.
function opening(view, n) {
  const sentence = view.data.sentences.findIndex((one) => one.quotes.some((quote) => quote.n === n));
  if (sentence >= 0) return { sentence, cite: n };
  return { sentence: undefined, cite: n, quote: (view.data.quotes ?? []).find((one) => one.n === n) };
}

function openAsked(view) {
  if (!view.opened || view.data.writing || view.target || !passageOf(view, view.opened)) return;
  view.target = opening(view, view.opened);
  const nodes = [...view.root.querySelectorAll(`[data-cite="${view.opened}"]`)];
  view.anchor = nodes[0] ?? null;
  const givens = view.anchor?.closest("details");
  if (givens) givens.open = view.open = true;
}

function preview(view, target) {
  if (narrow(view)) return;
  clearTimeout(view.timer);
  view.timer = setTimeout(() => {
    view.preview = target;
    showPane(view);
  }, target ? 120 : 250);
}

function light(view, target) {
  for (const node of view.root.querySelectorAll(".sentence")) {
    const on = target !== null && target.sentence !== undefined && Number(node.dataset.n) === target.sentence;
    node.classList.toggle("lit", on);
  }
  for (const node of view.root.querySelectorAll("[data-cite]")) {
    const inside = node.closest(".sentence");
    const on = target !== null && Number(node.dataset.cite) === target.cite
      && (!inside || Number(inside.dataset.n) === target.sentence);
    node.setAttribute("aria-pressed", String(on));
  }
}

// On a wide window the pane stands at the right; on a narrow one behind what was clicked.
function showPane(view, node) {
  const target = view.preview ?? view.target;
  light(view, target);
  const pane = view.boxes.pane;
  pane.replaceChildren(...(target ? paneOf(view, target) : [el("p", { class: "hint" }, view.data.strings.hint)]));
  if (!narrow(view)) {
    if (pane.parentElement !== view.root) view.root.append(pane);
    const idle = !target && !view.data.writing && !view.root.querySelector(".text [data-cite], .text .backed, .text .unbacked");
    pane.hidden = !view.data.passages.length || idle;
    view.least = Math.max(view.least ?? 0, pane.offsetHeight); // what stands below does not jump with each look
    view.root.style.minHeight = `${view.least}px`;
    return;
  }
  pane.hidden = !target;
  view.root.style.minHeight = "";
  const anchor = node ?? view.anchor;
  if (node) view.anchor = node;
  if (target && anchor?.isConnected) (anchor.closest("li, p, h4") ?? anchor).after(pane);
}

// --- the pane --------------------------------------------------------------------------------------------------------

function marksFor(view, target, passage) {
  const one = view.data.sentences[target.sentence];
  const from = target.quote ? [target.quote] : one ? one.quotes : [];
  return from.filter((quote) => quote.n === passage.n).map((quote) => [quote.start, quote.end]);
}

function gap(chars, at, step) {
  for (let far = 0; far < 24; far += 1) {
    const here = at + step * far;
    if (here <= 0 || here >= chars.length) return Math.max(0, Math.min(here, chars.length));
    if (/\s/.test(chars[here - 1])) return here;
  }
  return at;
}

function fill(place, chars, marks, from, to) {
  place.replaceChildren();
  const add = (start, end, marked) => {
    const text = chars.slice(Math.max(start, from), Math.min(end, to)).join("");
    if (text) place.append(el(marked ? "mark" : "span", {}, text));
  };
  let at = 0;
  if (from > 0) place.append("… ");
  for (const [start, end] of marks) {
    add(at, start, false);
    add(start, end, true);
    at = end;
  }
  add(at, chars.length, false);
  if (to < chars.length) place.append(" …");
}

function body(view, passage, marks) {
  const chars = Array.from(passage.text);
  const place = el("p", { class: "passage" });
  if (chars.length <= LONG) {
    fill(place, chars, marks, 0, chars.length);
    return [place];
  }
  const [first, last] = marks.length ? [marks[0][0], marks[0][1]] : [0, 0];
  const from = first <= BEFORE ? 0 : gap(chars, first - BEFORE, 1);
  const to = gap(chars, Math.min(chars.length, Math.max(last + BEFORE, first + AFTER)), 1);
  let whole = false;
  const button = el("button", { type: "button", class: "link", onclick: () => { whole = !whole; show(); } });
  const show = () => {
    fill(place, chars, marks, whole ? 0 : from, whole ? chars.length : to);
    button.textContent = whole ? view.data.strings.less : view.data.strings.whole;
    button.setAttribute("aria-expanded", String(whole));
  };
  show();
  return [place, button];
}

function documentLink(view, passage) {
  const address = new URLSearchParams([...view.data.address, ["doc", passage.document]]);
  return el("a", { href: new URL(`documents?${address}`, document.baseURI).href, class: "act" }, view.data.strings.documents);
}

function copyButton(view, passage, marks) {
  const { strings } = view.data;
  const chars = Array.from(passage.text);
  const [span] = marks;
  const quote = (span ? chars.slice(span[0], span[1]) : chars).join("").trim();
  const source = [passage.title, passage.document !== passage.title ? passage.document : "", passage.where,
    passage.revision && filled(strings.revision, { revision: passage.revision })].filter(Boolean).join(", ");
  const button = el("button", { type: "button", class: "act", onclick: async () => {
    const text = `“${quote}”\n— ${source}`;
    let done = true;
    try { await navigator.clipboard.writeText(text); } catch { done = copyOldWay(text); }
    button.textContent = done ? strings.copied : strings.notCopied;
    setTimeout(() => { button.textContent = strings.copy; }, 1800);
  } }, strings.copy);
  return button;
}

function copyOldWay(text) {
  const area = el("textarea", { "aria-hidden": true });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

function acts(view, passage, marks) {
  const { strings } = view.data;
  const [span] = marks;
  const ask = (kind) => () => view.report("act", {
    kind, chunk: passage.chunk, start: span ? span[0] : null, end: span ? span[1] : null, at: Date.now(),
  });
  const there = passage.state !== "gone";
  return el("div", { class: "acts" },
    there && starNode(view, passage, false),
    copyButton(view, passage, marks),
    there && el("button", { type: "button", class: "act", onclick: ask("original") }, strings.original),
    there && documentLink(view, passage),
    el("button", { type: "button", class: "act", onclick: ask("why") }, strings.why));
}

function backing(view, target) {
  const one = view.data.sentences[target.sentence];
  if (!one || one.kind !== "statement" || one.support === null) return [];
  const { strings } = view.data;
  const measure = strings.measures[view.data.measure] ?? "";
  const values = { measure, support: one.support.toFixed(2), least: view.data.least.toFixed(2), lacking: one.lacking.join(", ") };
  if (one.supported) return [el("p", { class: "backing" }, filled(strings.backedBy, values))];
  const why = one.lacking.length ? strings.lacking : strings.belowLeast;
  return [el("p", { class: "backing warn" }, el("b", {}, strings.unbacked), ` ${filled(why, values)} `,
    el("span", {}, one.quotes.length ? strings.nearest : ""))];
}

function tabs(view, target) {
  const one = view.data.sentences[target.sentence];
  const numbers = one ? one.quotes.map((quote) => quote.n) : [];
  if (numbers.length < 2) return [];
  return [el("div", { class: "tabs", role: "group" }, ...numbers.map((n) => el("button", {
    type: "button", "aria-pressed": n === target.cite, onclick: () => { view.target = { ...target, cite: n }; view.preview = null; showPane(view); tell(view); },
  }, `[${n}]`)))];
}

function paneOf(view, target) {
  const { strings } = view.data;
  const passage = passageOf(view, target.cite);
  if (!passage) return [...backing(view, target), el("p", { class: "hint" }, strings.noPassage)];
  const marks = marksFor(view, target, passage);
  const state = passage.state && el("p", { class: "backing warn" }, strings.states[passage.state]);
  return [
    ...tabs(view, target),
    el("header", {}, el("b", {}, `[${passage.n}] ${passage.title}`), el("small", {}, [passage.where, passage.document !== passage.title && passage.document,
      passage.revision && filled(strings.revision, { revision: passage.revision })].filter(Boolean).join(" · "))),
    ...backing(view, target),
    state || "",
    ...body(view, passage, marks),
    acts(view, passage, marks),
  ].filter((node) => node !== "");
}

// --- the whole -------------------------------------------------------------------------------------------------------

function prepare(view) {
  const { data } = view;
  view.chars = Array.from(data.text);
  view.marks = new Map(data.marks.map((mark) => [mark.start, mark]));
  view.borders = new Set(data.sentences.flatMap((one) => [one.start, one.end]));
}

function quoteNode(view, quote, number) {
  const target = { sentence: undefined, cite: quote.n, quote };
  const node = el("li", { class: "quote" },
    el("blockquote", {}, quote.text, " ", citeAlone(view, quote.n, target)));
  return node;
}

function citeAlone(view, n, target) {
  const passage = passageOf(view, n);
  const label = filled(view.data.strings.cite, { n, title: passage?.title ?? "" });
  const node = el("button", { type: "button", class: "cite", "data-cite": n, title: label, "aria-label": label, onclick: () => pick(view, target, node) }, `[${n}]`);
  return node;
}

function said(view) {
  const { data } = view;
  const { strings } = data;
  if (data.quotes) {
    if (!data.quotes.length) return [el("p", { class: "calm" }, strings.noQuotes)];
    return [el("ol", { class: "quotes" }, ...data.quotes.map((quote, n) => quoteNode(view, quote, n)))];
  }
  const text = blocks(view, data.text);
  if (data.writing) {
    (text.at(-1)?.lastElementChild?.closest("li, p, h4") ?? text.at(-1) ?? view.boxes.text).append(el("span", { class: "caret", "aria-hidden": true }));
    return text;
  }
  if (!data.notFound) return text;
  return [el("div", { class: "calm" }, el("b", {}, strings.notFound), ...text, el("p", { class: "hint" }, strings.notFoundHint))];
}

function given(view) {
  const { passages, strings } = view.data;
  if (!passages.length) return [];
  const name = `${view.data.quotes ? "found" : "given"}${passages.length === 1 ? "1" : ""}`;
  const rows = passages.map((passage) => {
    const target = { sentence: undefined, cite: passage.n };
    const about = [passage.where, passage.score, passage.via].filter(Boolean).join(" · ");
    const row = el("li", { class: "given" }, el("button", { type: "button", class: "row", "data-cite": passage.n, onclick: () => pick(view, target, row) },
      el("span", { class: "number" }, `[${passage.n}]`),
      el("span", { class: "what" }, el("b", {}, passage.title), el("small", {}, about)),
      passage.cited && el("span", { class: "tag" }, strings.cited)), starNode(view, passage, true));
    return row;
  });
  const details = el("details", { class: "givens", open: view.open ?? (view.data.writing && !view.data.text) },
    el("summary", {}, filled(strings[name], { n: passages.length })), el("ol", {}, ...rows));
  details.querySelector("summary").addEventListener("click", () => { view.open = !details.open; });
  return [details];
}

function remarks(view) {
  return view.data.remarks.map((one) => el("p", { class: `remark ${one.kind}` }, el("b", {}, one.sign), ` ${one.text}`));
}

function draw(view) {
  prepare(view);
  if (narrow(view) || view.finished !== !view.data.writing) view.target = view.preview = view.anchor = null;
  view.finished = !view.data.writing;
  view.root.append(view.boxes.pane); // out of the way of what is drawn anew
  view.boxes.text.replaceChildren(...said(view));
  view.boxes.text.setAttribute("aria-busy", String(view.data.writing));
  view.boxes.foot.replaceChildren(...remarks(view), ...given(view));
  openAsked(view);
  const first = view.data.sentences.findIndex((one) => one.citations.length && one.quotes.length);
  if (!view.data.writing && !view.target && !narrow(view)) {
    const [quote] = view.data.quotes ?? [];
    if (quote) view.target = { sentence: undefined, cite: quote.n, quote };
    else if (first >= 0) view.target = { sentence: first, cite: view.data.sentences[first].quotes[0].n };
  }
  showPane(view);
}

function frame(view) {
  view.boxes = {
    text: el("div", { class: "text" }),
    foot: el("div", { class: "foot" }),
    pane: el("aside", { class: "pane", "aria-live": "polite" }),
  };
  const main = el("div", { class: "main" }, view.boxes.text, view.boxes.foot);
  view.root.replaceChildren(main, view.boxes.pane);
  let was = narrow(view);
  view.watch = new ResizeObserver(() => {
    if (was === narrow(view)) return;
    was = narrow(view);
    showPane(view);
  });
  view.watch.observe(view.root);
}

const views = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".lp-answer");
  let view = views.get(root);
  if (!view) {
    view = { root, target: null, preview: null, rev: "", subject: data.subject };
    views.set(root, view);
  }
  view.report = setTriggerValue;
  view.opened = data.opened;
  if (view.rev === data.rev) return;
  if (view.body && view.body === data.body && view.subject === data.subject) {
    view.rev = data.rev;
    takeStars(view, data);
    root.dataset.rev = data.rev;
    return;
  }
  if (view.subject !== data.subject) {
    view.target = view.preview = view.anchor = null;
    view.least = 0;
  }
  view.rev = data.rev;
  view.body = data.body;
  view.subject = data.subject;
  view.data = data;
  if (!view.boxes) frame(view);
  draw(view);
  root.dataset.rev = data.rev;
}
