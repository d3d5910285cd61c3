/**
 * Frame around every view, with the search box, the list of pages, and the
 * theme button.
 */
import { breakable, h, replace, type Child } from "../base/dom.js";
import { toHash, type Route } from "../base/route.js";
import {
  REVISIONS,
  getPrecedingRevision,
  SERVER,
  type Revision,
} from "../protocol/revision.js";
import { searchBox } from "./search-box.js";
import { serverLinks } from "./server.js";
import { themeButton } from "./theme.js";
import type { View } from "./view.js";

/** Creates the frame for the views. */
export function createShell() {
  const nav = h("nav", { id: "pages", "aria-label": "Pages" });
  const main = h("main", { id: "main", tabindex: -1 });
  const select = h("select", {
    id: "revision",
    onchange: () => {
      location.hash = sameIn(select.value);
    },
  });
  const menu = h(
    "button",
    {
      type: "button",
      class: "menu",
      "aria-expanded": "false",
      "aria-controls": "pages",
      onclick: () => open(menu.getAttribute("aria-expanded") !== "true"),
    },
    "Menu",
  );
  const open = (isOpen: boolean): void => {
    menu.setAttribute("aria-expanded", String(isOpen));
    nav.classList.toggle("open", isOpen);
  };
  const skip = h(
    "a",
    {
      href: "#main",
      class: "skip",
      onclick: (event: Event) => {
        event.preventDefault();
        main.focus();
      },
    },
    "Skip to the content",
  );
  let shown: Route = { view: "home" };
  let listed: Revision | undefined;
  /** Returns the link to the current view in another revision. */
  const sameIn = (revision: string): string =>
    toHash(
      "revision" in shown
        ? { ...shown, revision }
        : { view: "revision", revision },
    );
  const element = h(
    "div",
    { class: "shell" },
    skip,
    h(
      "header",
      {},
      menu,
      h(
        "a",
        { class: "brand", href: "#/" },
        SERVER ? SERVER.name : "MCP explorer",
      ),
      searchBox(() => listed?.name),
      REVISIONS.length > 1 && [
        h("label", { for: "revision", class: "hidden" }, "Revision"),
        select,
      ],
      themeButton(),
    ),
    h("div", { class: "body" }, nav, main),
  );

  return {
    element,
    show(
      view: View,
      route: Route,
      revision: Revision | undefined,
      isFirst: boolean,
    ): void {
      shown = route;
      const held = document.activeElement;
      open(false);
      if (revision !== listed) replace(nav, pages(revision));
      listed = revision;
      replace(
        select,
        REVISIONS.map(({ name }) =>
          h("option", { value: name, selected: name === revision?.name }, name),
        ),
      );
      markCurrent(nav, route);
      const title = h(
        "h1",
        { tabindex: -1 },
        view.code ? h("code", { dir: "ltr" }, view.title) : view.title,
      );
      replace(main, title, view.content);
      const part =
        route.at === undefined ? undefined : findPart(main, route.at);
      if (part) point(part);
      else window.scrollTo(0, 0);
      if (isFirst && !part) return;
      (part ?? sameControl(held) ?? title).focus({ preventScroll: true });
    },
  };
}

/**
 * Returns the element of the new view with the same id as the previously
 * focused `select` element, so that keyboard users can continue there. Returns
 * null if there is none.
 */
function sameControl(held: Element | null): HTMLElement | null {
  return held instanceof HTMLSelectElement && held.id !== ""
    ? document.getElementById(held.id)
    : null;
}

/**
 * Returns the element of the view that the section name `at` from the URL
 * identifies.
 */
function findPart(main: HTMLElement, at: string): HTMLElement | undefined {
  return [...main.querySelectorAll<HTMLElement>("[data-at]")].find(
    (element) => element.dataset["at"] === at,
  );
}

function point(part: HTMLElement): void {
  part.classList.add("target");
  part.setAttribute("tabindex", "-1");
  part.scrollIntoView({ block: "start" });
}

function markCurrent(nav: HTMLElement, route: Route): void {
  const own = toHash({ ...route, at: undefined });
  for (const link of nav.querySelectorAll("a")) {
    const isCurrent = link.getAttribute("href") === own;
    if (isCurrent) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest" });
    } else link.removeAttribute("aria-current");
  }
}

/**
 * Renders links to the server's entries, to the pages about a revision, and to
 * the methods and types of the revision.
 */
function pages(revision: Revision | undefined): Child {
  return [
    SERVER && serverLinks(),
    revision && [
      h(
        "ul",
        { class: "top-links" },
        !SERVER && link({ view: "home" }, "All methods"),
        link({ view: "revision", revision: revision.name }, revision.name),
        link(
          { view: "conversation", revision: revision.name },
          "Message sequences",
        ),
        compare(revision),
        link({ view: "check", revision: revision.name }, "Check a message"),
      ),
      group(
        "Methods",
        revision.methods.map(({ method }) => method),
        "methods",
        revision,
      ),
      group(
        "Types",
        revision.model.declarations.map(({ name }) => name),
        "types",
        revision,
      ),
    ],
  ];
}

function compare(revision: Revision): Child {
  const before = getPrecedingRevision(revision) ?? REVISIONS[1];
  if (!before) return null;
  const [from, to] =
    REVISIONS.indexOf(before) < REVISIONS.indexOf(revision)
      ? [before, revision]
      : [revision, before];
  return link(
    { view: "diff", from: from.name, to: to.name },
    "Compare revisions",
  );
}

function group(
  title: string,
  names: readonly string[],
  view: "methods" | "types",
  revision: Revision,
): Child {
  const sorted = [...names].sort((a, b) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  );
  return h(
    "details",
    { open: !SERVER },
    h("summary", {}, title),
    h(
      "ul",
      {},
      sorted.map((name) =>
        link({ view, revision: revision.name, name }, name, true),
      ),
    ),
  );
}

function link(route: Route, text: string, code = false): Child {
  return h(
    "li",
    {},
    h("a", { href: toHash(route) }, code ? breakable(text) : text),
  );
}
