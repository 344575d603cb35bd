// Puts the cursor into a field once it is there: the field and this may be drawn in any order, and the field again.

const PATIENCE_MS = 1500;

export default function ({ data }) {
  let last = null;
  const put = () => {
    const field = document.getElementsByClassName(data.name)[0]?.querySelector("input, textarea");
    if (!field || field === last) return;
    last = field;
    field.focus();
  };
  put();
  const look = new MutationObserver(put);
  look.observe(document.body, { childList: true, subtree: true });
  const over = setTimeout(() => look.disconnect(), PATIENCE_MS);
  return () => {
    clearTimeout(over);
    look.disconnect();
  };
}
