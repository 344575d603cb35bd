// Swallows a letter that is held, or pressed twice in no time: it was meant for what stood there before.
// The time is that of the key itself, however late a busy browser hears of it.

const APART_MS = 350;
const OWN = "input, textarea, select, [contenteditable=true]";

export default function ({ data }) {
  let last = { key: "", at: -APART_MS };
  const listen = (event) => {
    const key = event.key.toLowerCase();
    if (!data.keys.includes(key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.composedPath().some((node) => node.matches?.(OWN))) return;
    const again = event.repeat || (key === last.key && event.timeStamp - last.at < APART_MS);
    last = { key, at: event.timeStamp };
    if (again) event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", listen, { capture: true });
  return () => window.removeEventListener("keydown", listen, { capture: true });
}
