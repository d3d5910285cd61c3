/**
 * The five maps from wire method to types, as declarations of the model, so
 * that they are printed as everything else is.
 */
import { declarationsByName, findType } from "../model/lookup.js";
import { findMember } from "../model/resolve.js";
import type {
  AliasDeclaration,
  Declaration,
  Doc,
  Method,
  PropertyMember,
  ProtocolModel,
  TypeNode,
} from "../model/types.js";
import { NO_DOC, prose } from "./doc-comment.js";

type Kind = Method["kind"];

/** Names of the maps, and which methods each holds. */
export const METHOD_MAPS = [
  { name: "ClientRequests", kind: "request", sender: "client" },
  { name: "ServerRequests", kind: "request", sender: "server" },
  { name: "ClientNotifications", kind: "notification", sender: "client" },
  { name: "ServerNotifications", kind: "notification", sender: "server" },
  { name: "EmbeddedRequests", kind: "request", sender: null },
] as const;

type MethodMap = (typeof METHOD_MAPS)[number];

const INPUT_REQUIRED = "InputRequiredResult";

/** The declarations of `methods.ts` that are types: metas first, then maps. */
export function methodMaps(model: ProtocolModel): Declaration[] {
  const metas = (["request", "notification"] as const).map((kind) =>
    metaAlias(model, kind),
  );
  const maps = METHOD_MAPS.map((map) => mapDeclaration(model, map));
  const text = JSON.stringify(maps);
  const used = metas.filter((meta) => meta && text.includes(`"${meta.name}"`));
  return [...used.filter((meta) => meta !== null), ...maps];
}

function mapDeclaration(model: ProtocolModel, map: MethodMap): Declaration {
  const methods = model.methods.filter((method) => belongs(method, map));
  const declared = {
    name: map.name,
    exported: true,
    doc: prose(mapText(map, methods)),
    position: { line: 0, column: 0 },
    typeParameters: [],
  };
  if (methods.length === 0) {
    // An empty interface would take any value; this has no key either.
    const never: TypeNode = { kind: "primitive", name: "never" };
    const type: TypeNode = { kind: "record", key: never, value: never };
    return { ...declared, kind: "alias", type };
  }
  const members = methods.map((method) => entry(model, method));
  return { ...declared, kind: "interface", extends: [], members };
}

function belongs(method: Method, map: MethodMap): boolean {
  if (method.kind !== map.kind) return false;
  if (map.sender === null || method.embedded) {
    return map.sender === null && method.embedded;
  }
  return method.sender === map.sender || method.sender === "either";
}

/** `"tools/call": { params: …; result: … }` with the request's own doc. */
function entry(model: ProtocolModel, method: Method): PropertyMember {
  const members = [paramsMember(model, method)];
  if (method.kind === "request") {
    members.push(property("result", resultType(method)));
  }
  if (method.taskResult) {
    const doc = prose("The answer to `params.task`; `result` comes later.");
    members.push(property("taskResult", method.taskResult, doc));
  }
  return property(
    method.method,
    { kind: "object", members },
    methodDoc(model, method),
  );
}

function methodDoc(model: ProtocolModel, method: Method): Doc {
  const { doc = NO_DOC } = findType(model, method.declaration) ?? {};
  const { deprecated, since } = method;
  return { ...doc, deprecated, since };
}

function resultType(method: Method): TypeNode {
  return method.result ?? { kind: "primitive", name: "unknown" };
}

/** `params`, with the `_meta` of the base where the declaration lost it. */
function paramsMember(model: ProtocolModel, method: Method): PropertyMember {
  const { params, paramsOptional, declaration } = method;
  const none: TypeNode = { kind: "primitive", name: "never" };
  if (params === null) return property("params", none, NO_DOC, true);
  const declared = isPlainReference(model, params)
    ? params
    : memberType(declaration, paramsOptional);
  const lost =
    declaresMeta(model, base(method.kind)) && !hasMeta(model, params);
  const type: TypeNode = lost
    ? {
        kind: "intersection",
        types: [declared, reference(metaName(method.kind))],
      }
    : declared;
  return property("params", type, NO_DOC, paramsOptional);
}

/** True for `CallToolRequestParams`, which other files can import. */
function isPlainReference(model: ProtocolModel, type: TypeNode): boolean {
  return (
    type.kind === "reference" &&
    type.arguments.length === 0 &&
    findType(model, type.name)?.exported === true
  );
}

/** `PingRequest["params"]`, without the `undefined` of an optional member. */
function memberType(declaration: string, optional: boolean): TypeNode {
  const index = { kind: "literal", value: "params" } as const;
  const type: TypeNode = {
    kind: "indexed",
    object: reference(declaration),
    index,
  };
  return optional ? { kind: "nonNullable", type } : type;
}

/** `Pick<NonNullable<Request["params"]>, "_meta">`, or null without a base. */
function metaAlias(model: ProtocolModel, kind: Kind): AliasDeclaration | null {
  if (!declaresMeta(model, base(kind))) return null;
  const type = memberType(base(kind), true);
  return {
    kind: "alias",
    name: metaName(kind),
    exported: true,
    doc: prose(`What the params of every ${kind} may hold besides its own.`),
    position: { line: 0, column: 0 },
    typeParameters: [],
    type: { kind: "pick", type, keys: ["_meta"] },
  };
}

function base(kind: Kind): "Request" | "Notification" {
  return kind === "request" ? "Request" : "Notification";
}

function metaName(kind: Kind): string {
  return `${base(kind)}Meta`;
}

/** True when the base interface declares `params._meta`. */
function declaresMeta(model: ProtocolModel, name: string): boolean {
  if (!findType(model, name)?.exported) return false;
  const params = findMember(
    declarationsByName(model),
    reference(name),
    "params",
  );
  return params !== null && hasMeta(model, params.type);
}

function hasMeta(model: ProtocolModel, type: TypeNode): boolean {
  return findMember(declarationsByName(model), type, "_meta") !== null;
}

function reference(name: string): TypeNode {
  return { kind: "reference", name, arguments: [] };
}

function property(
  name: string,
  type: TypeNode,
  doc: Doc = NO_DOC,
  optional = false,
): PropertyMember {
  const position = { line: 0, column: 0 };
  return {
    kind: "property",
    name,
    optional,
    readonly: false,
    type,
    doc,
    position,
  };
}

/** What the doc comment of a map says. */
function mapText(map: MethodMap, methods: readonly Method[]): string {
  if (map.sender === null) {
    return "Requests that travel inside a result, by wire method.";
  }
  const kind = map.kind === "request" ? "Requests" : "Notifications";
  const text = `${kind} that a ${map.sender} sends, by wire method.`;
  if (!methods.some((method) => method.inputRequired)) return text;
  const note = `Where the answer needs input first, it is an \`${INPUT_REQUIRED}\`;\n\`result\` is what ends the request.`;
  return `${text}\n\n${note}`;
}
