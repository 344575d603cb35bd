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

function article(passage, strings, whole) {
  const box = document.createElement("article");
  const head = document.createElement("header");
  const title = document.createElement("b");
  title.textContent = passage.title;
  head.append(title, passage.place ? ` · ${passage.place}` : "");
  const body = document.createElement("p");
  box.append(head, body);
  passage.chars = Array.from(passage.text); // offsets count code points
  if (whole || passage.chars.length <= LONG) {
    fill(body, passage, 0, passage.chars.length);
    return box;
  }
  const first = passage.marks.length ? passage.marks[0][0] : 0;
  const from = first <= BEFORE ? 0 : first - BEFORE;
  const button = document.createElement("button");
  button.type = "button";
  let open = false;
  const show = () => {
    if (open) fill(body, passage, 0, passage.chars.length);
    else fill(body, passage, from, Math.min(passage.chars.length, first + AFTER));
    button.textContent = open ? strings.less : strings.whole;
    button.setAttribute("aria-expanded", String(open));
  };
  button.onclick = () => { open = !open; show(); };
  show();
  box.append(button);
  return box;
}

export default function (component) {
  const { data, parentElement } = component;
  const list = parentElement.querySelector(".lp-passages");
  const rev = JSON.stringify(data);
  if (list.dataset.rev === rev) return;
  list.dataset.rev = rev;
  list.replaceChildren(...data.passages.map((passage) => article({ ...passage }, data.strings, data.whole)));
}
