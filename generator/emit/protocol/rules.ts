/** How a side checks what it receives: the rules that `PROTOCOL` names. */
import { normalsOf } from "../../model/normal/normal.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import type { Layout } from "../print/layout.js";
import { looseLayout } from "../print/object-layout.js";
import {
  embeddedRequests,
  exportsType,
  notificationsOf,
  peerOf,
  requestsOf,
  resultName,
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
    .map((one) => messageCheck(one))
    .filter((check) => exportsType(model, check.type));
  // A client passes on what later revisions know, for which it needs all issues.
  return side === "client"
    ? checks
    : checks.map((check) => byParams(model, check));
}

/** The checks of the results that a side receives. */
export function resultsOf(model: ProtocolModel, side: Side): Check[] {
  return [
    ...requestsOf(model, side),
    ...(side === "server" ? embeddedRequests(model) : []),
  ]
    .map((one) => resultCheck(one))
    .filter((check) => exportsType(model, check.type))
    .map((check) =>
      side === "client" ? check : { ...check, rule: "messageRule" },
    );
}

/**
 * The checks of what a side sends to peers that speak an older revision: by shape
 * alone where that is a server, which is less code.
 */
export function outgoingOf(
  model: ProtocolModel,
  side: Side,
): { readonly results: Check[]; readonly messages: Check[] } {
  const sent = [...requestsOf(model, side), ...notificationsOf(model, side)];
  const checked = (checks: readonly Check[]): Check[] =>
    checks
      .filter(({ type }) => exportsType(model, type))
      .map((check) =>
        side === "client" ? check : { ...check, rule: "messageRule" },
      );
  return {
    results: checked(requestsOf(model, peerOf(side)).map(resultCheck)),
    messages: checked(sent.map(messageCheck)),
  };
}

function messageCheck({ method, declaration }: Method): Check {
  return { method, type: declaration };
}

function resultCheck(method: Method): Check {
  return { method: method.method, type: resultName(method) ?? "" };
}

/** The checks of each method, by its name. */
export function rulesLayout(
  model: ProtocolModel,
  checks: readonly Check[],
  place: string,
): Layout {
  return looseLayout(
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
    checks.map((check) => {
      const names = validatorsOf(model, check).map((name) => `${place}${name}`);
      const { rule, method } = check;
      return [method, rule ? ruleLayout(rule, names) : (names[0] ?? "")];
    }),
  );
}

/** A bundler leaves out what nobody uses: making a rule has no effect. */
function ruleLayout(rule: Rule, names: readonly string[]): Layout {
  return ["/*@__PURE__*/ ", call(rule, ...names)];
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

/** The types whose shapes the rules of a side hold. */
export function heldTypes(model: ProtocolModel, side: Side): string[] {
  const { results, messages } = outgoingOf(model, side);
  return [
    ...incomingOf(model, side),
    ...resultsOf(model, side),
    ...results,
    ...messages,
  ]
    .filter(({ rule }) => rule)
    .map(({ type }) => type);
}

/** What a check needs of `validators.ts`. */
export function validatorsOf(
  model: ProtocolModel,
  { type, rule }: Check,
): string[] {
  return [rule ? shapeName(model, type) : `assert${type}`];
}
