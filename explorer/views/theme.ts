/** Dark or light: as the system says, or as the reader does. */
import { h } from "../base/dom.js";

const KEY = "mcp-explorer-theme";

/** A button that says which theme it leads to. */
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

/** A browser may refuse to keep anything for a file. */
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
    // It is chosen anew next time.
  }
}
