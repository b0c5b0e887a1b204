import { element } from "./element.js";

const THEMES = ["auto", "light", "dark"] as const;

/** A button that goes through the themes; `auto` is what the reader's system prefers. */
export function themeToggle(): HTMLButtonElement {
  let place = 0;
  const button = element("button", { type: "button", class: "theme" });
  const show = (): void => {
    const theme = THEMES[place] ?? "auto";
    document.documentElement.dataset["theme"] = theme;
    button.textContent = `Colours: ${theme}`;
  };
  button.addEventListener("click", () => {
    place = (place + 1) % THEMES.length;
    show();
  });
  show();
  return button;
}
