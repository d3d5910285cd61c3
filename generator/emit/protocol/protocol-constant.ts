/** `PROTOCOL`: what the runtime is told of a revision, on one side. */
import type { LaterFacts } from "../../model/history/newer-values.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import type { Layout } from "../print/layout.js";
import { hasLater, laterLayout, laterRulesOf } from "./newer-values.js";
import {
  arrayLayout,
  looseLayout,
  objectLayout,
  type LayoutMembers,
} from "../print/object-layout.js";
import {
  embeddedRequests,
  lifecycleOf,
  notificationsOf,
  offersOf,
  protocolFacts,
  requestsOf,
  type Side,
} from "./protocol-facts.js";
import { lacksParts, questionRules } from "./question-rules.js";
import { incomingOf, resultsOf, ruleLayouts } from "./rules.js";
import { objectKey, quote } from "../print/syntax.js";
import { EXTEND, hasTasks } from "./tasks.js";

/** What depends on the file that `PROTOCOL` stands in. */
interface Surroundings {
  /** The version, as an expression. */
  readonly version: string;
  /** What stands before the names of validators: `v2025_06_18.` */
  readonly place: string;
  readonly later: LaterFacts;
  /** Whether HTTP has an address for each direction, where the revision has. */
  readonly sse: boolean;
}

/** What the runtime is told of a revision. */
export function protocolMembers(
  model: ProtocolModel,
  side: Side,
  { version, place, later, sse }: Surroundings,
): LayoutMembers {
  const { cacheable, http, ...facts } = protocolFacts(model);
  const incoming = incomingOf(model, side);
  const results = resultsOf(model, side);
  const offers = side === "client" ? offersOf(model) : [];
  return [
    ["side", quote(side)],
    ["version", version],
    ["lifecycle", lifecycleOf(model, side)],
    [
      "methods",
      methodsLayout(model, {
        message: ruleLayouts(model, incoming, place),
        result: ruleLayouts(model, results, place),
        question: questionRules(model, side),
      }),
    ],
    ...where(side === "client" && hasLater(later), "later", () =>
      laterLayout(
        {
          results: laterRulesOf(results, later.results),
          incoming: laterRulesOf(incoming, later.incoming),
        },
        place,
      ),
    ),
    ...where(lacksParts(model, side), "lacking", () => "lacking"),
    ...where(offers.length > 0, "offers", () => strings(offers)),
    ...where(cacheable.length > 0, "cacheable", () => strings(cacheable)),
    ["batch", facts.batches ? "runBatch" : "refuseBatch"],
    ["resourceNotFound", String(facts.resourceNotFound)],
    ...flags({
      batches: facts.batches,
      anonymousErrors: facts.anonymousErrors,
      toolErrorsAreResults: facts.toolErrorsAreResults,
    }),
    ...where(hasTasks(model), "extend", () => EXTEND[side]),
    [
      "http",
      objectLayout(flags({ ...http, twoAddresses: http.twoAddresses && sse })),
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
      looseLayout([
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
