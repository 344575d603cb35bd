// A table of real rows with a checkbox each, for mouse, keyboard and screen reader. Every text is set as text.
// What is chosen is kept here while rows stay, so that quick clicks are never lost; Python is told the whole page's.

function choose(view, at, on, range) {
  const [from, to] = range && view.last !== null ? [Math.min(view.last, at), Math.max(view.last, at)] : [at, at];
  for (let i = from; i <= to; i += 1) mark(view, i, on);
  view.last = at;
  tell(view);
}

function mark(view, at, on) {
  const { key } = view.data.rows[at];
  if (on) view.chosen.add(key);
  else view.chosen.delete(key);
  view.boxes[at].checked = on;
  view.lines[at].classList.toggle("chosen", on);
}

function tell(view) {
  const count = view.data.rows.filter((row) => view.chosen.has(row.key)).length;
  view.all.checked = count > 0 && count === view.data.rows.length;
  view.all.indeterminate = count > 0 && count < view.data.rows.length;
  view.report("chosen", { page: view.data.page, keys: [...view.chosen] });
}

function moved(view, event, at) {
  const last = view.boxes.length - 1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = Math.max(0, Math.min(last, to));
  if (event.shiftKey && next !== at) choose(view, next, view.boxes[at].checked, false);
  view.boxes[next].focus();
}

function heading(view, column) {
  const { sort, strings } = view.data;
  const here = sort.id === column.id;
  const arrow = here ? (sort.down ? " ↓" : " ↑") : "";
  const attributes = { scope: "col", class: column.number ? "number" : "" };
  if (here) attributes["aria-sort"] = sort.down ? "descending" : "ascending";
  if (!column.sorts) return el("th", attributes, column.label);
  return el("th", attributes, el("button", {
    type: "button", "data-sort": column.id, title: column.help || strings.sort,
    onclick: () => view.report("sort", column.id),
  }, column.label, el("span", { "aria-hidden": "true" }, arrow)));
}

function cell(view, row, column, value) {
  const text = typeof value === "number" ? value.toLocaleString("en") : value;
  if (!column.link) return el("td", { class: column.number ? "number" : "", title: column.number ? null : text }, text);
  const address = new URLSearchParams({ ws: view.data.workspace, [view.data.field]: row.key });
  const plain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const link = el("a", {
    href: new URL(`graph?${address}`, document.baseURI).href, title: view.data.strings.open,
    onclick: (event) => {
      event.stopPropagation();
      if (!plain(event)) return;
      event.preventDefault();
      view.report("open", row.key);
    },
  }, text);
  return el("th", { scope: "row" }, link);
}

function line(view, row, at) {
  const on = view.chosen.has(row.key);
  const box = el("input", {
    type: "checkbox", "aria-label": filled(view.data.strings.choose, { name: row.name }),
    onclick: (event) => { event.stopPropagation(); choose(view, at, box.checked, event.shiftKey); },
    onkeydown: (event) => moved(view, event, at),
  });
  box.checked = on;
  view.boxes.push(box);
  const cells = view.data.columns.map((column, i) => cell(view, row, column, row.cells[i]));
  const tr = el("tr", {
    class: on ? "chosen" : "",
    onclick: (event) => choose(view, at, !box.checked, event.shiftKey),
    onmousedown: (event) => { if (event.shiftKey) event.preventDefault(); },
  }, el("td", { class: "box" }, box), ...cells);
  view.lines.push(tr);
  return tr;
}

function table(view) {
  const { data } = view;
  view.all = el("input", {
    type: "checkbox", "aria-label": data.strings.all, title: data.strings.all,
    onclick: () => { data.rows.forEach((_, at) => mark(view, at, view.all.checked)); tell(view); },
  });
  const head = el("tr", {}, el("th", { scope: "col", class: "box" }, view.all),
    ...data.columns.map((column) => heading(view, column)));
  const body = data.rows.map((row, at) => line(view, row, at));
  const count = data.rows.filter((row) => view.chosen.has(row.key)).length;
  view.all.checked = count > 0 && count === data.rows.length;
  view.all.indeterminate = count > 0 && count < data.rows.length;
  return el("table", { "aria-label": data.label }, el("thead", {}, head), el("tbody", {}, ...body));
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const box = parentElement.querySelector(".lp-rows");
  const rev = JSON.stringify({ ...data, chosen: [] });
  if (box.dataset.rev === rev) return;
  box.dataset.rev = rev;
  const focused = box.getRootNode().activeElement?.dataset?.sort;
  const view = { data, report: setTriggerValue, chosen: new Set(data.chosen), boxes: [], lines: [], last: null };
  const scroll = el("div", { class: "scroll", tabindex: "-1" }, table(view));
  box.replaceChildren(scroll);
  if (focused) box.querySelector(`[data-sort="${CSS.escape(focused)}"]`)?.focus();
}
