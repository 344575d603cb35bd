// Bars of numbers that the core gave, and the row of steps. All texts are set as text.

function bars(data) {
  return el("div", { class: "bars" }, ...data.groups.flatMap((group) => [
    el("h4", {}, group.label),
    ...group.bars.flatMap((bar) => {
      const fill = el("div", { class: bar.last ? "bar last" : "bar" });
      fill.style.width = `${bar.share}%`;
      return [el("span", {}, bar.label), el("div", { class: "track" }, fill), el("span", { class: "n" }, bar.text)];
    }),
  ]));
}

function steps(data, go) {
  return el("nav", { class: "steps-row", "aria-label": data.label }, ...data.chapters.map((chapter) => el("span", {}, ...chapter.map((step) =>
    el("button", { type: "button", class: step.seen ? "seen" : "", title: step.title, "aria-label": step.title, "aria-current": step.now ? "step" : null,
      onclick: () => go(step.id) })))));
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".lp-lesson");
  root.classList.toggle("present", Boolean(data.present));
  root.classList.toggle("line", Boolean(data.chapters));
  root.replaceChildren(data.chapters ? steps(data, (id) => setTriggerValue("go", id)) : bars(data));
}
