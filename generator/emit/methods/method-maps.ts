/**
 * Method maps: five generated interfaces, such as `ClientRequests`, that map
 * each method to the types of its params and result.
 */
import { NO_DOC, NOWHERE, property, reference } from "../../model/build.js";
import { findHiddenMeta, getBaseName } from "../../model/effective-params.js";
import { findType } from "../../model/lookup.js";
import type {
  Method,
  ProtocolModel,
  PropertyMember,
  TypeNode,
} from "../../model/types.js";
import { namesIn } from "../../model/walk.js";
import { exportsType } from "../facts/protocol-facts.js";
import { documented, createDoc } from "../print/doc-comment.js";
import { createExportedPiece, type Piece } from "../print/pieces.js";
import { assigned, print } from "../print/layout.js";
import { formatDeclaration } from "../types/declaration-printer.js";
import { typeApplication, printType } from "../types/type-printer.js";

type Kind = Method["kind"];

/**
 * Names of the method maps, with the kind and the sender of the methods in each
 * map. The map for requests embedded in results has the sender `null`.
 */
export const METHOD_MAPS = [
  { name: "ClientRequests", kind: "request", sender: "client" },
  { name: "ServerRequests", kind: "request", sender: "server" },
  { name: "ClientNotifications", kind: "notification", sender: "client" },
  { name: "ServerNotifications", kind: "notification", sender: "server" },
  { name: "EmbeddedRequests", kind: "request", sender: null },
] as const;

type MethodMap = Omit<(typeof METHOD_MAPS)[number], "name">;

const NEVER: TypeNode = { kind: "primitive", name: "never" };

/**
 * Type of an object without keys, for a method map without methods. An empty
 * interface would accept any value.
 */
const NO_METHODS: TypeNode = { kind: "record", key: NEVER, value: NEVER };

/**
 * Returns the declarations of `methods.ts`: `RequestMeta` and
 * `NotificationMeta`, followed by the method maps.
 */
export function createMethodMaps(model: ProtocolModel): Piece[] {
  const metas = new Set<Kind>();
  let uses = new Set<string>();
  const maps = METHOD_MAPS.map(({ name, ...map }) => {
    uses = new Set();
    const methods = model.methods.filter((method) => belongsTo(method, map));
    const doc = createDoc(describeMap(map, methods));
    const head = { name, exported: true, doc, position: NOWHERE };
    const members = methods.map(createMember);
    const text = formatDeclaration(
      members.length === 0
        ? { ...head, kind: "alias", type: NO_METHODS }
        : { ...head, kind: "interface", extends: [], members },
    );
    return createExportedPiece(name, text, uses);
  });
  return [...[...metas].map(createMetaPiece), ...maps];

  /**
   * Returns the member of a method map for one method, such as `"tools/call": {
   * params: …; result: … }`, with the doc comment of the message.
   */
  function createMember(method: Method): PropertyMember {
    const { kind, result, taskResult } = method;
    const members = [createParamsMember(method)];
    if (kind === "request")
      members.push(
        property("result", result ?? { kind: "primitive", name: "unknown" }),
      );
    if (taskResult) {
      const doc = createDoc(
        "Response to a request with `params.task`: it contains the new task. `tasks/result` later returns the type in `result`.",
      );
      members.push(property("taskResult", taskResult, doc));
    }
    for (const type of [result, taskResult]) if (type) addUses(type);
    const { doc = NO_DOC } = findType(model, method.declaration) ?? {};
    const { deprecated, since } = method;
    const type: TypeNode = { kind: "object", members };
    return property(method.method, type, { ...doc, deprecated, since });
  }

  function createParamsMember(method: Method): PropertyMember {
    const { kind, params, paramsOptional, declaration, extension } = method;
    if (params === null) return property("params", NEVER, NO_DOC, true);
    const isNamed =
      params.kind === "reference" && exportsType(model, params.name);
    // For a message of an extension, print the params that the extension
    // declares. `Message["params"]` would also contain the params of the core
    // message that it extends, which allow any member.
    const isWhole =
      isNamed || (extension !== undefined && params.kind === "object");
    let type: TypeNode = isWhole
      ? params
      : createParamsType(declaration, paramsOptional);
    addUses(isWhole ? params : reference(declaration));
    if (findHiddenMeta(model, method)) {
      metas.add(kind);
      uses.add(getMetaName(kind));
      const types = [type, reference(getMetaName(kind))];
      type = { kind: "intersection", types };
    }
    return property("params", type, NO_DOC, paramsOptional);
  }

  function addUses(type: TypeNode): void {
    for (const name of namesIn([type])) uses.add(name);
  }
}

/**
 * Returns a type such as `PingRequest["params"]`. If `params` is optional,
 * `undefined` is excluded from the type.
 */
function createParamsType(declaration: string, optional: boolean): TypeNode {
  const type = reference(`${declaration}["params"]`);
  return optional ? { kind: "nonNullable", type } : type;
}

/**
 * Returns the declaration of the type `RequestMeta` or `NotificationMeta`. For
 * requests, the type is `Pick<NonNullable<Request["params"]>, "_meta">`.
 */
function createMetaPiece(kind: Kind): Piece {
  const doc = createDoc(
    `Member \`_meta\`, which the params of every ${kind} may have.`,
  );
  const params = printType(createParamsType(getBaseName(kind), true));
  const type = typeApplication("Pick", [params, '"_meta"']);
  const layout = [assigned(`export type ${getMetaName(kind)}`, type), ";"];
  const text = print(documented(doc, layout));
  return createExportedPiece(
    getMetaName(kind),
    text,
    new Set([getBaseName(kind)]),
  );
}

function belongsTo(method: Method, map: MethodMap): boolean {
  if (method.kind !== map.kind) return false;
  if (method.embedded || map.sender === null)
    return method.embedded && map.sender === null;
  return method.sender === map.sender || method.sender === "either";
}

function getMetaName(kind: Kind): string {
  return `${getBaseName(kind)}Meta`;
}

/** Returns the text for the doc comment of a method map. */
function describeMap(map: MethodMap, methods: readonly Method[]): string {
  if (map.sender === null) {
    return "Requests that a server embeds in an input-required result, by wire method.";
  }
  const kind = map.kind === "request" ? "Requests" : "Notifications";
  const text = `${kind} that a ${map.sender} sends, by wire method.`;
  if (!methods.some((method) => method.inputRequired)) return text;
  const note =
    "If the server needs input first, it answers with an `InputRequiredResult`.\n" +
    "`result` is the type of the final result.";
  return `${text}\n\n${note}`;
}
