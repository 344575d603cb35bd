// The extractions as they were read, as text or as tables of fields. A change goes back as all rows of all passages.

const COLUMNS = { entities: ["name", "type", "description"], relations: ["source", "target", "keywords", "description"] };

// What this page sent last: data that says the same again must not take the focus out of a field.
const sent = new WeakMap();

function tags(chunk, data) {
  const names = chunk.entities.map((row) => el("span", { class: "name-tag" }, data.long && row.description ? `${row.name}: ${row.description}` : row.name));
  const ties = chunk.relations.map((row) => el("span", {}, `${row.source} → ${row.target}${data.long && row.description ? `: ${row.description}` : ""}`));
  return el("div", { class: data.long ? "tags long" : "tags" }, ...names, ...ties);
}

function table(chunk, kind, data, changed) {
  const s = data.strings, rows = chunk[kind];
  const write = (row, name, input) => {
    const long = input.value.length > data.longest;
    input.setCustomValidity(long ? s.long : "");
    if (long) {
      input.reportValidity();
      input.value = row[name];
      return;
    }
    row[name] = input.value;
    changed();
  };
  const field = (row, name) => el("input", { value: row[name], "aria-label": s[name], placeholder: s[name], spellcheck: "false",
    oninput: (event) => event.target.setCustomValidity(""), onchange: (event) => write(row, name, event.target) });
  const body = rows.map((row, n) => el("tr", {}, ...COLUMNS[kind].map((name) => el("td", {}, field(row, name))),
    el("td", {}, el("button", { type: "button", title: s.remove, "aria-label": s.remove, onclick: () => { rows.splice(n, 1); changed(true); } }, "×"))));
  const head = COLUMNS[kind].map((name) => el("th", { scope: "col", class: name === "description" ? "wide" : "" }, s[name]));
  return el("table", { class: "rows" }, el("caption", {}, s[kind]), rows.length ? el("thead", {}, el("tr", {}, ...head, el("th", { class: "out" }))) : null, el("tbody", {}, ...body),
    el("tfoot", {}, el("tr", {}, el("td", { colspan: COLUMNS[kind].length + 1 },
      el("button", { type: "button", onclick: () => { rows.push(Object.fromEntries(COLUMNS[kind].map((name) => [name, ""]))); changed(true); } }, `+ ${s.add}`)))));
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".lp-lesson");
  root.classList.toggle("present", Boolean(data.present));
  if (sent.get(root) === data.same) return;
  sent.set(root, data.same);
  const chunks = structuredClone(data.chunks);
  const show = () => root.replaceChildren(el("div", { class: data.edits ? "read" : "read folded" }, ...chunks.map((chunk) =>
    el("article", { "data-chunk": chunk.id }, el("header", {}, el("b", {}, String(chunk.number)), el("span", {}, chunk.title)), el("blockquote", {}, chunk.text),
      ...(data.edits ? ["entities", "relations"].map((kind) => table(chunk, kind, data, changed)) : [tags(chunk, data)])))));
  const changed = (again) => {
    if (again) show();
    const rows = chunks.map(({ id, entities, relations }) => ({ id, entities, relations }));
    sent.set(root, `${data.turn}:${JSON.stringify(rows)}`);
    setTriggerValue("edit", rows);
  };
  show();
}
