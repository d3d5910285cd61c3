/** What `server.ts` and `client.ts` have in common. */
import type { LaterFacts } from "../model/later.js";
import type { Doc, Method, ProtocolModel } from "../model/types.js";
import { findType } from "../model/lookup.js";
import { offersOf } from "./client-features.js";
import { ownerOf } from "./combined/methods.js";
import { modelsOf, type EmitContext } from "./context.js";
import { documented, NO_DOC } from "./doc-comment.js";
import {
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  print,
  type Layout,
} from "./layout.js";
import { hasLater, laterLayout, laterRulesOf, NOTHING_LATER } from "./later.js";
import { arrayLayout, objectLayout } from "./object-layout.js";
import {
  hasPing,
  notificationsOf,
  protocolFacts,
  requestsOf,
  embeddedRequests,
  type Side,
} from "./protocol-facts.js";
import { folderOf, namespaceOf } from "./revision-names.js";
import {
  incomingOf,
  rulesOf,
  resultsOf,
  rulesLayout,
  validatorsOf,
} from "./rules.js";
import { objectKey, propertyKey, quote } from "./syntax.js";
import { EXTEND, hasTasks } from "./tasks.js";

/** Names of one module that a generated file imports or passes on. */
export interface ModuleNames {
  readonly from: string;
  readonly names: readonly string[];
  readonly types?: boolean;
  /** Whether the name, of which there is one, is that of the whole module. */
  readonly whole?: boolean;
}

/** `import { … } from "…";`, one a module, names in the order given. */
export function importModules(modules: readonly ModuleNames[]): string {
  return moduleLines("import", modules);
}

/** `export { … } from "…";` */
export function exportModules(modules: readonly ModuleNames[]): string {
  return moduleLines("export", modules);
}

function moduleLines(
  keyword: "import" | "export",
  modules: readonly ModuleNames[],
): string {
  return modules
    .filter(({ names }) => names.length > 0)
    .map(({ from, names, types = false, whole = false }) =>
      whole
        ? `${keyword}${types ? " type" : ""} * as ${names.join()} from ${quote(from)};`
        : print([
            keyword,
            types ? " type " : " ",
            names.length === 1
              ? `{ ${names[0]} }`
              : group([
                  "{",
                  indent([line, join([",", line], [...names])]),
                  ifBreak(","),
                  line,
                  "}",
                ]),
            ` from ${quote(from)};`,
          ]),
    )
    .join("\n");
}

/** Members of an interface, each with what is known of its method. */
export function handlerMembers(
  context: EmitContext,
  groups: readonly {
    readonly type: string;
    readonly methods: readonly Method[];
  }[],
): string {
  const members = groups.flatMap(({ type, methods }) =>
    methods.map((method) => ({
      name: method.method,
      layout: documented(methodDoc(context, method), [
        propertyKey(method.method),
        `?: ${type}<${quote(method.method)}>;`,
      ]),
    })),
  );
  return members.map(({ layout }) => indented(layout)).join("\n");
}

/** A layout as the member of an interface, at two columns. */
export function indented(layout: Layout): string {
  return print(indent([hardline, layout])).slice(1);
}

/**
 * The doc of the request or notification, its deprecation included; of one that
 * the newest revision does not have, the last that does.
 */
export function methodDoc(context: EmitContext, method: Method): Doc {
  const owner = ownerOf(context, method);
  const doc = findType(owner, method.declaration)?.doc ?? NO_DOC;
  const text = doc.text === "" ? `\`${method.method}\`` : doc.text;
  const until =
    owner === context.model ? "" : `\nLast in ${owner.protocolVersion}.`;
  return { ...NO_DOC, text: text + until, deprecated: method.deprecated };
}

/** The validators that a side needs, and its `PROTOCOL`. */
export function protocolConstant(
  model: ProtocolModel,
  side: Side,
  later: LaterFacts = NOTHING_LATER,
): { readonly validators: readonly string[]; readonly text: string } {
  const { validators, members } = protocolMembers(model, side, { later });
  return {
    validators,
    text: print(["const PROTOCOL: Protocol = ", objectLayout(members), ";"]),
  };
}

/** Members of an object literal, in order. */
export type LayoutMembers = (readonly [key: string, value: Layout])[];

/**
 * What the runtime is told of a revision, with the validators that it names.
 *
 * @param place What stands before the names of validators: `v2025_06_18.`
 */
export function protocolMembers(
  model: ProtocolModel,
  side: Side,
  {
    version = "PROTOCOL_VERSION",
    place = "",
    later = NOTHING_LATER,
  }: {
    readonly version?: string;
    readonly place?: string;
    readonly later?: LaterFacts;
  } = {},
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
  const lifecycle = `${facts.lifecycle}${side === "server" ? "Server" : "Client"}`;
  return {
    validators: [...new Set(names)].sort(),
    members: [
      ["side", quote(side)],
      ["version", version],
      ["lifecycle", lifecycle],
      ["methods", methodsLayout(model)],
      ["incoming", rulesLayout(model, incoming, place)],
      ["results", rulesLayout(model, results, place)],
      ...(side === "client" && hasLater(later)
        ? ([["later", laterLayout(laterRules, place)]] as const)
        : []),
      ...(lacksParts(model, side) ? ([["lacking", "lacking"]] as const) : []),
      ...(offers.length > 0
        ? ([["offers", arrayLayout(offers.map(quote))]] as const)
        : []),
      ["cacheable", arrayLayout(facts.cacheable.map(quote))],
      ["batch", facts.batches ? "runBatch" : "refuseBatch"],
      ["resourceNotFound", String(facts.resourceNotFound)],
      ...flags({
        batches: facts.batches,
        anonymousErrors: facts.anonymousErrors,
        toolErrorsAreResults: facts.toolErrorsAreResults,
      }),
      ...(hasTasks(model) ? ([["extend", EXTEND[side]]] as const) : []),
      ["http", objectLayout(flags(facts.http))],
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

/** Whether requests that a side sends may need parts of capabilities. */
function lacksParts(model: ProtocolModel, side: Side): boolean {
  return (
    side === "server" &&
    requestsOf(model, side).length > 0 &&
    offersOf(model).length > 0
  );
}

/** What the runtime has to know of each method, by its name. */
function methodsLayout(model: ProtocolModel): Layout {
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
        ["kind", quote(one.kind)],
        ["sender", quote(one.sender)],
        ...(one.embedded ? ([["embedded", "true"]] as const) : []),
        ...(one.capability === null
          ? []
          : ([["capability", quote(one.capability)]] as const)),
      ]),
    ]),
  );
}

/** Modules of the runtime that both sides import. */
export function runtimeImports(
  { model, runtime, combined }: EmitContext,
  side: Side,
): ModuleNames[] {
  const models = combined ?? [model];
  const facts = models.map(protocolFacts);
  const Side = side === "server" ? "Server" : "Client";
  const batches = new Set(facts.map((one) => one.batches));
  const lifecycles = new Set(facts.map((one) => one.lifecycle));
  const shorthands = side === "server" ? [] : ["withShorthands"];
  return [
    {
      from: `${runtime}/connection/batch.js`,
      names: batches.has(true) ? ["runBatch"] : [],
    },
    {
      from: `${runtime}/connection/batch-refuse.js`,
      names: batches.has(false) ? ["refuseBatch"] : [],
    },
    {
      from: `${runtime}/eras/${side}.js`,
      names: combined ? [coreOf({ combined }, side)] : [],
    },
    {
      from: `${runtime}/${side}.js`,
      names: [...(combined ? [] : [coreOf({ combined }, side)]), ...shorthands],
    },
    {
      from: `${runtime}/validation/rules.js`,
      names: rulesOf(models, side),
    },
    {
      from: `${runtime}/lifecycle/questions.js`,
      names: models.some((one) => lacksParts(one, side)) ? ["lacking"] : [],
    },
    ...[...lifecycles].map((lifecycle) => ({
      from: `${runtime}/lifecycle/${lifecycle}-${side}.js`,
      names: [`${lifecycle}${Side}`],
    })),
  ];
}

/** The class of the runtime that a side is. */
export function coreOf(
  { combined }: Pick<EmitContext, "combined">,
  side: Side,
): string {
  if (side === "server") return combined ? "ErasServer" : "ServerCore";
  return combined ? "ErasClient" : "ClientCore";
}

/** The revision's validators; those of each, as a namespace, where several. */
export function validatorImports(
  { combined }: EmitContext,
  names: readonly string[],
): ModuleNames[] {
  if (!combined) return [{ from: "./validators.js", names }];
  return combined.map((model) => ({
    from: `./${folderOf(model)}/validators.js`,
    names: [namespaceOf(model)],
    whole: true,
  }));
}

/** Types of the runtime that the declarations of both sides name. */
export function runtimeTypes({
  runtime,
  combined,
}: EmitContext): ModuleNames[] {
  const types = true;
  return [
    {
      from: `${runtime}/custom.js`,
      names: [
        "CustomHandlers",
        "CustomMethods",
        "CustomNotification",
        "CustomParams",
        "CustomRequest",
        "CustomResult",
      ],
      types,
    },
    {
      from: `${runtime}/lifecycle/lifecycle.js`,
      names: ["Handlers", "Peer"],
      types,
    },
    combined
      ? { from: `${runtime}/eras/era.js`, names: ["Eras"], types }
      : { from: `${runtime}/protocol.js`, names: ["Protocol"], types },
    {
      from: `${runtime}/connection/requests.js`,
      names: ["RequestOptions"],
      types,
    },
    { from: `${runtime}/transport/transport.js`, names: ["Transport"], types },
  ];
}

/** The type of a health check, where the revision has pings. */
export function healthImport(context: EmitContext): ModuleNames[] {
  const { runtime } = context;
  if (!modelsOf(context).some(hasPing)) return [];
  return [
    {
      from: `${runtime}/connection/health.js`,
      names: ["HealthCheck"],
      types: true,
    },
  ];
}

/** What is passed on of health checks. */
export function healthExports(context: EmitContext): ModuleNames[] {
  const { runtime } = context;
  if (!modelsOf(context).some(hasPing)) return [];
  const from = `${runtime}/connection/health.js`;
  return [
    { from, names: ["pings"] },
    { from, names: ["HealthCheck", "HealthOptions"], types: true },
  ];
}
