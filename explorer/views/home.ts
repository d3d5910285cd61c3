/**
 * Start view: a matrix with a row for each method and a column for each
 * revision.
 */
import type { Method } from "../../generator/model/types.js";
import { breakable, h, type Child } from "../base/dom.js";
import { toHash } from "../base/route.js";
import { REVISIONS } from "../protocol/revision.js";
import { getStates, type State } from "../protocol/states.js";
import type { View } from "./view.js";

/** Groups of methods in the matrix. */
const GROUPS: readonly (readonly [
  title: string,
  has: (method: Method) => boolean,
])[] = [
  [
    "Requests of the client",
    (method) => method.kind === "request" && method.sender === "client",
  ],
  [
    "Requests of the server",
    (method) => method.kind === "request" && method.sender === "server",
  ],
  [
    "Requests of either side",
    (method) => method.kind === "request" && method.sender === "either",
  ],
  [
    "Notifications of the client",
    (method) => method.kind === "notification" && method.sender === "client",
  ],
  [
    "Notifications of the server",
    (method) => method.kind === "notification" && method.sender === "server",
  ],
  [
    "Notifications of either side",
    (method) => method.kind === "notification" && method.sender === "either",
  ],
];

/**
 * Returns every method once, as declared in the newest revision that has it.
 */
function allMethods(): Method[] {
  const newest = new Map<string, Method>();
  for (const { methods } of REVISIONS)
    for (const method of methods) newest.set(method.method, method);
  return [...newest.values()];
}

export function homeView(): View {
  const methods = allMethods();
  return {
    title: "The protocol, revision by revision",
    content: [
      h(
        "p",
        { class: "lead" },
        `${methods.length} methods in ${REVISIONS.length === 1 ? "one revision" : `${REVISIONS.length} revisions`}. Each table cell links to a method in one revision, or to the changes of the method.`,
      ),
      h(
        "div",
        {
          class: "scroll",
          role: "region",
          tabindex: 0,
          "aria-label": "Methods by revision",
        },
        matrix(methods),
      ),
    ],
  };
}

function matrix(methods: readonly Method[]): HTMLElement {
  return h(
    "table",
    { class: "matrix" },
    h("caption", { class: "hidden" }, "Methods by revision"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Method"),
        REVISIONS.map(({ name }) =>
          h(
            "th",
            { scope: "col" },
            h(
              "a",
              { href: toHash({ view: "revision", revision: name }) },
              name,
            ),
          ),
        ),
      ),
    ),
    GROUPS.map(([title, has]) => {
      const own = methods.filter(has);
      return own.length > 0 && group(title, own);
    }),
  );
}

function group(title: string, methods: readonly Method[]): HTMLElement {
  return h(
    "tbody",
    {},
    h(
      "tr",
      { class: "group" },
      h("th", { scope: "rowgroup", colspan: REVISIONS.length + 1 }, title),
    ),
    methods.map(({ method }) => {
      const last = REVISIONS.findLast(({ methods: all }) =>
        all.some((candidate) => candidate.method === method),
      );
      const route = {
        view: "methods",
        revision: last?.name ?? "",
        name: method,
      } as const;
      return h(
        "tr",
        {},
        h(
          "th",
          { scope: "row" },
          h("a", { href: toHash(route) }, h("code", {}, breakable(method))),
        ),
        getStates(method).map((state, index) => cell(method, state, index)),
      );
    }),
  );
}

const WORDS: Readonly<Record<State, string>> = {
  added: "added",
  changed: "changed",
  same: "✓",
  gone: "removed",
  absent: "",
};

function cell(method: string, state: State, index: number): Child {
  const revision = REVISIONS[index]?.name ?? "";
  const before = REVISIONS[index - 1]?.name ?? "";
  const attributes = { class: `state ${state}` };
  if (state === "absent")
    return h(
      "td",
      attributes,
      h("span", { class: "hidden" }, "not in this revision"),
    );
  const href =
    state === "gone"
      ? toHash({ view: "diff", from: before, to: revision, at: method })
      : toHash({
          view: "methods",
          revision,
          name: method,
          at: state === "changed" ? "-changes" : undefined,
        });
  const said = state === "same" ? "unchanged" : WORDS[state];
  return h(
    "td",
    attributes,
    h(
      "a",
      { href, "aria-label": `${method}, ${revision}: ${said}` },
      WORDS[state],
    ),
  );
}
