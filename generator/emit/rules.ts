/** How a side checks what it receives: the rules that `PROTOCOL` names. */
import { normalsOf } from "../model/normal.js";
import type { Method, ProtocolModel } from "../model/types.js";
import type { Layout } from "./layout.js";
import { looseLayout } from "./object-layout.js";
import {
  embeddedRequests,
  exportsType,
  notificationsOf,
  other,
  requestsOf,
  resultName,
  type Side,
} from "./protocol-facts.js";
import { objectKey } from "./syntax.js";
import { call } from "./validators/expressions.js";

/** How one method's messages, or its results, are checked. */
export interface Check {
  readonly method: string;
  readonly type: string;
  /** Whether the sender is told what is wrong. */
  readonly explained: boolean;
  /** Set when `type` is that of the params, and the rest has been read. */
  readonly params?: ParamsRule | undefined;
}

/** Rules of the runtime that hold params. */
type ParamsRule = "paramsRule" | "optionalParamsRule";

/** The checks of the messages that a side receives. */
export function incomingOf(model: ProtocolModel, side: Side): Check[] {
  const peer = other(side);
  const checks = [
    ...requestsOf(model, peer),
    ...(side === "client" ? embeddedRequests(model) : []),
    ...notificationsOf(model, peer),
  ]
    .map((one) => messageCheck(one, side === "client"))
    .filter((check) => exportsType(model, check.type));
  // A client passes on what later revisions know, by its place in the message.
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
    .map((one) => resultCheck(one, side === "client"))
    .filter((check) => exportsType(model, check.type));
}

/** The check of a whole message. */
export function messageCheck(
  { method, kind, declaration }: Method,
  explained: boolean,
): Check {
  const always = explained || kind === "request";
  return { method, type: declaration, explained: always };
}

/** The check of a result. */
export function resultCheck(method: Method, explained: boolean): Check {
  return { method: method.method, type: resultName(method) ?? "", explained };
}

/** The validators of each method, by its name. */
export function rulesLayout(checks: readonly Check[], place = ""): Layout {
  const members = checks.map((check) => {
    const name = validatorOf(check, place);
    return [objectKey(check.method), ruleLayout(check, name)] as const;
  });
  return looseLayout(members);
}

/** Prettier opens the parentheses of a call for no argument as short. */
const SHORT = 20;

function ruleLayout({ params }: Check, name: string): Layout {
  if (params === undefined) return name;
  return name.length > SHORT ? call(params, name) : `${params}(${name})`;
}

/**
 * The check by the type of the params alone, where that has a name and there is
 * nothing else to check: less code, of which methods share more.
 */
function byParams(model: ProtocolModel, check: Check): Check {
  const body = normalsOf(model).body(check.type);
  if (body.kind !== "object" || body.indexes.length > 0) return check;
  const params = body.properties.find(({ name }) => name === "params");
  const others = body.properties.filter(({ name }) => !READ.includes(name));
  if (params?.type.kind !== "ref" || others.length > 1) return check;
  if (!exportsType(model, params.type.name)) return check;
  const rule = params.required ? "paramsRule" : "optionalParamsRule";
  return { ...check, type: params.type.name, params: rule };
}

/** Members of messages that the runtime has read when it looks for a check. */
const READ = ["jsonrpc", "id", "method"];

/** The rules that hold params, as far as a side has them. */
export function paramsRulesOf(
  models: readonly ProtocolModel[],
  side: Side,
): ParamsRule[] {
  const used = models.flatMap((model) =>
    incomingOf(model, side).flatMap(({ params }) => params ?? []),
  );
  return [...new Set(used)].sort();
}

/** One that is explained throws what is wrong; the other says that it is. */
export function validatorOf({ type, explained }: Check, place = ""): string {
  return `${place}${explained ? "assert" : "is"}${type}`;
}
