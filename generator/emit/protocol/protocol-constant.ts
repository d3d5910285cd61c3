/** `PROTOCOL`: what the runtime is told of a revision, on one side. */
import type { LaterFacts } from "../../model/history/newer-values.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { offersOf } from "../client/features.js";
import { print, type Layout } from "../print/layout.js";
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
  protocolFacts,
  requestsOf,
  type Side,
} from "./protocol-facts.js";
import { questionMembers, questionRules } from "./question-rules.js";
import { incomingOf, resultsOf, ruleLayouts, validatorsOf } from "./rules.js";
import { objectKey, quote } from "../print/syntax.js";
import { EXTEND, hasTasks } from "./tasks.js";

/** The validators that a side needs, and its `PROTOCOL`. */
export function protocolConstant(
  model: ProtocolModel,
  side: Side,
  given: Pick<Surroundings, "later" | "sse">,
): { readonly validators: readonly string[]; readonly text: string } {
  const { validators, members } = protocolMembers(model, side, {
    version: "PROTOCOL_VERSION",
    place: "",
    ...given,
  });
  return {
    validators,
    text: print(["const PROTOCOL: Protocol = ", objectLayout(members), ";"]),
  };
}

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

/** What the runtime is told of a revision, with the validators that it names. */
export function protocolMembers(
  model: ProtocolModel,
  side: Side,
  { version, place, later, sse }: Surroundings,
): { readonly validators: readonly string[]; readonly members: LayoutMembers } {
  const facts = protocolFacts(model);
  const incoming = incomingOf(model, side);
  const results = resultsOf(model, side);
  const offers = side === "client" ? offersOf(model) : [];
  const laterRules = {
    results: laterRulesOf(results, later.results),
    incoming: laterRulesOf(incoming, later.incoming),
  };
  const names = [
    ...[...incoming, ...results].flatMap((check) => validatorsOf(model, check)),
    ...[...laterRules.results, ...laterRules.incoming].map(
      ({ type }) => `validate${type}`,
    ),
  ];
  return {
    validators: [...new Set(names)].sort(),
    members: [
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
      ...(side === "client" && hasLater(later)
        ? ([["later", laterLayout(laterRules, place)]] as const)
        : []),
      ...questionMembers(model, side),
      ...(offers.length > 0
        ? ([["offers", arrayLayout(offers.map(quote))]] as const)
        : []),
      ...(facts.cacheable.length > 0
        ? ([["cacheable", arrayLayout(facts.cacheable.map(quote))]] as const)
        : []),
      ["batch", facts.batches ? "runBatch" : "refuseBatch"],
      ["resourceNotFound", String(facts.resourceNotFound)],
      ...flags({
        batches: facts.batches,
        anonymousErrors: facts.anonymousErrors,
        toolErrorsAreResults: facts.toolErrorsAreResults,
      }),
      ...(hasTasks(model) ? ([["extend", EXTEND[side]]] as const) : []),
      [
        "http",
        objectLayout(
          flags({
            ...facts.http,
            twoAddresses: facts.http.twoAddresses && sse,
          }),
        ),
      ],
    ],
  };
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
        ...(one.kind === "request"
          ? []
          : ([["kind", quote(one.kind)]] as const)),
        ...(one.sender === "client"
          ? []
          : ([["sender", quote(one.sender)]] as const)),
        ...(one.embedded ? ([["embedded", "true"]] as const) : []),
        ...(one.capability === null
          ? []
          : ([["capability", quote(one.capability)]] as const)),
        ...Object.entries(rules).flatMap(([name, byMethod]) => {
          const rule = byMethod.get(one.method);
          return rule ? [[name, rule] as const] : [];
        }),
      ]),
    ]),
  );
}
