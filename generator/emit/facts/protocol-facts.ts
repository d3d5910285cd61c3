/** The facts that the runtime needs of a revision, read from its model. */
import { reference } from "../../model/build.js";
import { declarationsByName, findType } from "../../model/lookup.js";
import { memoizeByObject } from "../../model/util/memoize.js";
import { findMember, hasMember } from "../../model/members/members.js";
import type { Method, ProtocolModel } from "../../model/types.js";

/** Who a file is generated for. */
export type Side = "server" | "client";

/** Requests that one side sends by itself, in order, without repetition. */
export function requestsOf(
  model: ProtocolModel,
  side: Side,
): readonly Method[] {
  return sentIn(model)[side].requests;
}

/**
 * Requests that reach the client inside a result, but for those that the
 * server sends by themselves as well: one handler answers both.
 */
export function embeddedRequests(model: ProtocolModel): Method[] {
  const sent = new Set(requestsOf(model, "server").map((one) => one.method));
  return distinct(
    model.methods.filter((one) => one.embedded && !sent.has(one.method)),
  );
}

/** The notifications that a side sends, one of each method. */
export function notificationsOf(
  model: ProtocolModel,
  side: Side,
): readonly Method[] {
  return sentIn(model)[side].notifications;
}

/** What each side sends by itself; asked for of every method. */
const sentIn = memoizeByObject(({ methods }: ProtocolModel) => {
  const of = (side: Side, kind: Method["kind"]): readonly Method[] =>
    distinct(
      methods.filter(
        (one) =>
          one.kind === kind &&
          !one.embedded &&
          (one.sender === side || one.sender === "either"),
      ),
    );
  const sent = (side: Side) => ({
    requests: of(side, "request"),
    notifications: of(side, "notification"),
  });
  return { server: sent("server"), client: sent("client") };
});

/** Whom a side talks to. */
export function peerOf(side: Side): Side {
  return side === "server" ? "client" : "server";
}

function distinct(methods: readonly Method[]): Method[] {
  return [...new Map(methods.map((one) => [one.method, one])).values()];
}

/** Whether one of the methods has that name. */
export function hasMethod(methods: readonly Method[], name: string): boolean {
  return methods.some(({ method }) => method === name);
}

/**
 * Whether results carry what the runtime adds, and handlers leave out. Drafts
 * had `resultType` before they gave up the handshake.
 */
export function resultsAreMarked(model: ProtocolModel): boolean {
  return (
    isStateless(model) ||
    hasMember(declarationsByName(model), "Result", "resultType")
  );
}

/** Whether the schema exports a type of that name. */
export function exportsType(model: ProtocolModel, name: string): boolean {
  return findType(model, name)?.exported === true;
}

/** Whether an exported type has a member at the dotted path. */
export function exportsMember(
  model: ProtocolModel,
  type: string,
  path: string,
): boolean {
  return (
    exportsType(model, type) && hasMember(declarationsByName(model), type, path)
  );
}

/** Whether the result of a request has a member of that name. */
export function resultHas(
  model: ProtocolModel,
  { result }: Method,
  name: string,
): boolean {
  const declarations = declarationsByName(model);
  return result !== null && findMember(declarations, result, name) !== null;
}

/** The type of the argument that names a program and its version. */
export function infoType(model: ProtocolModel): string {
  const has = (name: string) => exportsMember(model, "Implementation", name);
  return has("name") && has("version")
    ? "Implementation"
    : "{ name: string; version: string }";
}

/** Whether every request stands alone, without a handshake before it. */
export function isStateless(model: ProtocolModel): boolean {
  return !hasMethod(model.methods, "initialize");
}

/** Whether an error may answer what has no id that could be read. */
export function errorsMayLackId(model: ProtocolModel): boolean {
  const declarations = declarationsByName(model);
  const name = declarations.has("JSONRPCErrorResponse")
    ? "JSONRPCErrorResponse"
    : "JSONRPCError";
  const id = findMember(declarations, reference(name), "id");
  return id?.optional === true;
}

/** The lifecycle of the runtime for a side: without questions there is less of it. */
export function lifecycleOf(model: ProtocolModel, side: Side): string {
  const name = side === "server" ? "Server" : "Client";
  if (!isStateless(model)) return `initialize${name}`;
  return `${embeddedRequests(model).length > 0 ? "stateless" : "quiet"}${name}`;
}

/** Whether either side may ask the other whether it is there. */
export function hasPing(model: ProtocolModel): boolean {
  return hasMethod(model.methods, "ping");
}

/** The map with a request that handlers can send the client, if they can. */
export function askedIn(
  model: ProtocolModel,
  name: string,
): "ServerRequests" | "EmbeddedRequests" | null {
  if (hasMethod(requestsOf(model, "server"), name)) return "ServerRequests";
  return hasMethod(embeddedRequests(model), name) ? "EmbeddedRequests" : null;
}

/** Parts of capabilities that follow from how a handler is made. */
const OFFERS: readonly string[] = [
  "sampling.tools",
  "sampling.context",
  "elicitation.form",
  "elicitation.url",
];

/** Those that the revision knows, and has the requests for. */
export function offersOf(model: ProtocolModel): string[] {
  return OFFERS.filter(
    (path) =>
      hasMember(declarationsByName(model), "ClientCapabilities", path) &&
      model.methods.some(({ method }) =>
        path.startsWith(`${method.split("/")[0]}.`),
      ),
  );
}
