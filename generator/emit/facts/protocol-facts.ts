/**
 * Properties of a revision that the runtime needs. They are derived from the
 * model.
 */
import { reference } from "../../model/build.js";
import { declarationsByName, findType } from "../../model/lookup.js";
import { memoizeByObject } from "../../model/util/memoize.js";
import { findMember, hasMember } from "../../model/members/members.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import type { Side } from "../context.js";

/**
 * Returns the requests that a side (server or client) sends as separate
 * messages, in the order of the model and without duplicates.
 */
export function getRequests(
  model: ProtocolModel,
  side: Side,
): readonly Method[] {
  return getSentMessages(model)[side].requests;
}

/**
 * Returns the requests that the client receives only inside a result. Requests
 * that the server also sends as separate messages are left out, because one
 * handler processes both kinds.
 */
export function getEmbeddedRequests(model: ProtocolModel): Method[] {
  const sent = new Set(
    getRequests(model, "server").map((request) => request.method),
  );
  return removeDuplicates(
    model.methods.filter(
      (method) => method.embedded && !sent.has(method.method),
    ),
  );
}

/**
 * Returns the notifications that a side (server or client) sends, without
 * duplicates.
 */
export function getNotifications(
  model: ProtocolModel,
  side: Side,
): readonly Method[] {
  return getSentMessages(model)[side].notifications;
}

/**
 * Returns the requests and notifications that the server and the client send as
 * separate messages. The result is cached, because every emitter needs it.
 */
const getSentMessages = memoizeByObject(({ methods }: ProtocolModel) => {
  const of = (side: Side, kind: Method["kind"]): readonly Method[] =>
    removeDuplicates(
      methods.filter(
        (method) =>
          method.kind === kind &&
          !method.embedded &&
          (method.sender === side || method.sender === "either"),
      ),
    );
  const sent = (side: Side) => ({
    requests: of(side, "request"),
    notifications: of(side, "notification"),
  });
  return { server: sent("server"), client: sent("client") };
});

/**
 * Returns the opposite side: the client for the server, and the server for the
 * client.
 */
export function getPeer(side: Side): Side {
  return side === "server" ? "client" : "server";
}

/**
 * Returns the capitalized name of a side, which is part of generated names such
 * as `ServerCore`.
 */
export function getTitle(side: Side): "Client" | "Server" {
  return side === "server" ? "Server" : "Client";
}

function removeDuplicates(methods: readonly Method[]): Method[] {
  return [
    ...new Map(methods.map((method) => [method.method, method])).values(),
  ];
}

/** Returns whether one of the methods has the given name. */
export function hasMethod(methods: readonly Method[], name: string): boolean {
  return methods.some(({ method }) => method === name);
}

/**
 * Returns whether results have a `resultType`. The runtime adds this member to
 * the results of handlers. All stateless revisions have `resultType`, and so
 * have some drafts with a handshake.
 */
export function resultsHaveType(model: ProtocolModel): boolean {
  return (
    isStateless(model) ||
    hasMember(declarationsByName(model), "Result", "resultType")
  );
}

/** Returns whether the schema exports a type with the given name. */
export function exportsType(model: ProtocolModel, name: string): boolean {
  return findType(model, name)?.exported === true;
}

/**
 * Returns whether an exported type has a member at a dotted path such as
 * `sampling.tools`.
 */
export function exportsMember(
  model: ProtocolModel,
  type: string,
  path: string,
): boolean {
  return (
    exportsType(model, type) && hasMember(declarationsByName(model), type, path)
  );
}

/** Returns whether the result of a request has a member with the given name. */
export function resultHasMember(
  model: ProtocolModel,
  { result }: Method,
  name: string,
): boolean {
  const declarations = declarationsByName(model);
  return result !== null && findMember(declarations, result, name) !== null;
}

/**
 * Returns the type of the `info` argument of functions such as `createServer`.
 * The argument contains the name and the version of the server or client.
 */
export function getInfoType(model: ProtocolModel): string {
  const has = (name: string) => exportsMember(model, "Implementation", name);
  return has("name") && has("version")
    ? "Implementation"
    : "{ name: string; version: string }";
}

/**
 * Returns true if the revision is stateless: it has no `initialize` handshake,
 * so each request is self-contained.
 */
export function isStateless(model: ProtocolModel): boolean {
  return !hasMethod(model.methods, "initialize");
}

/**
 * Returns whether an error response may omit `id`. The `id` is omitted if the
 * id of the request could not be read.
 */
export function errorsMayLackId(model: ProtocolModel): boolean {
  const declarations = declarationsByName(model);
  const name = declarations.has("JSONRPCErrorResponse")
    ? "JSONRPCErrorResponse"
    : "JSONRPCError";
  const id = findMember(declarations, reference(name), "id");
  return id?.optional === true;
}

/**
 * Returns the name of the runtime constant that implements the lifecycle of a
 * side: the handshake, or stateless requests. A smaller implementation is used
 * for stateless revisions in which results never contain requests for input.
 */
export function getLifecycle(model: ProtocolModel, side: Side): string {
  const title = getTitle(side);
  if (!isStateless(model)) return `initialize${title}`;
  const suffix = getEmbeddedRequests(model).length > 0 ? "" : "WithoutInput";
  return `stateless${title}${suffix}`;
}

/** Returns whether the revision has the `ping` request. */
export function hasPing(model: ProtocolModel): boolean {
  return hasMethod(model.methods, "ping");
}

/**
 * Returns the name of the method map (interface with the types of methods) that
 * contains the given request, which the client receives. Returns null if no map
 * contains the request.
 */
export function findRequestMap(
  model: ProtocolModel,
  name: string,
): "ServerRequests" | "EmbeddedRequests" | null {
  if (hasMethod(getRequests(model, "server"), name)) return "ServerRequests";
  return hasMethod(getEmbeddedRequests(model), name)
    ? "EmbeddedRequests"
    : null;
}

/**
 * Sub-capabilities that a client declares automatically if it has the required
 * handlers.
 */
const IMPLIED_CAPABILITIES: readonly string[] = [
  "sampling.tools",
  "sampling.context",
  "elicitation.form",
  "elicitation.url",
];

/**
 * Returns the sub-capabilities that a client of the revision declares
 * automatically. A sub-capability is left out if the revision does not define
 * it, or has no request that uses it.
 */
export function getImpliedCapabilities(model: ProtocolModel): string[] {
  return IMPLIED_CAPABILITIES.filter(
    (path) =>
      hasMember(declarationsByName(model), "ClientCapabilities", path) &&
      model.methods.some(({ method }) =>
        path.startsWith(`${method.split("/")[0]}.`),
      ),
  );
}
