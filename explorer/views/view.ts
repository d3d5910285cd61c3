/** Elements that all views share. */
import { h, replace, type Child } from "../base/dom.js";
import { REVISIONS, type Revision } from "../protocol/revision.js";
import { toHash, type Route } from "../base/route.js";

/** View: its title, and the content below the title. */
export interface View {
  readonly title: string;
  /** Whether the title is a protocol name, which is displayed as code. */
  readonly code?: boolean;
  readonly content: readonly Child[];
}

/** Renders a section with a heading that links to itself. */
export function section(
  title: string,
  id: string,
  route: Route,
  ...children: readonly Child[]
): HTMLElement {
  return h(
    "section",
    // The name of a section starts with a dash, so that it differs from the
    // names of members in the same view.
    { "data-at": `-${id}`, "aria-labelledby": `${id}-title` },
    h(
      "h2",
      { id: `${id}-title` },
      title,
      h(
        "a",
        {
          class: "anchor",
          href: toHash({ ...route, at: `-${id}` }),
          "aria-label": `Link to ${title}`,
        },
        "#",
      ),
    ),
    children,
  );
}

/** Renders a short label in a box. */
export function chip(text: string, kind = ""): HTMLElement {
  return h("span", { class: `chip ${kind}` }, text);
}

/**
 * Renders folded content, which is created only when the user unfolds or prints
 * it.
 */
export function folded(title: string, make: () => Child): HTMLElement {
  const body = h("div", {});
  const details = h("details", {}, h("summary", {}, title), body);
  details.addEventListener("toggle", () => {
    if (!body.hasChildNodes()) replace(body, make());
  });
  return details;
}

/** Unfolds all folded content for printing. */
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("main details")) {
    details.setAttribute("open", "");
    // Dispatch `toggle` here, because the browser's own `toggle` event comes
    // too late for printing.
    details.dispatchEvent(new Event("toggle"));
  }
});

/**
 * Renders links to the same item in each revision. For a revision that lacks
 * the item, renders only the revision's name.
 */
export function inRevisions(
  current: Revision | null,
  has: (revision: Revision) => boolean,
  routeIn: (revision: string) => Route,
): HTMLElement {
  return h(
    "ul",
    { class: "revisions", "aria-label": "Revisions" },
    REVISIONS.map((revision) => {
      const { name } = revision;
      const isCurrent = revision === current;
      return h(
        "li",
        {},
        has(revision)
          ? h(
              "a",
              {
                href: toHash(routeIn(name)),
                "aria-current": isCurrent ? "page" : undefined,
              },
              name,
            )
          : h(
              "span",
              { class: "absent" },
              h("span", { class: "hidden" }, "not in "),
              name,
            ),
      );
    }),
  );
}

/** Returns a count with its noun, such as `1 fault` or `2 faults`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
