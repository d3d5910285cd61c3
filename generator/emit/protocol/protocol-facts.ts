/** The facts that the runtime needs of a revision, read from its model. */
import { reference } from "../../model/build.js";
import { declarationsByName, findType } from "../../model/lookup.js";
import { memoizeByObject } from "../../model/util/memoize.js";
import {
  findMember,
  hasMember as hasPath,
} from "../../model/members/members.js";
import type { Method, ProtocolModel, TypeNode } from "../../model/types.js";

/** Who a file is generated for. */
export type Side = "server" | "client";

/** The opening of a conversation: a handshake, or none. */
export type LifecycleName = "initialize" | "stateless";

/** Facts for the `Protocol` that generated code hands to the runtime. */
export interface ProtocolFacts {
  readonly lifecycle: LifecycleName;
  /** Methods whose results carry `ttlMs` and `cacheScope`. */
  readonly cacheable: readonly string[];
  readonly batches: boolean;
  readonly anonymousErrors: boolean;
  readonly resourceNotFound: number;
  readonly toolErrorsAreResults: boolean;
  /** How messages travel over HTTP. */
  readonly http: Readonly<Record<HttpFact, boolean>>;
}

/** What is true of HTTP at some revisions alone. */
export type HttpFact =
  "sessions" | "versionHeader" | "polling" | "twoAddresses";

/** The last revision with one HTTP address for each direction. */
const TWO_ADDRESSES = "2024-11-05";
/** The first revision whose requests name it in a header. */
const VERSION_HEADER = "2025-06-18";
/** The first revision that lets a stream's connection end before it. */
const POLLING = "2025-11-25";

/** The first revision that wants bad arguments of a tool as a result. */
const TOOL_ERRORS_ARE_RESULTS = "2025-11-25";

/**
 * The facts of a revision, read from what its schema declares and from its
 * version.
 */
export function protocolFacts(model: ProtocolModel): ProtocolFacts {
  const index = declarationsByName(model);
  const handshake = model.methods.some(({ method }) => method === "initialize");
  const error =
    index.get("JSONRPCErrorResponse") ?? index.get("JSONRPCError") ?? null;
  const version = model.protocolVersion ?? "";
  return {
    lifecycle: handshake ? "initialize" : "stateless",
    cacheable: model.methods
      .filter(
        ({ result }) => result !== null && hasMember(model, result, "ttlMs"),
      )
      .map(({ method }) => method),
    batches: index.has("JSONRPCBatchRequest"),
    anonymousErrors:
      error?.kind === "interface" &&
      error.members.some(
        (member) =>
          member.kind === "property" && member.name === "id" && member.optional,
      ),
    resourceNotFound: handshake ? -32002 : -32602,
    toolErrorsAreResults: version >= TOOL_ERRORS_ARE_RESULTS,
    http: {
      sessions: handshake,
      versionHeader: version >= VERSION_HEADER,
      polling: handshake && version >= POLLING,
      twoAddresses: version === TWO_ADDRESSES,
    },
  };
}

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
        (one) => one.kind === kind && !one.embedded && sends(one, side),
      ),
    );
  const sent = (side: Side) => ({
    requests: of(side, "request"),
    notifications: of(side, "notification"),
  });
  return { server: sent("server"), client: sent("client") };
});

/** Name of the type of a request's result, when it has a plain one. */
export function resultName({ result }: Method): string | null {
  return result?.kind === "reference" ? result.name : null;
}

/** Whom a side talks to. */
export function peerOf(side: Side): Side {
  return side === "server" ? "client" : "server";
}

function sends(method: Method, side: Side): boolean {
  return method.sender === side || method.sender === "either";
}

function distinct(methods: readonly Method[]): Method[] {
  return [...new Map(methods.map((one) => [one.method, one])).values()];
}

/**
 * Whether results carry what the runtime adds, and handlers leave out. Drafts
 * had `resultType` before they gave up the handshake.
 */
export function resultsAreMarked(model: ProtocolModel): boolean {
  return (
    protocolFacts(model).lifecycle === "stateless" ||
    hasMember(model, reference("Result"), "resultType")
  );
}

function hasMember(
  model: ProtocolModel,
  type: TypeNode,
  name: string,
): boolean {
  return findMember(declarationsByName(model), type, name) !== null;
}

/** Whether the schema exports a type of that name. */
export function exportsType(model: ProtocolModel, name: string): boolean {
  return findType(model, name)?.exported === true;
}

/** Whether every request stands alone, without a handshake before it. */
export function isStateless(model: ProtocolModel): boolean {
  return protocolFacts(model).lifecycle === "stateless";
}

/** The lifecycle of the runtime for a side: without questions there is less of it. */
export function lifecycleOf(model: ProtocolModel, side: Side): string {
  const name = side === "server" ? "Server" : "Client";
  if (!isStateless(model)) return `initialize${name}`;
  return `${embeddedRequests(model).length > 0 ? "stateless" : "quiet"}${name}`;
}

/** Whether either side may ask the other whether it is there. */
export function hasPing(model: ProtocolModel): boolean {
  return model.methods.some(({ method }) => method === "ping");
}

/** Requests by which a handler asks the client for input. */
export const INPUT_METHODS: readonly string[] = [
  "elicitation/create",
  "sampling/createMessage",
  "roots/list",
];

/** Whether handlers can ask the client for any of these. */
export function asksForInput(
  model: ProtocolModel,
  methods: readonly string[] = INPUT_METHODS,
): boolean {
  return [...requestsOf(model, "server"), ...embeddedRequests(model)].some(
    ({ method }) => methods.includes(method),
  );
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
      hasPath(declarationsByName(model), "ClientCapabilities", path) &&
      model.methods.some(({ method }) =>
        path.startsWith(`${method.split("/")[0]}.`),
      ),
  );
}
