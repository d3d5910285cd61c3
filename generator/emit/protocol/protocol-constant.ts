/** `PROTOCOL`: what the runtime knows of a revision, on one side. */
import { reference } from "../../model/build.js";
import { declarationsByName } from "../../model/lookup.js";
import { findMember } from "../../model/members/members.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { folderOf, namespaceOf } from "../assemble/revision-names.js";
import { offers, type EmitContext } from "../context.js";
import type { Layout } from "../print/layout.js";
import { laterLayout } from "./newer-values.js";
import {
  arrayLayout,
  looseLayout,
  objectLayout,
  type LayoutMembers,
} from "../print/object-layout.js";
import {
  embeddedRequests,
  isStateless,
  lifecycleOf,
  notificationsOf,
  offersOf,
  requestsOf,
  resultHas,
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
  const later = context.later?.[folderOf(model)];
  // What stands before the names of validators.
  const place = combined ? `${namespaceOf(model)}.` : "";
  const handshake = !isStateless(model);
  const revision = model.protocolVersion ?? "";
  const batches = declarationsByName(model).has("JSONRPCBatchRequest");
  // Methods whose results carry `ttlMs` and `cacheScope`.
  const cacheable = model.methods
    .filter((one) => resultHas(model, one, "ttlMs"))
    .map(({ method }) => method);
  const incoming = incomingOf(model, side);
  const results = resultsOf(model, side);
  const parts = offersOf(model);
  const isClient = side === "client";
  // Requests that a server sends may need parts of capabilities.
  const lacking = requestsOf(model, side).length > 0 && parts.length > 0;
  return presentMembers({
    side: quote(side),
    version: combined ? quote(revision) : "PROTOCOL_VERSION",
    lifecycle: lifecycleOf(model, side),
    methods: methodsLayout(model, {
      message: ruleLayouts(model, incoming, place),
      result: ruleLayouts(model, results, place),
      question: questionRules(model, side),
    }),
    later:
      isClient && later && laterLayout({ results, incoming }, later, place),
    lacking: !isClient && lacking && "lacking",
    offers: isClient && parts.length > 0 && strings(parts),
    cacheable: cacheable.length > 0 && strings(cacheable),
    batch: batches ? "runBatch" : "refuseBatch",
    resourceNotFound: handshake ? "-32002" : "-32602",
    batches,
    anonymousErrors: errorsMayLackId(model),
    toolErrorsAreResults: revision >= TOOL_ERRORS_ARE_RESULTS,
    extend: hasTasks(model) && EXTEND[side],
    http: objectLayout(
      presentMembers({
        sessions: handshake,
        versionHeader: revision >= VERSION_HEADER,
        polling: handshake && revision >= POLLING,
        twoAddresses:
          revision === TWO_ADDRESSES && offers(context, side, "sse"),
      }),
    ),
  });
}

/** Whether an error may answer what has no id that could be read. */
function errorsMayLackId(model: ProtocolModel): boolean {
  const declarations = declarationsByName(model);
  const name = declarations.has("JSONRPCErrorResponse")
    ? "JSONRPCErrorResponse"
    : "JSONRPCError";
  const id = findMember(declarations, reference(name), "id");
  return id?.optional === true;
}

/** The members that are there; what is true is `true`, what is not is left out. */
function presentMembers(
  members: Readonly<Record<string, Layout | boolean | null | undefined>>,
): LayoutMembers {
  return Object.entries(members).flatMap(([name, value]) =>
    value ? [[name, value === true ? "true" : value] as const] : [],
  );
}

function strings(values: readonly string[]): Layout {
  return arrayLayout(values.map(quote));
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
      looseLayout(
        presentMembers({
          kind: one.kind !== "request" && quote(one.kind),
          sender: one.sender !== "client" && quote(one.sender),
          embedded: one.embedded,
          capability: one.capability !== null && quote(one.capability),
          message: rules.message.get(one.method),
          result: rules.result.get(one.method),
          question: rules.question.get(one.method),
        }),
      ),
    ]),
  );
}
