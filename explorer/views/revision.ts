/** View of a revision: lists its methods, types and constants. */
import type { Declaration } from "../../generator/model/types.js";
import { h } from "../base/dom.js";
import { toHash, type Route } from "../base/route.js";
import { typeLink } from "../protocol/code.js";
import { getPrecedingRevision, type Revision } from "../protocol/revision.js";
import { methodList } from "./method.js";
import { section, type View } from "./view.js";

export function revisionView(revision: Revision): View {
  const { name, methods, model } = revision;
  const route: Route = { view: "revision", revision: name };
  const before = getPrecedingRevision(revision);
  const of = (kind: string, sender: string) =>
    methods.filter(
      (method) => method.kind === kind && method.sender === sender,
    );
  const groups = [
    ["Requests of the client", of("request", "client")],
    ["Requests of the server", of("request", "server")],
    ["Requests of either side", of("request", "either")],
    ["Notifications of the client", of("notification", "client")],
    ["Notifications of the server", of("notification", "server")],
    ["Notifications of either side", of("notification", "either")],
  ] as const;
  const constants = model.declarations.filter(
    ({ kind }) => kind === "constant",
  );
  return {
    title: name,
    content: [
      h(
        "p",
        { class: "lead" },
        `${methods.length} methods, ${model.declarations.length - constants.length} types. `,
        h(
          "a",
          { href: toHash({ view: "conversation", revision: name }) },
          "Message sequences",
        ),
        " · ",
        h(
          "a",
          { href: toHash({ view: "check", revision: name }) },
          "Check a message",
        ),
        before && [
          " · ",
          h(
            "a",
            { href: toHash({ view: "diff", from: before.name, to: name }) },
            `Changes since ${before.name}`,
          ),
        ],
      ),
      section(
        "Methods",
        "methods",
        route,
        h(
          "div",
          { class: "columns" },
          groups.map(
            ([title, own]) =>
              own.length > 0 &&
              h("div", {}, h("h3", {}, title), methodList(own, revision)),
          ),
        ),
      ),
      section(
        "Types",
        "types",
        route,
        h(
          "div",
          { class: "columns" },
          categories(model.declarations).map(([title, own]) =>
            h(
              "div",
              {},
              h("h3", {}, title),
              h(
                "ul",
                { class: "names" },
                own.map((declaration) =>
                  h(
                    "li",
                    { class: declaration.doc.deprecated === null ? "" : "old" },
                    typeLink(declaration.name, revision),
                    declaration.doc.deprecated !== null &&
                      h("span", { class: "hidden" }, " deprecated"),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
      constants.length > 0 &&
        section(
          "Constants",
          "constants",
          route,
          h(
            "ul",
            { class: "names" },
            constants.map((constant) =>
              h("li", {}, typeLink(constant.name, revision)),
            ),
          ),
        ),
    ],
  };
}

/**
 * Groups types by the category in their doc comments. The groups are in source
 * order.
 */
function categories(
  declarations: readonly Declaration[],
): (readonly [string, readonly Declaration[]])[] {
  const found = new Map<string, Declaration[]>();
  for (const declaration of declarations) {
    if (declaration.kind === "constant") continue;
    const tag = declaration.doc.tags.find(({ name }) => name === "category");
    const title = tag?.text.trim().replaceAll("`", "") || "Types";
    found.set(title, [...(found.get(title) ?? []), declaration]);
  }
  return [...found];
}
