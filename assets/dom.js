// Small tools of every component, put before its own code. Children and attributes are set as text, never as markup.

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-")) node.setAttribute(name, String(value));
    else if (value !== false) node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== "" && child !== false));
  return node;
}

const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
