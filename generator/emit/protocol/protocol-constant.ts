/** `PROTOCOL`: what the runtime knows of a revision, on one side. */
import { declarationsByName } from "../../model/lookup.js";
import { findMember } from "../../model/members/members.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { folderOf, namespaceOf } from "../assemble/revision-names.js";
import { offers, type EmitContext } from "../context.js";
import type { Layout } from "../print/layout.js";
import { hasLater, laterLayout } from "./newer-values.js";
import {
  arrayLayout,
  objectLayout,
  type LayoutMembers,
} from "../print/object-layout.js";
import {
  embeddedRequests,
  errorsMayLackId,
  isStateless,
  lifecycleOf,
  notificationsOf,
  offersOf,
  requestsOf,
  type Side,
} from "./protocol-facts.js";
import { incomingOf, questionRules, resultsOf, ruleLayouts } from "./rules.js";
import { objectKey, quote } from "../print/syntax.js";
import { EXTEND, hasTasks } from "./tasks.js";

/** The last revision with one HTTP address for each direction. */
const TWO_ADDRESSES = "2024-11-05";
/** The first revision whose requests name it in a header. */
const VERSION_HEADER = "2025-06-18";
/** The first revision that lets a stream's connection end before it. */
const POLLING = "2025-11-25";
/** The first revision that wants bad arguments of a tool as a result. */
const TOOL_ERRORS_ARE_RESULTS = "2025-11-25";

/** What the runtime knows of a revision, on one side. */
export function protocolMembers(
  context: EmitContext,
  model: ProtocolModel,
  side: Side,
): LayoutMembers {
  const { combined } = context;
  const later = combined ? context.laters?.[folderOf(model)] : context.later;
  // What stands before the names of validators.
  const place = combined ? `${namespaceOf(model)}.` : "";
  const declarations = declarationsByName(model);
  const handshake = !isStateless(model);
  const revision = model.protocolVersion ?? "";
  const batches = declarations.has("JSONRPCBatchRequest");
  // Methods whose results carry `ttlMs` and `cacheScope`.
  const cacheable = model.methods
    .filter(({ result }) => result && findMember(declarations, result, "ttlMs"))
    .map(({ method }) => method);
  const incoming = incomingOf(model, side);
  const results = resultsOf(model, side);
  const parts = offersOf(model);
  const isClient = side === "client";
  // Requests that a server sends may need parts of capabilities.
  const lacking = requestsOf(model, side).length > 0 && parts.length > 0;
  return [
    ["side", quote(side)],
    ["version", combined ? quote(revision) : "PROTOCOL_VERSION"],
    ["lifecycle", lifecycleOf(model, side)],
    [
      "methods",
      methodsLayout(model, {
        message: ruleLayouts(model, incoming, place),
        result: ruleLayouts(model, results, place),
        question: questionRules(model, side),
      }),
    ],
    ...(isClient && later && hasLater(later)
      ? ([["later", laterLayout({ results, incoming }, later, place)]] as const)
      : []),
    ...where(!isClient && lacking, "lacking", () => "lacking"),
    ...where(isClient && parts.length > 0, "offers", () => strings(parts)),
    ...where(cacheable.length > 0, "cacheable", () => strings(cacheable)),
    ["batch", batches ? "runBatch" : "refuseBatch"],
    ["resourceNotFound", handshake ? "-32002" : "-32602"],
    ...flags({
      batches,
      anonymousErrors: errorsMayLackId(model),
      toolErrorsAreResults: revision >= TOOL_ERRORS_ARE_RESULTS,
    }),
    ...where(hasTasks(model), "extend", () => EXTEND[side]),
    [
      "http",
      objectLayout(
        flags({
          sessions: handshake,
          versionHeader: revision >= VERSION_HEADER,
          polling: handshake && revision >= POLLING,
          twoAddresses:
            revision === TWO_ADDRESSES && offers(context, side, "sse"),
        }),
      ),
    ],
  ];
}

/** A member that is there where a condition holds. */
function where(
  holds: boolean,
  name: string,
  value: () => Layout,
): LayoutMembers {
  return holds ? [[name, value()]] : [];
}

function strings(values: readonly string[]): Layout {
  return arrayLayout(values.map(quote));
}

/** Members for what is true; what is not there is false. */
function flags(
  facts: Readonly<Record<string, boolean>>,
): (readonly [name: string, value: string])[] {
  return Object.keys(facts)
    .filter((name) => facts[name])
    .map((name) => [name, "true"]);
}

/** What the runtime has to know of each method, with the rules that it keeps to. */
function methodsLayout(
  model: ProtocolModel,
  rules: Readonly<
    Record<"message" | "result" | "question", ReadonlyMap<string, Layout>>
  >,
): Layout {
  const methods = [
    ...requestsOf(model, "client"),
    ...requestsOf(model, "server"),
    ...embeddedRequests(model),
    ...notificationsOf(model, "client"),
    ...notificationsOf(model, "server"),
  ];
  const byName = new Map<string, Method>();
  for (const one of methods) {
    const known = byName.get(one.method);
    const either = known && known.sender !== one.sender;
    byName.set(one.method, either ? { ...one, sender: "either" } : one);
  }
  return objectLayout(
    [...byName.values()].map((one) => [
      objectKey(one.method),
      objectLayout([
        ...where(one.kind !== "request", "kind", () => quote(one.kind)),
        ...where(one.sender !== "client", "sender", () => quote(one.sender)),
        ...where(one.embedded, "embedded", () => "true"),
        ...where(one.capability !== null, "capability", () =>
          quote(one.capability ?? ""),
        ),
        ...Object.entries(rules).flatMap(([name, byMethod]) => {
          const rule = byMethod.get(one.method);
          return rule ? [[name, rule] as const] : [];
        }),
      ]),
    ]),
  );
}
