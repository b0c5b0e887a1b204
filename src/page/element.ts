type Child = Node | string | null;

/**
 * An HTML element. Texts become text nodes, so that nothing in them is ever read as markup; null is left out.
 *
 * @example element("a", { href: "#charts" }, "Charts")
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | null>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}
