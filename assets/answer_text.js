// Part of the answer: its text as light Markdown. Everything is set as text: a model can bring no markup and no link.
// Offsets count code points; `view.chars` are the code points of the text.

const BULLET = /^(\s*)([-*+•]|\d{1,3}[.)])\s+/;
const HEADING = /^#{1,6}\s+/;

// The lines of a text: what each is, and where its words begin and end.
function lines(text) {
  const found = [];
  let at = 0, code = false;
  for (const raw of text.split("\n")) {
    const length = Array.from(raw).length;
    const fence = /^\s*(```|~~~)/.test(raw);
    const bullet = !code && BULLET.exec(raw), heading = !code && HEADING.exec(raw);
    const skip = bullet ? bullet[0].length : heading ? heading[0].length : 0;
    const kind = fence ? "fence" : code ? "code" : bullet ? (/\d/.test(bullet[2]) ? "number" : "bullet")
      : heading ? "heading" : raw.trim() ? "text" : "gap";
    found.push({ kind, from: at + skip, to: at + length, label: bullet ? bullet[2] : "" });
    if (fence) code = !code;
    at += length + 1;
  }
  return found;
}

// Bold and code within one line, citations, and the borders of sentences, in the order of the text.
function pieces(view, from, to) {
  const { chars } = view;
  const found = [];
  let at = from, bold = false, code = false, held = "", since = from;
  const put = () => {
    if (held) found.push({ text: held, bold, code, at: since });
    held = "";
  };
  const ahead = (mark, begin) => {
    for (let n = begin; n + mark.length <= to; n += 1) if (chars.slice(n, n + mark.length).join("") === mark) return true;
    return false;
  };
  while (at < to) {
    const mark = view.marks.get(at);
    const twice = chars[at] === "*" && chars[at + 1] === "*";
    if (mark && mark.end <= to) {
      put();
      found.push({ cite: mark.n, at });
      at = mark.end;
    } else if (!code && twice && (bold || ahead("**", at + 2))) {
      put();
      bold = !bold;
      at += 2;
    } else if (chars[at] === "`" && (code || ahead("`", at + 1))) {
      put();
      code = !code;
      at += 1;
    } else {
      if (view.borders.has(at)) put();
      if (!held) since = at;
      held += chars[at];
      at += 1;
    }
  }
  put();
  return found;
}

function sentenceAt(view, at) {
  return view.data.sentences.findIndex((one) => one.start <= at && at < one.end);
}

function words(piece) {
  const text = document.createTextNode(piece.text);
  const coded = piece.code ? el("code", {}, text) : text;
  return piece.bold ? el("b", {}, coded) : coded;
}

// One line as nodes: each sentence in a span of its own, numbers as buttons.
function inline(view, from, to) {
  const nodes = [];
  let open = null, number = -2;
  for (const piece of pieces(view, from, to)) {
    const n = sentenceAt(view, piece.at);
    if (n !== number || !open) {
      number = n;
      open = sentenceNode(view, n);
      nodes.push(open);
    }
    open.append(piece.cite === undefined ? words(piece) : citeNode(view, piece.cite, n));
  }
  return nodes;
}

function blocks(view, text) {
  const found = [];
  let list = null, pre = null, para = null;
  const close = () => { list = pre = para = null; };
  for (const line of lines(text)) {
    if (line.kind === "fence" || line.kind === "gap") close();
    else if (line.kind === "code") {
      if (!pre) { close(); found.push(pre = el("pre")); }
      pre.append(`${view.chars.slice(line.from, line.to).join("")}\n`);
    } else if (line.kind === "bullet" || line.kind === "number") {
      const tag = line.kind === "bullet" ? "ul" : "ol";
      if (!list || list.localName !== tag) { close(); found.push(list = el(tag)); }
      const value = tag === "ol" ? parseInt(line.label, 10) : undefined;
      list.append(el("li", { value }, ...inline(view, line.from, line.to)));
    } else if (line.kind === "heading") {
      close();
      found.push(el("h4", {}, ...inline(view, line.from, line.to)));
    } else {
      if (!para) { close(); found.push(para = el("p")); } else para.append(el("br"));
      para.append(...inline(view, line.from, line.to));
    }
  }
  return found;
}
