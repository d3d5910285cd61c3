/** How a side checks what it receives: the rules that `PROTOCOL` names. */
import { normalsOf } from "../../model/normal/normal.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { selectMethods } from "../features.js";
import type { EmitContext } from "../context.js";
import {
  askedIn,
  embeddedRequests,
  exportsType,
  notificationsOf,
  offersOf,
  peerOf,
  requestsOf,
  type Side,
} from "./protocol-facts.js";
import { paramsName, shapeName } from "./shape-names.js";

/** How one method's messages, or its results, are checked: by a shape. */
export interface Check {
  readonly method: string;
  readonly type: string;
  /** The function of validators.ts that makes the shape. */
  readonly shape: string;
  /** Of the runtime; one with `params` in its name checks the params alone. */
  readonly rule:
    "messageRule" | "explainedRule" | "optionalParamsRule" | "paramsRule";
}

/** The rule for whole messages of a side that receives them. */
const RULES = { server: "messageRule", client: "explainedRule" } as const;

/** The checks of the messages that a side receives. */
export function incomingOf(model: ProtocolModel, side: Side): Check[] {
  const peer = peerOf(side);
  const methods = [
    ...requestsOf(model, peer),
    ...(side === "client" ? embeddedRequests(model) : []),
    ...notificationsOf(model, peer),
  ];
  const checks = checksOf(model, side, methods, "message");
  // Explanations of a client begin at the message.
  return side === "client" ? checks : checks.map((one) => byParams(model, one));
}

/** The checks of the results that a side receives. */
export function resultsOf(model: ProtocolModel, side: Side): Check[] {
  const embedded = side === "server" ? embeddedRequests(model) : [];
  const asked = [...requestsOf(model, side), ...embedded];
  return checksOf(model, side, asked, "result");
}

/** The checks of what a side sends to peers that speak an older revision. */
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

/** Of methods whose types are exported. */
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
    const shape = shapeName(normalsOf(model), type);
    return [{ method, type, shape, rule: RULES[side] }];
  });
}

/**
 * How a server checks what it receives: by the params alone, where there is nothing
 * else to check, which is less code, and of which methods share more.
 */
function byParams(model: ProtocolModel, whole: Check): Check {
  const { method, type } = whole;
  const body = normalsOf(model).body(type);
  if (body.kind !== "object" || body.index) return whole;
  const params = body.properties.find(({ name }) => name === "params");
  const others = body.properties.filter(({ name }) => !READ.includes(name));
  if (!params || others.length > 1) return whole;
  const rule = params.required ? "paramsRule" : "optionalParamsRule";
  const shape =
    params.type.kind === "ref"
      ? shapeName(normalsOf(model), params.type.name)
      : paramsName(type);
  return { method, type, shape, rule };
}

/** Members of messages that the runtime has read when it looks for a check. */
const READ = ["jsonrpc", "id", "method"];

/** The rules of the runtime for what a server asks of the user, by method. */
export function questionRules(
  model: ProtocolModel,
  side: Side,
): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  if (side === "client") return rules;
  if (askedIn(model, "elicitation/create"))
    rules.set("elicitation/create", "elicitRule");
  // Without the use of tools there is nothing to hold in a conversation.
  if (
    askedIn(model, "sampling/createMessage") &&
    offersOf(model).includes("sampling.tools")
  )
    rules.set("sampling/createMessage", "sampleRule");
  return rules;
}

/** The functions of validators.ts that make the shapes which sides hold. */
export function heldShapes(context: EmitContext): Set<string> {
  const checks = (context.sides ?? []).flatMap((side) => {
    const { model } = selectMethods(context, side);
    const { results, messages } = outgoingOf(model, side);
    const received = [...incomingOf(model, side), ...resultsOf(model, side)];
    return [...received, ...results, ...messages];
  });
  return new Set(checks.map(({ shape }) => shape));
}
