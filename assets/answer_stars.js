// Stars: a passage supports the question, for a set of questions to measure with. Comes before answer.js.
// A click is shown at once; what Python says of it comes with the next data.

function starText(view, passage, short) {
  const { strings } = view.data;
  const sign = passage.starred ? "★" : "☆";
  return short ? sign : `${sign} ${passage.starred ? strings.starred : strings.star}`;
}

function starNode(view, passage, short) {
  if (passage.starred === null || passage.starred === undefined) return false;
  const node = el("button", { type: "button", class: short ? "star" : "act star", "data-star": passage.n, onclick: (event) => {
    event.stopPropagation();
    passage.starred = !passage.starred;
    paintStars(view);
    view.report("act", { kind: "star", chunk: passage.chunk, on: passage.starred, at: Date.now() });
  } });
  node.paint = () => {
    const now = passageOf(view, passage.n) ?? passage;
    const label = now.starred ? view.data.strings.unstar : view.data.strings.starHelp;
    node.textContent = starText(view, now, short);
    node.setAttribute("aria-pressed", String(now.starred));
    node.title = label;
    node.setAttribute("aria-label", `${label} [${now.n}]`);
  };
  node.paint();
  return node;
}

function paintStars(view) {
  for (const node of view.root.querySelectorAll("[data-star]")) node.paint();
}

// The same answer with other stars: nothing is drawn anew, so what is open stays open.
function takeStars(view, data) {
  for (const passage of data.passages) {
    const ours = passageOf(view, passage.n);
    if (ours) ours.starred = passage.starred;
  }
  paintStars(view);
}
