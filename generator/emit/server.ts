import type { Method, ProtocolModel } from "../model/types.js";
import {
  exportModules,
  handlerMembers,
  healthExports,
  healthImport,
  importModules,
  protocolConstant,
  runtimeImports,
  runtimeTypes,
} from "./bindings.js";
import type { EmitContext, OutputFile } from "./context.js";
import { claimNames } from "./names.js";
import {
  exportsType,
  hasPing,
  notificationsOf,
  protocolFacts,
  requestsOf,
  resultsAreMarked,
} from "./protocol-facts.js";
import { featuresOf, toolFacts } from "./server-features.js";

const FILE = "server.ts";

/** Names that `server.ts` and `client.ts` both pass on from the runtime. */
export const SHARED_NAMES: readonly string[] = [
  "ConnectionError",
  "CustomHandlers",
  "CustomMethod",
  "CustomMethods",
  "CustomNotification",
  "CustomParams",
  "CustomRequest",
  "CustomResult",
  "CustomSet",
  "Limits",
  "McpError",
  "Peer",
  "Progress",
  "RequestOptions",
  "Transport",
  "Validator",
  "customMethods",
  "memory",
];

const NAMES: readonly string[] = [
  "EventStore",
  "FetchHandler",
  "Handled",
  "HttpAuth",
  "HttpOptions",
  "ListenOptions",
  "Listening",
  "NodeHandler",
  "Principal",
  "Server",
  "ServerContext",
  "ServerHandlers",
  "ServerNotificationHandler",
  "ServerOptions",
  "ServerRequestHandler",
  "ServerSession",
  "StdioOptions",
  "createServer",
  "fetchHandler",
  "listen",
  "memoryEventStore",
  "nodeHandler",
  "paginate",
  "stdio",
];

/** Requests that the lifecycle answers by itself. */
const OWN: readonly string[] = ["initialize", "ping", "server/discover"];

/** `server.ts`: a typed server over the runtime. */
export function emitServer(context: EmitContext): OutputFile {
  const { model, header, runtime, render } = context;
  const features = featuresOf(model);
  claimNames(model, FILE, [
    ...SHARED_NAMES,
    ...NAMES,
    ...features.flatMap(({ exports, passed }) => [...exports, ...passed]),
  ]);
  const requests = requestsOf(model, "client").filter(
    ({ method }) => !OWN.includes(method),
  );
  const heard = notificationsOf(model, "client");
  const sent = notificationsOf(model, "server");
  const asked = requestsOf(model, "server");
  const protocol = protocolConstant(model, "server");
  const hasLog = sent.some((one) => one.method === "notifications/message");
  const level = exportsType(model, "LoggingLevel") ? "LoggingLevel" : "string";
  const info = exportsType(model, "Implementation")
    ? "Implementation"
    : "{ name: string; version: string }";
  const has = (name: string): boolean =>
    features.some((feature) => feature.module === name);
  const imports = [
    ...runtimeImports(context, "server"),
    { from: "./methods.js", names: ["PROTOCOL_VERSION"] },
    { from: "./validators.js", names: protocol.validators },
    {
      from: "./methods.js",
      names: [
        "ClientNotifications",
        "ClientRequests",
        ...(sent.length > 0 ? ["ServerNotifications"] : []),
        ...(asked.length > 0 ? ["ServerRequests"] : []),
      ],
      types: true,
    },
    ...features.map(({ module, runtime: names }) => ({
      from: `${runtime}/features/${module}.js`,
      names: names.values,
    })),
    ...healthImport(context),
    { from: `${runtime}/connection/limits.js`, names: ["Limits"], types: true },
    ...runtimeTypes(context),
    ...features.map(({ module, runtime: names }) => ({
      from: `${runtime}/features/${module}.js`,
      names: names.types,
      types: true,
    })),
    {
      from: `${runtime}/schema/standard-schema.js`,
      names: has("tools") ? ["StandardSchemaLike"] : [],
      types: true,
    },
    {
      from: `${runtime}/features/uri-match.js`,
      names: has("resources") ? ["TemplateMatch"] : [],
      types: true,
    },
    {
      from: "./types.js",
      names: [
        ...[info, ...(hasLog ? [level] : [])].filter((name) =>
          exportsType(model, name),
        ),
        ...features.flatMap((feature) => feature.types),
      ].sort(),
      types: true,
    },
  ];
  return {
    path: FILE,
    text: render(FILE, {
      header,
      imports: importModules(imports),
      reexports: exportModules([
        {
          from: `${runtime}/connection/errors.js`,
          names: ["ConnectionError", "McpError"],
        },
        {
          from: `${runtime}/http/event-store.js`,
          names: ["memoryEventStore"],
        },
        { from: `${runtime}/http/fetch.js`, names: ["fetchHandler"] },
        { from: `${runtime}/http/listen.js`, names: ["listen"] },
        { from: `${runtime}/http/node.js`, names: ["nodeHandler"] },
        { from: `${runtime}/custom.js`, names: ["customMethods"] },
        { from: `${runtime}/transport/memory.js`, names: ["memory"] },
        { from: `${runtime}/features/paginate.js`, names: ["paginate"] },
        { from: `${runtime}/transport/stdio.js`, names: ["stdio"] },
        {
          from: `${runtime}/schema/run.js`,
          names: has("tools") ? ["SchemaError"] : [],
        },
        ...features.map((feature) => ({
          from: `${runtime}/features/${feature.module}.js`,
          names: feature.passed,
          types: true,
        })),
        {
          from: `${runtime}/http/event-store.js`,
          names: ["EventStore"],
          types: true,
        },
        {
          from: `${runtime}/http/auth.js`,
          names: ["HttpAuth", "Principal"],
          types: true,
        },
        {
          from: `${runtime}/http/fetch.js`,
          names: ["FetchHandler"],
          types: true,
        },
        {
          from: `${runtime}/http/listen.js`,
          names: ["ListenOptions", "Listening"],
          types: true,
        },
        {
          from: `${runtime}/http/node.js`,
          names: ["NodeHandler"],
          types: true,
        },
        {
          from: `${runtime}/http/options.js`,
          names: ["HttpOptions"],
          types: true,
        },
        ...healthExports(context),
        {
          from: `${runtime}/custom.js`,
          names: ["CustomMethod", "CustomMethods", "CustomSet", "Validator"],
          types: true,
        },
        {
          from: `${runtime}/lifecycle/lifecycle.js`,
          names: ["Peer"],
          types: true,
        },
        {
          from: `${runtime}/connection/limits.js`,
          names: ["Limits"],
          types: true,
        },
        {
          from: `${runtime}/connection/requests.js`,
          names: ["Progress", "RequestOptions"],
          types: true,
        },
        {
          from: `${runtime}/schema/standard-schema.js`,
          names: has("tools") ? ["StandardSchemaLike"] : [],
          types: true,
        },
        {
          from: `${runtime}/transport/stdio.js`,
          names: ["StdioOptions"],
          types: true,
        },
        {
          from: `${runtime}/transport/transport.js`,
          names: ["Transport"],
          types: true,
        },
        {
          from: `${runtime}/features/uri-match.js`,
          names: has("resources") ? ["TemplateMatch"] : [],
          types: true,
        },
      ]),
      marked: resultsAreMarked(model),
      polling: protocolFacts(model).http.sessions,
      handlers: handlerMembers(model, [
        { type: "ServerRequestHandler", methods: requests },
        { type: "ServerNotificationHandler", methods: heard },
      ]),
      hasProgress: sent.some((one) => one.method === "notifications/progress"),
      hasLog,
      hasPing: hasPing(model),
      level,
      info,
      hasNotifications: sent.length > 0,
      hasRequests: asked.length > 0,
      asks: asks(model, asked),
      tools: has("tools") ? toolFacts(model) : null,
      resources: has("resources"),
      prompts: has("prompts"),
      completions: has("completions"),
      protocol: protocol.text,
    }),
  };
}

/** How a handler asks the client for input, by wire method. */
const ASKS = [
  {
    method: "elicitation/create",
    name: "elicit",
    text: "Asks the user for input.",
  },
  {
    method: "sampling/createMessage",
    name: "sample",
    text: "Asks the client's language model for a message.",
  },
  {
    method: "roots/list",
    name: "roots",
    text: "Asks for the folders and files that the server may work on.",
  },
] as const;

function asks(model: ProtocolModel, requests: readonly Method[]): object[] {
  const known = new Set(requests.map(({ method }) => method));
  return ASKS.filter(({ method }) => known.has(method)).map((ask) => ({
    ...ask,
    map: "ServerRequests",
    params: ask.name !== "roots",
  }));
}
