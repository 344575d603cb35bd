// Listens for the keys that step, wherever the page has its focus, except in fields, menus and open dialogs.

const STEPS = { ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back", Escape: "out" };
const OWN = "input, textarea, select, [contenteditable=true], [role=slider], [role=radiogroup], [role=listbox], [role=dialog], [role=tablist], .vis-network";

const busy = (event) => event.composedPath().some((node) => node.matches?.(OWN)) || document.querySelector("[role=dialog]");

export default function ({ data, setTriggerValue }) {
  const listen = (event) => {
    const step = STEPS[event.key];
    if (!step || !data.heard.includes(step) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape" ? document.querySelector("[role=dialog]") : busy(event)) return;
    event.preventDefault();
    setTriggerValue("key", step);
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
