/** What every page of the page has. */
import { h, replace, type Child } from "../base/dom.js";
import { REVISIONS, type Revision } from "../protocol/revision.js";
import { hashOf, type Route } from "../base/route.js";

/** A page: its title, what stands beside that, and what is below it. */
export interface View {
  readonly title: string;
  /** Whether the title is a name of the protocol's. */
  readonly code?: boolean;
  readonly content: readonly Child[];
}

/** A part of a page, which its heading names and links to. */
export function section(
  title: string,
  id: string,
  route: Route,
  ...children: readonly Child[]
): HTMLElement {
  return h(
    "section",
    // A member can not be called so.
    { "data-at": `-${id}`, "aria-labelledby": `${id}-title` },
    h(
      "h2",
      { id: `${id}-title` },
      title,
      h(
        "a",
        {
          class: "anchor",
          href: hashOf({ ...route, at: `-${id}` }),
          "aria-label": `Link to ${title}`,
        },
        "#",
      ),
    ),
    children,
  );
}

/** A short word in a box. */
export function chip(text: string, kind = ""): HTMLElement {
  return h("span", { class: `chip ${kind}` }, text);
}

/** What is not shown until it is asked for, or printed; made then. */
export function folded(title: string, make: () => Child): HTMLElement {
  const body = h("div", {});
  const details = h("details", {}, h("summary", {}, title), body);
  details.addEventListener("toggle", () => {
    if (details.open && !body.hasChildNodes()) replace(body, make());
  });
  return details;
}

/** Opens what is folded, since paper can not. */
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("main details")) {
    details.setAttribute("open", "");
    // By itself it would be told after that.
    details.dispatchEvent(new Event("toggle"));
  }
});

/** The page that something has in each revision, as links; a name where it has none. */
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
                href: hashOf(routeIn(name)),
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

/** `1 fault`, `2 faults`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
