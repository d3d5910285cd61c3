/** Search box: a combobox as specified by ARIA. */
import { h, replace } from "../base/dom.js";
import { entryHref, search, type Entry } from "../protocol/search.js";

const LIMIT = 12;

/**
 * Returns the search box.
 *
 * @param revision Function that returns the revision that the user currently
 *   views.
 */
export function searchBox(revision: () => string | undefined): HTMLElement {
  let entries: readonly Entry[] = [];
  let chosen = -1;
  const list = h("ul", {
    id: "found",
    role: "listbox",
    "aria-label": "Search results",
    hidden: true,
  });
  const status = h("p", { class: "hidden", role: "status" });
  const input = h("input", {
    id: "search",
    type: "search",
    role: "combobox",
    placeholder: "Search names and docs",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": "Search names and docs",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": "found",
    "aria-keyshortcuts": "/",
    oninput: () => find(),
    onfocus: () => find(),
    onblur: () => close(),
    onkeydown: (event: KeyboardEvent) => key(event),
  });

  function find(): void {
    entries = search(input.value, LIMIT, revision());
    chosen = entries.length > 0 ? 0 : -1;
    show();
    const isEmpty = input.value.trim() === "";
    status.textContent = isEmpty ? "" : `${entries.length} results`;
    if (!isEmpty && entries.length === 0) {
      replace(
        list,
        h(
          "li",
          {
            role: "option",
            "aria-disabled": "true",
            "aria-selected": "false",
            class: "none",
          },
          "No results",
        ),
      );
      open(true);
    }
  }

  function show(): void {
    replace(
      list,
      entries.map((entry, at) =>
        h(
          "li",
          {
            id: `found-${at}`,
            role: "option",
            "aria-selected": String(at === chosen),
            onmousedown: (event: Event) => {
              event.preventDefault();
              go(entry);
            },
          },
          h("code", { dir: "ltr" }, entry.name),
          h(
            "span",
            { class: "quiet" },
            `${entry.kind} · ${entry.where.join()}`,
          ),
        ),
      ),
    );
    open(entries.length > 0);
  }

  function open(isOpen: boolean): void {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (isOpen && chosen >= 0) {
      input.setAttribute("aria-activedescendant", `found-${chosen}`);
      list.children[chosen]?.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  }

  function close(): void {
    open(false);
  }

  function go(entry: Entry): void {
    close();
    input.value = "";
    input.blur();
    location.hash = entryHref(entry);
  }

  function key(event: KeyboardEvent): void {
    const entry = entries[chosen];
    if (event.key === "Escape") {
      if (list.hidden) input.value = "";
      close();
    } else if (event.key === "Enter" && entry) go(entry);
    else if (
      (event.key === "ArrowDown" || event.key === "ArrowUp") &&
      entries.length > 0
    ) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      chosen = (chosen + step + entries.length) % entries.length;
      show();
    } else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement &&
      /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });

  return h("div", { class: "search", role: "search" }, input, list, status);
}
