// Shows names and passages that were found. Every text is set as text, so that a document can bring no markup.
// A link goes through Python, which keeps the session; opened in a new tab it is an address like any other.

const FIRST_NAMES = 12;

// The text in pieces, those at the marks in <mark>; offsets count code points.
function pieces(text, marks) {
  const chars = Array.from(text);
  const found = [];
  let at = 0;
  const add = (start, end, tag) => {
    const part = chars.slice(start, end).join("");
    if (part) found.push(tag ? el(tag, {}, part) : part);
  };
  for (const [start, end] of marks) {
    add(at, start);
    add(start, end, "mark");
    at = end;
  }
  add(at, chars.length);
  return found;
}

function link(view, page, fields, go, attributes, ...children) {
  const address = new URLSearchParams([...view.data.address, ...Object.entries(fields)]);
  const plain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  return el("a", {
    ...attributes,
    href: new URL(`${page}?${address}`, document.baseURI).href,
    onclick: (event) => {
      if (!plain(event)) return;
      event.preventDefault();
      view.report("go", go);
    },
  }, ...children);
}

function name(view, hit) {
  const { strings, rule } = view.data;
  const count = hit.passages === 1 ? strings.passage : filled(strings.passages, { n: hit.passages });
  const also = hit.also.length ? ` · ${filled(strings.also, { names: hit.also.join(", ") })}` : "";
  const fields = rule === "careful" ? { node: hit.key } : { node: hit.key, rule };
  return el("li", {}, link(view, "graph", fields, { kind: "entity", key: hit.key }, { title: strings.openName },
    el("b", {}, ...pieces(hit.label, hit.marks)), " ", el("small", {}, `${hit.type} · ${count}${also}`)));
}

function names(view) {
  const { names: hits, strings } = view.data;
  const list = el("ul", { class: "names" });
  const box = el("div", {}, list);
  const show = (all) => list.replaceChildren(...(all ? hits : hits.slice(0, FIRST_NAMES)).map((hit) => name(view, hit)));
  show(false);
  if (hits.length > FIRST_NAMES) {
    let all = false;
    const button = el("button", { type: "button", class: "all" });
    const label = () => {
      button.textContent = all ? strings.fewerNames : filled(strings.moreNames, { n: hits.length - FIRST_NAMES });
      button.setAttribute("aria-expanded", String(all));
    };
    button.onclick = () => { all = !all; show(all); label(); };
    label();
    box.append(button);
  }
  return box;
}

function whole(view, hit, body) {
  const { strings } = view.data;
  const button = el("button", { type: "button" });
  let open = false;
  const show = () => {
    const cut = [hit.before ? "… " : "", ...pieces(hit.snippet, hit.snippetMarks), hit.after ? " …" : ""];
    body.className = open ? "whole" : "";
    body.replaceChildren(...(open ? pieces(hit.text, hit.marks) : cut));
    button.textContent = open ? strings.less : strings.whole;
    button.setAttribute("aria-expanded", String(open));
  };
  button.onclick = () => { open = !open; show(); };
  show();
  return button;
}

function passage(view, hit) {
  const { strings } = view.data;
  const open = () => view.report("original", hit.chunk);
  const place = hit.page ? ` · ${filled(strings.page, { n: hit.page })}` : "";
  const title = el("button", { type: "button", class: "title", onclick: open, title: strings.original },
    ...pieces(hit.title, hit.titleMarks));
  const body = el("p");
  if (!hit.text) body.append(...pieces(hit.snippet, hit.snippetMarks));
  const ways = el("div", { class: "ways" },
    el("button", { type: "button", onclick: open }, strings.original),
    link(view, "documents", { doc: hit.document }, { kind: "document", key: hit.document }, {}, strings.document));
  if (hit.text) ways.append(whole(view, hit, body));
  return el("li", {}, el("header", {}, title, el("small", {}, `${place} · ${hit.document}`)), body, ways);
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const box = parentElement.querySelector(".lp-found");
  const rev = JSON.stringify(data);
  if (box.dataset.rev === rev) return;
  box.dataset.rev = rev;
  const view = { data, report: setTriggerValue };
  const parts = [];
  if (data.names.length) parts.push(names(view));
  if (data.passages.length) parts.push(el("ol", { class: "passages" }, ...data.passages.map((hit) => passage(view, hit))));
  box.replaceChildren(...parts);
}
