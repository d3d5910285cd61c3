/**
 * Validation rules of the `PROTOCOL` constant. The rules determine how a server
 * or client validates the messages and results that it receives. Further rules
 * apply to messages and results that it sends to peers of an older revision.
 */
import { getNormals } from "../../model/normal/normal.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { selectMethods } from "../features.js";
import type { EmitContext, Side } from "../context.js";
import {
  findRequestMap,
  getEmbeddedRequests,
  exportsType,
  getNotifications,
  getImpliedCapabilities,
  getPeer,
  getRequests,
} from "./protocol-facts.js";
import { getParamsShapeName, getShapeName } from "./shape-names.js";

/** Rule that validates the messages or the results of one method. */
export interface MethodRule {
  readonly method: string;
  readonly type: string;
  /**
   * Function of `validators.ts` that returns the runtime schema (shape) to
   * validate against.
   */
  readonly shape: string;
  /**
   * Function of the runtime that creates the rule. The functions with `params`
   * in their name create rules that validate only the params.
   */
  readonly rule:
    "messageRule" | "explainedRule" | "optionalParamsRule" | "paramsRule";
}

/**
 * Functions of the runtime that create rules for whole messages, by the side
 * (server or client) that receives the messages.
 */
const RULES = { server: "messageRule", client: "explainedRule" } as const;

/**
 * Returns the validation rules for the messages that a side (server or client)
 * receives.
 */
export function getIncomingRules(
  model: ProtocolModel,
  side: Side,
): MethodRule[] {
  const peer = getPeer(side);
  const methods = [
    ...getRequests(model, peer),
    ...(side === "client" ? getEmbeddedRequests(model) : []),
    ...getNotifications(model, peer),
  ];
  const checks = createRules(model, side, methods, "message");
  // A client reports which part of an invalid message is wrong, so it always
  // validates whole messages.
  return side === "client"
    ? checks
    : checks.map((check) => narrowToParams(model, check));
}

/**
 * Returns the validation rules for the results that a side (server or client)
 * receives.
 */
export function getResultRules(model: ProtocolModel, side: Side): MethodRule[] {
  const embedded = side === "server" ? getEmbeddedRequests(model) : [];
  const asked = [...getRequests(model, side), ...embedded];
  return createRules(model, side, asked, "result");
}

/**
 * Returns the validation rules for messages and results that a side (server or
 * client) sends to peers of an older revision.
 */
export function getOutgoingRules(
  model: ProtocolModel,
  side: Side,
): { readonly results: MethodRule[]; readonly messages: MethodRule[] } {
  const answered = getRequests(model, getPeer(side));
  const sent = [...getRequests(model, side), ...getNotifications(model, side)];
  return {
    results: createRules(model, side, answered, "result"),
    messages: createRules(model, side, sent, "message"),
  };
}

/**
 * Returns the validation rules for the given methods. A method whose message or
 * result type is not exported has no rule.
 */
function createRules(
  model: ProtocolModel,
  side: Side,
  methods: readonly Method[],
  part: "message" | "result",
): MethodRule[] {
  return methods.flatMap(({ method, declaration, result }): MethodRule[] => {
    const named = result?.kind === "reference" ? result.name : "";
    const type = part === "message" ? declaration : named;
    if (!exportsType(model, type)) return [];
    const shape = getShapeName(getNormals(model), type);
    return [{ method, type, shape, rule: RULES[side] }];
  });
}

/**
 * Returns a rule that validates only the params of a message. Rules for params
 * are shorter, and more methods can share one runtime schema. Returns the rule
 * `whole` if other members of the message must also be validated.
 */
function narrowToParams(model: ProtocolModel, whole: MethodRule): MethodRule {
  const { method, type } = whole;
  const body = getNormals(model).body(type);
  if (body.kind !== "object" || body.index) return whole;
  const params = body.properties.find(({ name }) => name === "params");
  const others = body.properties.filter(
    ({ name }) => !ENVELOPE_MEMBERS.includes(name),
  );
  if (!params || others.length > 1) return whole;
  const rule = params.required ? "paramsRule" : "optionalParamsRule";
  const shape =
    params.type.kind === "ref"
      ? getShapeName(getNormals(model), params.type.name)
      : getParamsShapeName(type);
  return { method, type, shape, rule };
}

/**
 * Members of a message that the runtime validates before it looks up the rule
 * of the method, so the rule need not validate them.
 */
const ENVELOPE_MEMBERS = ["jsonrpc", "id", "method"];

/**
 * Returns the names of the runtime's validation rules for elicitation and
 * sampling requests, by method. The map is empty for a client, because only a
 * server sends these requests.
 */
export function getInputRequestRules(
  model: ProtocolModel,
  side: Side,
): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  if (side === "client") return rules;
  if (findRequestMap(model, "elicitation/create"))
    rules.set("elicitation/create", "elicitRule");
  // `sampleRule` checks the tool calls and tool results in sampling messages.
  // Only revisions with `sampling.tools` allow them.
  if (
    findRequestMap(model, "sampling/createMessage") &&
    getImpliedCapabilities(model).includes("sampling.tools")
  )
    rules.set("sampling/createMessage", "sampleRule");
  return rules;
}

/**
 * Returns the names of the functions in `validators.ts` that `server.ts` and
 * `client.ts` import to get runtime schemas (shapes).
 */
export function getImportedShapes(context: EmitContext): Set<string> {
  const checks = (context.sides ?? []).flatMap((side) => {
    const { model } = selectMethods(context, side);
    const { results, messages } = getOutgoingRules(model, side);
    const received = [
      ...getIncomingRules(model, side),
      ...getResultRules(model, side),
    ];
    return [...received, ...results, ...messages];
  });
  return new Set(checks.map(({ shape }) => shape));
}
