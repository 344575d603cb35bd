// Shows a text in which a passage stands out, and words in that. Everything is set as text: it brings no markup.

function piece(chars, start, end, kind) {
  const node = document.createElement(kind === "mark" ? "mark" : "span");
  if (kind !== "mark") node.className = kind;
  node.textContent = chars.slice(start, end).join("");
  return node;
}

function fill(place, data) {
  const chars = Array.from(data.text); // offsets count code points
  const [from, to] = data.passage;
  const whole = from === to;
  const cuts = new Set([0, from, to, chars.length, ...data.marks.flat()]);
  const sorted = [...cuts].filter((at) => at >= 0 && at <= chars.length).sort((a, b) => a - b);
  const marked = (at) => data.marks.some(([start, end]) => start <= at && at < end);
  for (let i = 0; i + 1 < sorted.length; i += 1) {
    const [start, end] = [sorted[i], sorted[i + 1]];
    const kind = marked(start) ? "mark" : whole ? "plain" : start >= from && end <= to ? "passage" : "around";
    place.append(piece(chars, start, end, kind));
  }
}

export default function (component) {
  const { data, parentElement } = component;
  const box = parentElement.querySelector(".lp-place");
  const rev = JSON.stringify(data);
  if (box.dataset.rev === rev) return;
  box.dataset.rev = rev;
  const text = document.createElement("p");
  fill(text, data);
  box.replaceChildren(text);
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", data.label);
  const first = box.querySelector(".passage") ?? box.querySelector("mark");
  if (first) box.scrollTop = Math.max(0, first.offsetTop - box.offsetTop - 48);
}
