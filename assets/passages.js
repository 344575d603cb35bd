// Shows passages with the marked words. Everything is set as text, so a document can bring no markup.

const LONG = 700;
const BEFORE = 180;
const AFTER = 420;

function fill(place, passage, from, to) {
  place.replaceChildren();
  const chars = passage.chars;
  const add = (start, end, marked) => {
    const text = chars.slice(Math.max(start, from), Math.min(end, to)).join("");
    if (!text) return;
    const node = document.createElement(marked ? "mark" : "span");
    node.textContent = text;
    place.append(node);
  };
  let at = 0;
  if (from > 0) place.append("… ");
  for (const [start, end] of passage.marks) {
    add(at, start, false);
    add(start, end, true);
    at = end;
  }
  add(at, chars.length, false);
  if (to < chars.length) place.append(" …");
}

// The nearest gap between words from `at` on, at most 24 characters away; where there is none, as in Chinese, `at`.
function gap(chars, at, step) {
  for (let far = 0; far < 24; far += 1) {
    const here = at + step * far;
    if (here <= 0 || here >= chars.length) return Math.max(0, Math.min(here, chars.length));
    if (/\s/.test(chars[here - 1])) return here;
  }
  return at;
}

// The document by its id, as a link to it; an id is only ever a value in the address.
function document_(passage) {
  const link = document.createElement("a");
  const address = new URLSearchParams([...passage.address, ["doc", passage.document]]);
  link.href = new URL(`documents?${address}`, document.baseURI).href;
  link.textContent = passage.document;
  return link;
}

function original(passage, strings, open) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "original";
  button.textContent = strings.original;
  button.onclick = () => open(passage.chunk);
  return button;
}

function article(passage, strings, whole, open_) {
  const box = document.createElement("article");
  const head = document.createElement("header");
  const title = document.createElement("b");
  title.textContent = passage.title;
  head.append(title, passage.place ? ` · ${passage.place}` : "");
  if (passage.document) head.append(" · ", document_(passage));
  if (passage.chunk) head.append(" · ", original(passage, strings, open_));
  const body = document.createElement("p");
  box.append(head, body);
  passage.chars = Array.from(passage.text); // offsets count code points
  if (whole || passage.chars.length <= LONG) {
    fill(body, passage, 0, passage.chars.length);
    return box;
  }
  const first = passage.marks.length ? passage.marks[0][0] : 0;
  const from = first <= BEFORE ? 0 : gap(passage.chars, first - BEFORE, 1);
  const to = gap(passage.chars, Math.min(passage.chars.length, first + AFTER), 1);
  const button = document.createElement("button");
  button.type = "button";
  let open = false;
  const show = () => {
    if (open) fill(body, passage, 0, passage.chars.length);
    else fill(body, passage, from, to);
    button.textContent = open ? strings.less : strings.whole;
    button.setAttribute("aria-expanded", String(open));
  };
  button.onclick = () => { open = !open; show(); };
  show();
  box.append(button);
  return box;
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const list = parentElement.querySelector(".lp-passages");
  const rev = JSON.stringify(data);
  if (list.dataset.rev === rev) return;
  list.dataset.rev = rev;
  const open = (chunk) => setTriggerValue("original", chunk);
  list.replaceChildren(...data.passages.map((passage) => article({ ...passage }, data.strings, data.whole, open)));
}
