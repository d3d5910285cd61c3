/** Dark or light theme: the system's, or the reader's choice. */
import { h } from "../base/dom.js";

const KEY = "mcp-explorer-theme";

/** Returns a button labelled with the theme that it switches to. */
export function themeButton(): HTMLElement {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = (): boolean =>
    (root.dataset["theme"] ?? (system.matches ? "dark" : "light")) === "dark";
  const stored = remembered();
  if (stored !== null) root.dataset["theme"] = stored;
  const button = h("button", {
    type: "button",
    class: "theme",
    onclick: () => {
      const theme = isDark() ? "light" : "dark";
      root.dataset["theme"] = theme;
      remember(theme);
      say();
    },
  });
  const say = (): void => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `${isDark() ? "Light" : "Dark"} theme`);
  };
  system.addEventListener("change", say);
  say();
  return button;
}

/** A browser may deny local storage to a page from a file. */
function remembered(): string | null {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "dark" || theme === "light" ? theme : null;
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice is not remembered.
  }
}
