/** What `server.ts` and `client.ts` have in common. */
import type { LaterFacts } from "../model/later.js";
import type { Doc, Method, ProtocolModel } from "../model/types.js";
import { findType } from "../model/lookup.js";
import type { EmitContext } from "./context.js";
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
  exportsType,
  hasPing,
  notificationsOf,
  other,
  protocolFacts,
  requestsOf,
  resultName,
  embeddedRequests,
  type Side,
} from "./protocol-facts.js";
import { objectKey, propertyKey, quote } from "./syntax.js";

/** Names of one module that a generated file imports or passes on. */
export interface ModuleNames {
  readonly from: string;
  readonly names: readonly string[];
  readonly types?: boolean;
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
    .map(({ from, names, types = false }) =>
      print([
        group([
          keyword,
          types ? " type {" : " {",
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
  model: ProtocolModel,
  groups: readonly {
    readonly type: string;
    readonly methods: readonly Method[];
  }[],
): string {
  const members = groups.flatMap(({ type, methods }) =>
    methods.map((method) => ({
      name: method.method,
      layout: documented(methodDoc(model, method), [
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

/** The doc of the request or notification, its deprecation included. */
export function methodDoc(model: ProtocolModel, method: Method): Doc {
  const doc = findType(model, method.declaration)?.doc ?? NO_DOC;
  const text = doc.text === "" ? `\`${method.method}\`` : doc.text;
  return { ...NO_DOC, text, deprecated: method.deprecated };
}

/** How one method's messages, or its results, are checked. */
interface Check {
  readonly method: string;
  readonly type: string;
  /** Whether the sender is told what is wrong. */
  readonly explained: boolean;
}

/** The validators that a side needs, and its `PROTOCOL`. */
export function protocolConstant(
  model: ProtocolModel,
  side: Side,
  later: LaterFacts = NOTHING_LATER,
): { readonly validators: readonly string[]; readonly text: string } {
  const facts = protocolFacts(model);
  const peer = other(side);
  const usable = ({ type }: Check): boolean => exportsType(model, type);
  const incoming = [
    ...requestsOf(model, peer),
    ...(side === "client" ? embeddedRequests(model) : []),
    ...notificationsOf(model, peer),
  ]
    .map(({ method, kind, declaration }) => ({
      method,
      type: declaration,
      explained: side === "client" || kind === "request",
    }))
    .filter(usable);
  const results = [
    ...requestsOf(model, side),
    ...(side === "server" ? embeddedRequests(model) : []),
  ]
    .map((one) => ({
      method: one.method,
      type: resultName(one) ?? "",
      explained: side === "client",
    }))
    .filter(usable);
  const laterRules = {
    results: laterRulesOf(results, later.results),
    incoming: laterRulesOf(incoming, later.incoming),
  };
  const names = [
    ...[...incoming, ...results].map(checkName),
    ...[...laterRules.results, ...laterRules.incoming].map(
      ({ type }) => `validate${type}`,
    ),
  ];
  const lifecycle = `${facts.lifecycle}${side === "server" ? "Server" : "Client"}`;
  const body = objectLayout([
    ["side", quote(side)],
    ["version", "PROTOCOL_VERSION"],
    ["lifecycle", lifecycle],
    ["methods", methodsLayout(model)],
    ["incoming", rulesLayout(incoming)],
    ["results", rulesLayout(results)],
    ...(side === "client" && hasLater(later)
      ? ([["later", laterLayout(laterRules)]] as const)
      : []),
    ["cacheable", arrayLayout(facts.cacheable.map(quote))],
    ["batches", String(facts.batches)],
    ["batch", facts.batches ? "runBatch" : "refuseBatch"],
    ["anonymousErrors", String(facts.anonymousErrors)],
    ["resourceNotFound", String(facts.resourceNotFound)],
    ["toolErrorsAreResults", String(facts.toolErrorsAreResults)],
    [
      "http",
      objectLayout(
        Object.entries(facts.http).map(([name, value]) => [
          name,
          String(value),
        ]),
      ),
    ],
  ]);
  return {
    validators: [...new Set(names)].sort(),
    text: print(["const PROTOCOL: Protocol = ", body, ";"]),
  };
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

function rulesLayout(checks: readonly Check[]): Layout {
  return objectLayout(
    checks.map((check) => [objectKey(check.method), checkName(check)]),
  );
}

/** One that is explained throws what is wrong; the other says that it is. */
function checkName({ type, explained }: Check): string {
  return explained ? `assert${type}` : `is${type}`;
}

/** Modules of the runtime that both sides import. */
export function runtimeImports(
  { model, runtime }: EmitContext,
  side: Side,
): ModuleNames[] {
  const { lifecycle, batches } = protocolFacts(model);
  const Side = side === "server" ? "Server" : "Client";
  return [
    batches
      ? { from: `${runtime}/connection/batch.js`, names: ["runBatch"] }
      : {
          from: `${runtime}/connection/batch-refuse.js`,
          names: ["refuseBatch"],
        },
    {
      from: `${runtime}/${side}.js`,
      names:
        side === "server" ? ["ServerCore"] : ["ClientCore", "withShorthands"],
    },
    {
      from: `${runtime}/lifecycle/${lifecycle}-${side}.js`,
      names: [`${lifecycle}${Side}`],
    },
  ];
}

/** Types of the runtime that the declarations of both sides name. */
export function runtimeTypes({ runtime }: EmitContext): ModuleNames[] {
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
    { from: `${runtime}/protocol.js`, names: ["Protocol"], types },
    {
      from: `${runtime}/connection/requests.js`,
      names: ["RequestOptions"],
      types,
    },
    { from: `${runtime}/transport/transport.js`, names: ["Transport"], types },
  ];
}

/** The type of a health check, where the revision has pings. */
export function healthImport({ model, runtime }: EmitContext): ModuleNames[] {
  if (!hasPing(model)) return [];
  return [
    {
      from: `${runtime}/connection/health.js`,
      names: ["HealthCheck"],
      types: true,
    },
  ];
}

/** What is passed on of health checks. */
export function healthExports({ model, runtime }: EmitContext): ModuleNames[] {
  if (!hasPing(model)) return [];
  const from = `${runtime}/connection/health.js`;
  return [
    { from, names: ["pings"] },
    { from, names: ["HealthCheck", "HealthOptions"], types: true },
  ];
}
