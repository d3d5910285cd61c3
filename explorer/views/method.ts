/** View of a protocol method. */
import { capabilityOwners } from "../../generator/model/capabilities.js";
import type { Declaration, Method } from "../../generator/model/types.js";
import { h, type Child } from "../base/dom.js";
import { jsonView } from "../base/json.js";
import { toHash, type Route } from "../base/route.js";
import {
  declarationCode,
  methodLink,
  prose,
  typeCode,
  typeLink,
} from "../protocol/code.js";
import { errorTable } from "../protocol/errors.js";
import { deprecation, typeDetails } from "../protocol/members.js";
import {
  findMethodDeclarations,
  findDeclaration,
  getPrecedingRevision,
  getJsonSchema,
  type Revision,
} from "../protocol/revision.js";
import { getMethodChanges } from "../protocol/states.js";
import { changeList } from "./changes.js";
import { samples } from "./samples.js";
import { chip, folded, inRevisions, section, type View } from "./view.js";

const ARROWS = {
  client: "client → server",
  server: "server → client",
  either: "client ↔ server",
};

export function methodView(revision: Revision, name: string): View | null {
  const method = revision.methods.find((method) => method.method === name);
  if (!method) return null;
  const route: Route = { view: "methods", revision: revision.name, name };
  const own = findMethodDeclarations(revision, name);
  const declarations = [
    ...new Set(own.map((declared) => declared.declaration)),
  ].flatMap(
    (declarationName) => findDeclaration(revision, declarationName) ?? [],
  );
  const doc = declarations[0]?.doc;
  return {
    title: name,
    code: true,
    content: [
      h(
        "p",
        { class: "chips" },
        chip(method.kind),
        chip(ARROWS[method.sender]),
        method.embedded && chip("embedded in a result"),
        method.since !== null && chip(`since ${method.since}`),
        method.deprecated !== null && chip("deprecated", "bad"),
      ),
      inRevisions(
        revision,
        ({ methods }) => methods.some((method) => method.method === name),
        (other) => ({ view: "methods", revision: other, name }),
      ),
      method.deprecated !== null && doc
        ? deprecation({ ...doc, deprecated: method.deprecated }, revision)
        : null,
      doc && h("div", { class: "prose lead" }, prose(doc, revision)),
      facts(method, revision),
      section("Parameters", "params", route, parameters(method, revision)),
      method.kind === "request" &&
        section("Result", "result", route, result(method, revision)),
      method.kind === "request" &&
        section("Errors", "errors", route, errorTable(revision)),
      section("Messages", "messages", route, samples(method, revision)),
      section(
        "TypeScript",
        "typescript",
        route,
        typescript(method, declarations, revision),
      ),
      section(
        "JSON Schema",
        "schema",
        route,
        schemas(method, declarations, revision),
      ),
      history(name, revision, route),
    ],
  };
}

function facts(method: Method, revision: Revision): HTMLElement {
  const { capability, kind, sender, inputRequired, taskResult } = method;
  const extension = revision.model.extensions?.find(
    ({ identifier }) => identifier === method.extension,
  );
  const row = (title: string, ...text: readonly Child[]) => [
    h("dt", {}, title),
    h("dd", {}, text),
  ];
  const who = {
    client: ["The client", "The server"],
    server: ["The server", "The client"],
    either: ["Either side", "The other side"],
  }[sender];
  const owners = capabilityOwners(method).map((owner) =>
    typeLink(owner, revision),
  );
  return h(
    "dl",
    { class: "facts" },
    row(
      "Sent by",
      method.embedded
        ? "The server sends this request inside an input-required result. The client answers by sending its original request again, together with the requested input."
        : kind === "request"
          ? `${who[0]}. ${who[1]} answers.`
          : `${who[0]}. There is no response.`,
    ),
    row(
      "Capability",
      capability === null
        ? "None required"
        : [
            h("code", {}, capability),
            " of ",
            owners.flatMap((owner, index) => [index > 0 && " or ", owner]),
          ],
    ),
    extension &&
      row(
        "Extension",
        h("code", {}, extension.identifier),
        extension.declaredBy === "both"
          ? ", declared by both sides"
          : `, declared by the ${extension.declaredBy}`,
        [extension.clientSettings, extension.serverSettings].map(
          (settings) =>
            settings !== null && [
              " with the settings ",
              typeLink(settings, revision),
            ],
        ),
      ),
    inputRequired &&
      row(
        "Input",
        "The server may answer with ",
        typeLink("InputRequiredResult", revision),
        ". The client then repeats the request with the requested input.",
      ),
    taskResult !== null &&
      row(
        "As a task",
        "If the request has ",
        h("code", {}, "params.task"),
        ", the server answers at once with ",
        typeCode(taskResult, revision),
        ".",
      ),
  );
}

function parameters(
  { params, paramsOptional }: Method,
  revision: Revision,
): Child {
  if (params === null)
    return h("p", { class: "quiet" }, "The method has no parameters.");
  return [
    h(
      "p",
      { class: "quiet" },
      params.kind === "reference"
        ? [typeLink(params.name, revision), ", "]
        : null,
      paramsOptional ? "optional" : "required",
    ),
    typeDetails(params, revision, { base: "params.", label: "Parameters" }),
  ];
}

function result(
  { result: type, taskResult }: Method,
  revision: Revision,
): Child {
  if (type === null)
    return h("p", { class: "quiet" }, "The result is an empty object.");
  const named = (resultType: typeof type): Child =>
    resultType.kind === "reference" &&
    h("p", { class: "quiet" }, typeLink(resultType.name, revision));
  return [
    named(type),
    typeDetails(type, revision, { base: "result.", label: "Result" }),
    taskResult !== null && [
      h("h3", {}, "When the request runs as a task"),
      named(taskResult),
      typeDetails(taskResult, revision, {
        base: "task.",
        label: "Result of a task",
      }),
    ],
  ];
}

/**
 * Renders the TypeScript declarations of a message and of the named types in
 * it.
 */
function typescript(
  { params, result: answer, taskResult }: Method,
  declarations: readonly Declaration[],
  revision: Revision,
): Child {
  const named = [params, answer, taskResult].flatMap((type) =>
    type?.kind === "reference"
      ? (findDeclaration(revision, type.name) ?? [])
      : [],
  );
  return [...new Set([...declarations, ...named])].map((declaration) =>
    declarationCode(declaration, revision),
  );
}

function schemas(
  { params, result: answer }: Method,
  declarations: readonly Declaration[],
  revision: Revision,
): Child {
  const names = [
    ...declarations.map(({ name }) => name),
    ...[params, answer].flatMap((type) =>
      type?.kind === "reference" ? [type.name] : [],
    ),
  ];
  return [...new Set(names)].map((name) =>
    folded(name, () => jsonView(getJsonSchema(revision, name) ?? {})),
  );
}

function history(name: string, revision: Revision, route: Route): Child {
  const before = getPrecedingRevision(revision);
  if (!before) return null;
  const was = before.methods.some((method) => method.method === name);
  const changes = was ? getMethodChanges(name, before, revision) : [];
  const all = toHash({ view: "diff", from: before.name, to: revision.name });
  return section(
    `Since ${before.name}`,
    "changes",
    route,
    was
      ? changes.length > 0
        ? changeList(changes, before, revision)
        : h("p", { class: "quiet" }, "Nothing changed.")
      : h("p", {}, `${before.name} does not have this method.`),
    h(
      "p",
      {},
      h(
        "a",
        { href: all },
        `All changes from ${before.name} to ${revision.name}`,
      ),
    ),
  );
}

/** Renders the list of a revision's methods, grouped by sender. */
export function methodList(
  methods: readonly Method[],
  revision: Revision,
): HTMLElement {
  return h(
    "ul",
    { class: "names" },
    methods.map(({ method, deprecated }) =>
      h(
        "li",
        { class: deprecated === null ? "" : "old" },
        methodLink(method, revision),
        deprecated !== null && h("span", { class: "hidden" }, " deprecated"),
      ),
    ),
  );
}
