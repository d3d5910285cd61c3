/**
 * Creates the `PROTOCOL` constant. It holds the properties of a revision that
 * the runtime needs on one side (server or client).
 */
import { mergeMethods } from "../facts/methods.js";
import { declarationsByName } from "../../model/lookup.js";
import type { LaterFacts } from "../../model/history.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { bundledLater } from "../../source/revisions.js";
import { getFolder, getNamespace } from "../facts/revision-names.js";
import type { EmitContext, Side } from "../context.js";
import { braced, call, type Layout } from "../print/layout.js";
import type { Use } from "../print/pieces.js";
import { ruleLayouts } from "./rule-layouts.js";
import {
  objectLayout,
  valueLayout,
  type LayoutMembers,
} from "../print/object-layout.js";
import { getHttpFacts } from "../facts/http-facts.js";
import {
  errorsMayLackId,
  isStateless,
  getLifecycle,
  getImpliedCapabilities,
  getRequests,
  resultHasMember,
} from "../facts/protocol-facts.js";
import {
  getIncomingRules,
  getInputRequestRules,
  getResultRules,
  type MethodRule,
} from "../facts/method-rules.js";
import { objectKey, quote } from "../print/syntax.js";
import { getTaskExtend } from "../facts/tasks.js";

/**
 * First revision in which invalid tool arguments are reported as a tool result
 * with `isError` instead of a JSON-RPC error.
 */
const TOOL_ERRORS_ARE_RESULTS = "2025-11-25";

/**
 * Setting of an extension that a side declares as true if the side handles the
 * method.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  "resources/directory/read": "directoryRead",
};

/** Name of the constant in `methods.ts` that holds the protocol version. */
const VERSION = "PROTOCOL_VERSION";

/** Returns the members of the `PROTOCOL` constant for one revision and side. */
export function createProtocolMembers(
  context: EmitContext,
  model: ProtocolModel,
  side: Side,
  use: Use,
): LayoutMembers {
  const { combined } = context;
  const later = bundledLater()[getFolder(model)];
  // Prefix of the names that are imported from `validators.ts`. With several
  // revisions, the prefix is the namespace of the revision.
  const prefix = combined ? `${getNamespace(model)}.` : "";
  const handshake = !isStateless(model);
  const revision = model.protocolVersion ?? "";
  const batches = declarationsByName(model).has("JSONRPCBatchRequest");
  // Methods whose results are cacheable: the results have `ttlMs` and
  // `cacheScope`.
  const cacheable = model.methods
    .filter((method) => resultHasMember(model, method, "ttlMs"))
    .map(({ method }) => method);
  const incoming = getIncomingRules(model, side);
  const results = getResultRules(model, side);
  const parts = getImpliedCapabilities(model);
  const isClient = side === "client";
  // Whether the server may send a request that requires a sub-capability of the
  // client. The server then checks that the client has declared the
  // sub-capability.
  const lacking = getRequests(model, side).length > 0 && parts.length > 0;
  return removeAbsent({
    side: quote(side),
    version: combined ? quote(revision) : use(VERSION),
    lifecycle: use(getLifecycle(model, side)),
    methods: methodsLayout(model, {
      message: ruleLayouts(incoming, prefix, use),
      result: ruleLayouts(results, prefix, use),
      question: getInputRuleNames(model, side, use),
    }),
    later:
      isClient &&
      later &&
      laterLayout({ results, incoming }, later, prefix, use),
    missingCapabilities: !isClient && lacking && use("missingCapabilities"),
    impliedCapabilities: isClient && parts.length > 0 && valueLayout(parts),
    cacheable: cacheable.length > 0 && valueLayout(cacheable),
    batch: use(batches ? "runBatch" : "refuseBatch"),
    resourceNotFound: handshake ? "-32002" : "-32602",
    batches,
    anonymousErrors: errorsMayLackId(model),
    toolErrorsAreResults: revision >= TOOL_ERRORS_ARE_RESULTS,
    extend: extendLayout(model, side, use),
    http: objectLayout(removeAbsent(getHttpFacts(context, model, side))),
  });
}

/**
 * Returns the members that have a value. Members with `false`, null or
 * undefined are left out.
 */
function removeAbsent(
  members: Readonly<Record<string, Layout | boolean | null | undefined>>,
): LayoutMembers {
  return Object.entries(members).flatMap(([name, value]) =>
    value ? [[name, value === true ? "true" : value] as const] : [],
  );
}

/**
 * Returns the `extend` member of a `PROTOCOL` constant: a function that adds
 * extensions and tasks to the server or client. A table in the code lists the
 * methods of each extension, and the side that declares the extension. Returns
 * null if the revision has neither extensions nor tasks.
 */
function extendLayout(
  model: ProtocolModel,
  side: Side,
  use: Use,
): Layout | null {
  const name = getTaskExtend(model, side);
  const tasks = name === null ? null : use(name);
  const all = mergeMethods(model);
  const entries = (model.extensions ?? []).flatMap(
    ({ identifier, declaredBy }) => {
      const own = all.filter(({ extension }) => extension === identifier);
      const methods = own.map(({ method }) => method);
      const settings = Object.fromEntries(
        Object.entries(SETTINGS).filter(([method]) => methods.includes(method)),
      );
      const entry = {
        methods,
        // Without `declaredBy`, the runtime expects both sides to declare the
        // extension.
        ...(declaredBy !== "both" && { declaredBy }),
        ...(Object.keys(settings).length > 0 && { settings }),
      };
      return own.length > 0 ? [[identifier, entry]] : [];
    },
  );
  if (entries.length === 0) return tasks;
  const table = valueLayout(Object.fromEntries(entries));
  return [
    "/*@__PURE__*/ ",
    call(use("negotiateExtensions"), table, ...(tasks === null ? [] : [tasks])),
  ];
}

/**
 * Returns the `methods` member of a `PROTOCOL` constant, which holds the
 * properties and the validation rules of each method.
 */
function methodsLayout(
  model: ProtocolModel,
  rules: Readonly<
    Record<"message" | "result" | "question", ReadonlyMap<string, Layout>>
  >,
): Layout {
  const isNotification = ({ kind }: Method) => Number(kind !== "request");
  const methods = mergeMethods(model).sort(
    (a, b) => isNotification(a) - isNotification(b),
  );
  return objectLayout(
    methods.map((method) => [
      objectKey(method.method),
      objectLayout(
        removeAbsent({
          kind: method.kind !== "request" && quote(method.kind),
          sender: method.sender !== "client" && quote(method.sender),
          embedded: method.embedded,
          capability: method.capability !== null && quote(method.capability),
          message: rules.message.get(method.method),
          result: rules.result.get(method.method),
          question: rules.question.get(method.method),
        }),
      ),
    ]),
  );
}

/**
 * Returns the `later` member of a client's `PROTOCOL` constant: string values
 * that only newer revisions declare, but that the client also accepts. Returns
 * null if there are no such values.
 */
function laterLayout(
  checks: Readonly<Record<keyof LaterFacts, readonly MethodRule[]>>,
  later: LaterFacts,
  prefix: string,
  use: Use,
): Layout | null {
  if (Object.keys({ ...later.results, ...later.incoming }).length === 0)
    return null;
  const table = (kind: keyof LaterFacts): Layout =>
    objectLayout(
      checks[kind]
        .filter(({ method }) => Object.hasOwn(later[kind], method))
        .map(({ method, shape }) => {
          const values = valueLayout(later[kind][method]);
          const lines = [
            [use(prefix + shape), ","],
            [values, ","],
          ];
          return [objectKey(method), braced(lines, ["[", "]"])];
        }),
    );
  return [
    `/*@__PURE__*/ ${use("acceptLaterValues")}(`,
    objectLayout([
      ["results", table("results")],
      ["incoming", table("incoming")],
    ]),
    ")",
  ];
}

/**
 * Returns the names of the runtime's validation rules for elicitation and
 * sampling requests, by method. Records each rule as used.
 */
function getInputRuleNames(
  model: ProtocolModel,
  side: Side,
  use: Use,
): ReadonlyMap<string, string> {
  const rules = [...getInputRequestRules(model, side)];
  return new Map(rules.map(([method, rule]) => [method, use(rule)]));
}
