"use strict";
// Draws the data of this page. Whatever a document said is set as text, never as markup, a link or code.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const OTHER = 9;
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const short = (text, most) => (text.length > most ? text.slice(0, most - 1).trimEnd() + "…" : text);
  const called = (node) => (node.qualifier ? `${node.name} · ${node.qualifier}` : node.name);

  function add(parent, tag, text) {
    const element = document.createElement(tag);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  function facts(parent, pairs) {
    const list = add(parent, "dl", "");
    for (const [term, text] of pairs.filter((pair) => pair[1])) {
      add(list, "dt", term);
      add(list, "dd", text);
    }
  }

  // Few nodes leave room for their labels; of many, only the most connected are named from afar.
  const spread = data.nodes.length <= 60 ? 2 : data.nodes.length <= 300 ? 1.4 : 1;
  const named = new Set(data.nodes.map((_, id) => id).sort((a, b) => data.nodes[b].degree - data.nodes[a].degree || a - b).slice(0, data.nodes.length <= 300 ? 24 : 14));
  let distance = 1;

  function drawnNode(node, id) {
    const fill = colour(`--kind-${node.kind}`);
    const own = { background: node.stub ? colour("--page") : fill, border: fill };
    const size = Math.max(7 + 3 * Math.sqrt(node.degree), Math.min(20, 4.5 * distance)); // never too small to hit
    return {
      id, x: node.x * spread, y: node.y * spread, size, label: short(called(node), 32), borderWidth: node.stub ? 2 : 1,
      color: { ...own, highlight: { background: own.background, border: colour("--mark") } },
      font: { size: Math.max(11 + Math.min(9, Math.sqrt(node.degree)), named.has(id) ? 12 * distance : 0), color: colour("--text"), strokeWidth: named.has(id) ? 3 * distance : 3, strokeColor: colour("--page") },
    };
  }

  function drawnEdge(edge, id) {
    const weight = edge.relations.reduce((sum, relation) => sum + relation.weight, 0);
    return {
      id, from: edge.from, to: edge.to, width: Math.min(6, 1 + Math.log2(weight)),
      arrows: { to: { enabled: edge.forward, scaleFactor: 0.5 }, from: { enabled: edge.backward, scaleFactor: 0.5 } },
      color: { color: colour("--edge"), highlight: colour("--mark") },
    };
  }

  const nodes = new vis.DataSet(data.nodes.map(drawnNode));
  const edges = new vis.DataSet(data.edges.map(drawnEdge));
  const network = new vis.Network($("graph"), { nodes, edges }, {
    physics: false,
    layout: { improvedLayout: false },
    nodes: { shape: "dot", scaling: { label: { drawThreshold: 7 } } },
    edges: { smooth: false, selectionWidth: 1 },
    interaction: { hideEdgesOnDrag: data.edges.length > 1500, keyboard: false },
  });

  const near = data.nodes.map(() => []);
  data.edges.forEach((edge, id) => {
    near[edge.from].push(id);
    if (edge.to !== edge.from) near[edge.to].push(id);
  });

  function sentence(relation) {
    const arrow = relation.directed ? " → " : " – ";
    return called(data.nodes[relation.source]) + arrow + called(data.nodes[relation.target]);
  }

  function showNode(id) {
    const node = data.nodes[id];
    const card = $("card");
    card.replaceChildren();
    add(card, "h2", node.name);
    const text = node.stub ? "Named but never described." : node.description;
    if (text) add(card, "p", text);
    facts(card, [
      ["Type", node.type],
      ["Applies to", node.qualifier],
      ["Documents", node.documents.join("\n")],
      ["Passages", String(node.passages)],
    ]);
    add(card, "h3", `Relations (${node.degree})`);
    for (const edge of near[id]) {
      for (const relation of data.edges[edge].relations) {
        const text = sentence(relation) + (relation.predicate ? `: ${relation.predicate}` : "");
        add(card, "button", text).addEventListener("click", () => select("edge", edge));
      }
    }
  }

  function showEdge(id) {
    const card = $("card");
    const edge = data.edges[id];
    card.replaceChildren();
    for (const relation of edge.relations) {
      add(card, "h2", sentence(relation));
      if (relation.description) add(card, "p", relation.description);
      facts(card, [
        ["Relation", relation.predicate],
        ["Keywords", relation.keywords.join(", ")],
        ["Documents", relation.documents.join("\n")],
        ["Passages", String(relation.weight)],
      ]);
    }
    for (const end of new Set([edge.from, edge.to])) {
      add(card, "button", called(data.nodes[end])).addEventListener("click", () => select("node", end));
    }
  }

  function showHelp() {
    const card = $("card");
    card.replaceChildren();
    const help = data.nodes.length ? "Click an entity or a line to read what the documents say of it." : "This graph is empty.";
    add(card, "p", help);
  }

  function select(kind, id) {
    if (kind === "node") {
      network.selectNodes([id]);
      network.focus(id, { scale: Math.max(network.getScale(), 0.9), animation: false });
      showNode(id);
    } else {
      network.selectEdges([id]);
      showEdge(id);
    }
  }

  network.on("click", (event) => {
    if (event.nodes.length) showNode(event.nodes[0]);
    else if (event.edges.length) showEdge(event.edges[0]);
    else showHelp();
  });

  function legend() {
    const foot = $("legend");
    foot.replaceChildren();
    const used = new Set(data.nodes.filter((node) => !node.stub).map((node) => node.kind));
    const entry = (text, name) => {
      const item = add(foot, "span", text);
      item.style.setProperty("--colour", colour(name));
      return item;
    };
    data.kinds.forEach((kind, number) => entry(short(kind || "no type", 40), `--kind-${number}`));
    if (used.has(OTHER)) entry("other types", `--kind-${OTHER}`);
    if (data.nodes.some((node) => node.stub)) entry("named but never described", `--kind-${OTHER}`).className = "stub";
  }

  $("find").addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = $("name").value.trim().toLocaleLowerCase();
    if (!wanted) return;
    const names = data.nodes.map((node) => called(node).toLocaleLowerCase());
    const found = [(name) => name === wanted, (name) => name.startsWith(wanted), (name) => name.includes(wanted)]
      .map((fits) => names.findIndex(fits))
      .find((id) => id >= 0);
    if (found !== undefined) select("node", found);
    else add($("card"), "p", "Nothing in this picture has that name.");
  });
  for (const node of data.nodes) add($("names"), "option", "").value = called(node);

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    nodes.update(data.nodes.map(drawnNode));
    edges.update(data.edges.map(drawnEdge));
    legend();
  });
  legend();
  showHelp();
  network.fit({ animation: false, maxZoomLevel: 1.6 });
  distance = Math.min(15, 1 / network.getScale());
  nodes.update(data.nodes.map(drawnNode));
})();
