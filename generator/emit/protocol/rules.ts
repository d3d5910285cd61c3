/** How a side checks what it receives: the rules that `PROTOCOL` names. */
import { normalsOf } from "../../model/normal/normal.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import type { Layout } from "../print/layout.js";
import { objectLayout } from "../print/object-layout.js";
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
import { objectKey } from "../print/syntax.js";
import { call } from "../validators/expressions.js";
import { shapeName } from "../validators/shapes.js";

/** How one method's messages, or its results, are checked. */
export interface Check {
  readonly method: string;
  readonly type: string;
  /**
   * The rule of the runtime that holds the shape of the type; without one a
   * function of its own throws what is wrong.
   */
  readonly rule?: Rule | undefined;
}

/** Rules of the runtime. With `params` in its name one holds nothing else. */
type Rule = "messageRule" | "optionalParamsRule" | "paramsRule";

/** The checks of the messages that a side receives. */
export function incomingOf(model: ProtocolModel, side: Side): Check[] {
  const peer = peerOf(side);
  const checks = [
    ...requestsOf(model, peer),
    ...(side === "client" ? embeddedRequests(model) : []),
    ...notificationsOf(model, peer),
  ]
    .map(messageCheck)
    .filter(({ type }) => exportsType(model, type));
  // A client passes on what later revisions know, for which it needs all issues.
  return side === "client" ? checks : checks.map((one) => byParams(model, one));
}

/** The checks of the results that a side receives. */
export function resultsOf(model: ProtocolModel, side: Side): Check[] {
  const requests = [
    ...requestsOf(model, side),
    ...(side === "server" ? embeddedRequests(model) : []),
  ];
  return byShape(model, side, requests.map(resultCheck));
}

/** The checks of what a side sends to peers that speak an older revision. */
export function outgoingOf(
  model: ProtocolModel,
  side: Side,
): { readonly results: Check[]; readonly messages: Check[] } {
  const answered = requestsOf(model, peerOf(side));
  const sent = [...requestsOf(model, side), ...notificationsOf(model, side)];
  return {
    results: byShape(model, side, answered.map(resultCheck)),
    messages: byShape(model, side, sent.map(messageCheck)),
  };
}

/** A server checks by shape alone, which is less code. */
function byShape(
  model: ProtocolModel,
  side: Side,
  checks: readonly Check[],
): Check[] {
  return checks
    .filter(({ type }) => exportsType(model, type))
    .map((one) => (side === "client" ? one : { ...one, rule: "messageRule" }));
}

function messageCheck({ method, declaration }: Method): Check {
  return { method, type: declaration };
}

function resultCheck({ method, result }: Method): Check {
  return { method, type: result?.kind === "reference" ? result.name : "" };
}

/** The checks of each method, by its name. */
export function rulesLayout(
  model: ProtocolModel,
  checks: readonly Check[],
  place: string,
): Layout {
  return objectLayout(
    [...ruleLayouts(model, checks, place)].map(([method, rule]) => [
      objectKey(method),
      rule,
    ]),
  );
}

/** The same, each for itself. */
export function ruleLayouts(
  model: ProtocolModel,
  checks: readonly Check[],
  place: string,
): ReadonlyMap<string, Layout> {
  return new Map(
    checks.map(({ method, type, rule }) => [
      method,
      // A bundler leaves out what nobody uses: making a rule has no effect.
      rule
        ? [
            "/*@__PURE__*/ ",
            call(rule, place + shapeName(normalsOf(model), type)),
          ]
        : `${place}assert${type}`,
    ]),
  );
}

/**
 * How a server checks what it receives: by the type of the params alone, where
 * that has a name and there is nothing else to check, which is less code, of
 * which methods share more.
 */
function byParams(model: ProtocolModel, { method, type }: Check): Check {
  const whole: Check = { method, type, rule: "messageRule" };
  const body = normalsOf(model).body(type);
  if (body.kind !== "object" || body.index) return whole;
  const params = body.properties.find(({ name }) => name === "params");
  const others = body.properties.filter(({ name }) => !READ.includes(name));
  if (params?.type.kind !== "ref" || others.length > 1) return whole;
  if (!exportsType(model, params.type.name)) return whole;
  const rule = params.required ? "paramsRule" : "optionalParamsRule";
  return { method, type: params.type.name, rule };
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

/** The types whose shapes the rules of a side hold. */
export function heldTypes(model: ProtocolModel, side: Side): string[] {
  const { results, messages } = outgoingOf(model, side);
  const received = [...incomingOf(model, side), ...resultsOf(model, side)];
  return [...received, ...results, ...messages]
    .filter(({ rule }) => rule)
    .map(({ type }) => type);
}
