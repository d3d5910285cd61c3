/**
 * Validation rules of the `PROTOCOL` constant: how a side checks what it
 * receives.
 */
import { getNormals } from "../../model/normal/normal.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { selectMethods } from "../features.js";
import type { EmitContext, Side } from "../context.js";
import {
  askedIn,
  embeddedRequests,
  exportsType,
  notificationsOf,
  offersOf,
  peerOf,
  requestsOf,
} from "./protocol-facts.js";
import { paramsName, shapeName } from "./shape-names.js";

/** Validation of the messages, or of the results, of one method. */
export interface Check {
  readonly method: string;
  readonly type: string;
  /** Function of `validators.ts` that returns the shape. */
  readonly shape: string;
  /**
   * Function of the runtime. The functions with `params` in their name check
   * only the params.
   */
  readonly rule:
    "messageRule" | "explainedRule" | "optionalParamsRule" | "paramsRule";
}

/** Rules for whole messages, by the side that receives them. */
const RULES = { server: "messageRule", client: "explainedRule" } as const;

/** Returns the rules for the messages that a side receives. */
export function incomingOf(model: ProtocolModel, side: Side): Check[] {
  const peer = peerOf(side);
  const methods = [
    ...requestsOf(model, peer),
    ...(side === "client" ? embeddedRequests(model) : []),
    ...notificationsOf(model, peer),
  ];
  const checks = checksOf(model, side, methods, "message");
  // A client reports the path of a problem from the message, so it always
  // checks whole messages.
  return side === "client" ? checks : checks.map((one) => byParams(model, one));
}

/** Returns the rules for the results that a side receives. */
export function resultsOf(model: ProtocolModel, side: Side): Check[] {
  const embedded = side === "server" ? embeddedRequests(model) : [];
  const asked = [...requestsOf(model, side), ...embedded];
  return checksOf(model, side, asked, "result");
}

/**
 * Returns the rules for values that a side sends to peers of an older revision.
 */
export function outgoingOf(
  model: ProtocolModel,
  side: Side,
): { readonly results: Check[]; readonly messages: Check[] } {
  const answered = requestsOf(model, peerOf(side));
  const sent = [...requestsOf(model, side), ...notificationsOf(model, side)];
  return {
    results: checksOf(model, side, answered, "result"),
    messages: checksOf(model, side, sent, "message"),
  };
}

/** Returns the rules for those methods whose types are exported. */
function checksOf(
  model: ProtocolModel,
  side: Side,
  methods: readonly Method[],
  part: "message" | "result",
): Check[] {
  return methods.flatMap(({ method, declaration, result }): Check[] => {
    const named = result?.kind === "reference" ? result.name : "";
    const type = part === "message" ? declaration : named;
    if (!exportsType(model, type)) return [];
    const shape = shapeName(getNormals(model), type);
    return [{ method, type, shape, rule: RULES[side] }];
  });
}

/**
 * Returns the rule that checks only the params, if the rest of the message
 * needs no check. Such rules are shorter, and more methods share one shape.
 */
function byParams(model: ProtocolModel, whole: Check): Check {
  const { method, type } = whole;
  const body = getNormals(model).body(type);
  if (body.kind !== "object" || body.index) return whole;
  const params = body.properties.find(({ name }) => name === "params");
  const others = body.properties.filter(({ name }) => !READ.includes(name));
  if (!params || others.length > 1) return whole;
  const rule = params.required ? "paramsRule" : "optionalParamsRule";
  const shape =
    params.type.kind === "ref"
      ? shapeName(getNormals(model), params.type.name)
      : paramsName(type);
  return { method, type, shape, rule };
}

/** Members that the runtime has read before it looks up a rule. */
const READ = ["jsonrpc", "id", "method"];

/**
 * Returns the runtime's rules for input requests that a server sends, by
 * method.
 */
export function questionRules(
  model: ProtocolModel,
  side: Side,
): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  if (side === "client") return rules;
  if (askedIn(model, "elicitation/create"))
    rules.set("elicitation/create", "elicitRule");
  // `sampleRule` checks tool calls and tool results, which only revisions with
  // `sampling.tools` have.
  if (
    askedIn(model, "sampling/createMessage") &&
    offersOf(model).includes("sampling.tools")
  )
    rules.set("sampling/createMessage", "sampleRule");
  return rules;
}

/**
 * Returns the names of the shapes that the generated sides import from
 * `validators.ts`.
 */
export function heldShapes(context: EmitContext): Set<string> {
  const checks = (context.sides ?? []).flatMap((side) => {
    const { model } = selectMethods(context, side);
    const { results, messages } = outgoingOf(model, side);
    const received = [...incomingOf(model, side), ...resultsOf(model, side)];
    return [...received, ...results, ...messages];
  });
  return new Set(checks.map(({ shape }) => shape));
}
