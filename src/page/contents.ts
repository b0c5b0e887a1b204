import { element } from "./element.js";

const SECTIONS = [
  ["charts", "Charts"],
  ["summary", "Headline numbers"],
  ["explorer", "States"],
  ["facts", "How it was made"],
] as const;

/** Links to the sections of the page. */
export function contents(): HTMLElement {
  const items = SECTIONS.map(([id, label]) => element("li", {}, element("a", { href: `#${id}` }, label)));
  return element("nav", { class: "contents", "aria-label": "Contents" }, element("ul", {}, ...items));
}
