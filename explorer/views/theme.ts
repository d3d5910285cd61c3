/**
 * Dark or light theme of the page: the system's theme, or the user's choice.
 */
import { h } from "../base/dom.js";

const KEY = "mcp-explorer-theme";

/**
 * Returns a button that switches between the dark and the light theme. Its
 * label names the theme that it switches to.
 */
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

/**
 * Returns the theme stored in local storage, or null if none is stored. Also
 * returns null if the browser denies local storage, for example to a page that
 * was opened from a file.
 */
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
    // Without local storage, the chosen theme is not remembered.
  }
}
