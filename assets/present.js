// Projector mode in the browser: keys that step, and no letter under 24 pixels inside components either.
// Keys in fields, menus, sliders and open dialogs stay theirs.

const STEPS = { ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back", Escape: "out" };
const OWN = "input, textarea, select, [contenteditable=true], [role=slider], [role=radiogroup], [role=listbox], [role=tablist]";

const dialog = () => document.querySelector("[role=dialog]") !== null;
const busy = (event) => dialog() || event.composedPath().some((node) => node.matches?.(OWN));

const large = new CSSStyleSheet();
large.replaceSync("*:not(#a):not(#b) { font-size: max(24px, 1em) !important; }"); // before any class's own

function enlarge(root) {
  for (const node of root.querySelectorAll("*")) {
    const inner = node.shadowRoot;
    if (!inner || inner.querySelector(".lp-lesson")) continue; // these have sizes of their own for it
    if (!inner.adoptedStyleSheets.includes(large)) inner.adoptedStyleSheets = [...inner.adoptedStyleSheets, large];
    enlarge(inner);
  }
}

function shrink(root) {
  for (const node of root.querySelectorAll("*")) {
    const inner = node.shadowRoot;
    if (!inner) continue;
    inner.adoptedStyleSheets = inner.adoptedStyleSheets.filter((sheet) => sheet !== large);
    shrink(inner);
  }
}

// The page from its top, once for each place; late parts of it must not push it down either.
let place = null;
function top(now) {
  if (now === place || !now) return;
  place = now;
  const up = () => document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  up();
  for (const wait of [100, 400, 900]) setTimeout(() => now === place && up(), wait);
}

export default function ({ data, setTriggerValue }) {
  top(data.place);
  const listen = (event) => {
    const step = STEPS[event.key];
    if (!step || !data.heard.includes(step) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (step === "out" ? dialog() : busy(event)) return;
    event.preventDefault();
    setTriggerValue("key", step);
  };
  let asked = 0;
  const look = new MutationObserver(() => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => enlarge(document));
  });
  document.addEventListener("keydown", listen);
  document.documentElement.dataset.keys = "on"; // for tests
  look.observe(document.body, { childList: true, subtree: true });
  enlarge(document);
  return () => {
    document.removeEventListener("keydown", listen);
    delete document.documentElement.dataset.keys;
    look.disconnect();
    cancelAnimationFrame(asked);
    shrink(document);
  };
}
