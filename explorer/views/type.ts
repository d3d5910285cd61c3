/** View of a type or constant of the protocol. */
import { getFlows } from "../../generator/model/flow.js";
import type { Declaration } from "../../generator/model/types.js";
import { h, type Child } from "../base/dom.js";
import { jsonView } from "../base/json.js";
import { toHash, type Route } from "../base/route.js";
import { typeGraph } from "../draw/graph.js";
import { createExample } from "../judge/example.js";
import {
  declarationCode,
  methodLink,
  prose,
  typeLink,
} from "../protocol/code.js";
import { deprecation, typeDetails, typeNamed } from "../protocol/members.js";
import {
  findDeclaration,
  getReferencedTypes,
  getPrecedingRevision,
  getJsonSchema,
  getUses,
  type Revision,
} from "../protocol/revision.js";
import { changesBetween } from "../protocol/states.js";
import { changeList } from "./changes.js";
import { chip, folded, inRevisions, section, type View } from "./view.js";

export function typeView(revision: Revision, name: string): View | null {
  const declaration = findDeclaration(revision, name);
  if (!declaration) return null;
  const route: Route = { view: "types", revision: revision.name, name };
  const { doc, kind } = declaration;
  const isType = kind !== "constant";
  return {
    title: name,
    code: true,
    content: [
      h(
        "p",
        { class: "chips" },
        chip(kind),
        !declaration.exported && chip("not exported"),
        directions(revision, name).map((text) => chip(text)),
        doc.since !== null && chip(`since ${doc.since}`),
        doc.deprecated !== null && chip("deprecated", "bad"),
      ),
      inRevisions(
        revision,
        (other) => findDeclaration(other, name) !== undefined,
        (other) => ({ view: "types", revision: other, name }),
      ),
      doc.deprecated !== null && deprecation(doc, revision),
      h("div", { class: "prose lead" }, prose(doc, revision)),
      kind === "constant" &&
        h(
          "p",
          {},
          "The value is ",
          h("code", {}, JSON.stringify(declaration.value)),
          ".",
        ),
      isType &&
        section(
          kind === "interface" ? "Members" : "Values",
          "members",
          route,
          typeDetails(typeNamed(name), revision, {
            label: `Members of ${name}`,
          }),
        ),
      section("Used by", "uses", route, usedBy(revision, name)),
      isType &&
        getReferencedTypes(declaration).length > 0 &&
        section("Referenced types", "graph", route, typeGraph(revision, name)),
      section(
        "TypeScript",
        "typescript",
        route,
        declarationCode(declaration, revision),
      ),
      isType && section("Example", "example", route, example(revision, name)),
      isType && schema(revision, name, route),
      changes(revision, declaration, route),
    ],
  };
}

function directions({ model }: Revision, name: string): string[] {
  const flow = getFlows(model).get(name);
  return [
    ...(flow?.toServer ? ["sent to the server"] : []),
    ...(flow?.toClient ? ["sent to the client"] : []),
  ];
}

function usedBy(revision: Revision, name: string): Child {
  const uses = getUses(revision).get(name) ?? [];
  if (uses.length === 0)
    return h(
      "p",
      { class: "quiet" },
      "Nothing in the schema refers to this type.",
    );
  return h(
    "ul",
    { class: "names" },
    uses.map((use) =>
      h(
        "li",
        {},
        use.kind === "methods"
          ? methodLink(use.name, revision)
          : typeLink(use.name, revision),
      ),
    ),
  );
}

function example({ model }: Revision, name: string): Child {
  try {
    return jsonView(createExample(typeNamed(name), model));
  } catch {
    return h(
      "p",
      { class: "quiet" },
      "No example value could be created for this type.",
    );
  }
}

function schema(revision: Revision, name: string, route: Route): Child {
  const own = getJsonSchema(revision, name);
  if (own === undefined) return null;
  return section(
    "JSON Schema",
    "schema",
    route,
    folded(name, () => jsonView(own)),
  );
}

function changes(
  revision: Revision,
  { name }: Declaration,
  route: Route,
): Child {
  const before = getPrecedingRevision(revision);
  if (!before) return null;
  const found = changesBetween(before, revision).filter(
    ({ of }) => of === name,
  );
  return section(
    `Since ${before.name}`,
    "changes",
    route,
    found.length > 0
      ? changeList(found, before, revision)
      : h("p", { class: "quiet" }, "Nothing changed."),
    h(
      "p",
      {},
      h(
        "a",
        {
          href: toHash({ view: "diff", from: before.name, to: revision.name }),
        },
        `All changes from ${before.name} to ${revision.name}`,
      ),
    ),
  );
}
