// Puts the cursor into a field once it is there: the field and this may be drawn in any order.

const PATIENCE_MS = 3000;

export default function ({ data }) {
  const put = () => {
    const field = document.getElementsByClassName(data.name)[0]?.querySelector("input, textarea");
    if (field) field.focus();
    return field === document.activeElement && Boolean(field);
  };
  if (put()) return undefined;
  const look = new MutationObserver(() => put() && look.disconnect());
  look.observe(document.body, { childList: true, subtree: true });
  const over = setTimeout(() => look.disconnect(), PATIENCE_MS);
  return () => {
    clearTimeout(over);
    look.disconnect();
  };
}
