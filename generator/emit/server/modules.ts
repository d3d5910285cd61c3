/** The modules that `server.ts` imports, and what it passes on of them. */
import {
  exportModules,
  fromRuntime,
  importModules,
  type ModuleNames,
} from "../print/imports.js";
import {
  healthExports,
  healthImport,
  runtimeImports,
  runtimeTypes,
  validatorImports,
} from "../protocol/shared-modules.js";
import { modelsOf, offers, type EmitContext } from "../context.js";
import {
  asksForInput,
  embeddedRequests,
  isStateless,
  notificationsOf,
} from "../protocol/protocol-facts.js";
import { questionImports } from "../protocol/question-rules.js";
import type { Feature } from "./features.js";
import { speaksTasks, taskExports, taskImports } from "../protocol/tasks.js";

/** What `server.ts` names beside its features, as imports. */
export interface ServerNames {
  readonly validators: readonly string[];
  /** Modules of method maps, types of `methods.ts`. */
  readonly maps: readonly ModuleNames[];
  /** Types of `types.ts`. */
  readonly types: readonly string[];
}

/** The imports of `server.ts`. */
export function serverImports(
  context: EmitContext,
  features: readonly Feature[],
  names: ServerNames,
): string {
  const { runtime, folder = "./" } = context;
  const { values, types } = fromRuntime(runtime);
  const has = hasFeature(features);
  return importModules([
    // In this order, what is alike stands together in a bundle, and packs better.
    !context.combined && {
      from: `${folder}methods.js`,
      names: ["PROTOCOL_VERSION"],
    },
    ...validatorImports(context, names.validators),
    ...questionImports(modelsOf(context), "server", runtime),
    ...features.map((feature) =>
      feature.module === "tools" && speaksTasks(context)
        ? values("tasks/tools", "taskToolHandlers")
        : values(`features/${feature.module}`, ...feature.runtime.values),
    ),
    ...runtimeImports(context, "server"),
    ...names.maps,
    ...healthImport(context),
    asksForInput(context.model) && types("connection/call", "AskOptions"),
    asksUsers(context) && types("features/elicit", "ElicitOptions"),
    types("connection/limits", "Limits"),
    hasState(context) && types("lifecycle/seal", "StateOptions"),
    ...runtimeTypes(context),
    ...taskImports(context, "server"),
    ...features.map(({ module, runtime: { types: names } }) =>
      types(`features/${module}`, ...names),
    ),
    has("tools") && types("schema/standard-schema", "StandardSchemaLike"),
    has("resources") && types("features/uri-match", "TemplateMatch"),
    { from: `${folder}types.js`, names: names.types, types: true },
  ]);
}

/** Types that go with what serves HTTP, behind the name of their module. */
const HTTP_TYPES: readonly (readonly [module: string, ...names: string[]])[] = [
  [
    "http/event-store",
    "EventStore",
    "EventStoreOptions",
    "Replayed",
    "StoredEvent",
  ],
  ["http/auth", "HttpAuth", "Principal", "ResourceMetadata"],
  ["http/fetch", "FetchHandler"],
  ["http/listen", "ListenOptions", "Listening"],
  ["http/node", "NodeHandler", "NodeRequest"],
  ["http/node-reply", "NodeResponse"],
  ["http/options", "HttpOptions"],
  ["http/types", "HttpRequest"],
];

/** What `server.ts` passes on of the runtime. */
export function serverExports(
  context: EmitContext,
  features: readonly Feature[],
): string {
  const { values, types } = fromRuntime(context.runtime);
  const has = hasFeature(features);
  const http = offers(context, "server", "http");
  const stdio = offers(context, "server", "stdio");
  const pages = notificationsOf(context.model, "server").some(
    ({ method }) => method === "notifications/elicitation/complete",
  );
  return exportModules([
    values("connection/errors", "ConnectionError", "McpError"),
    http && values("http/event-store", "memoryEventStore"),
    http && values("http/fetch", "fetchHandler"),
    http && values("http/listen", "listen"),
    http && values("http/node", "nodeHandler"),
    offers(context, "server", "memory") && values("transport/memory", "memory"),
    values("features/paginate", "paginate"),
    stdio && values("transport/stdio", "stdio"),
    has("resources") && values("features/files", "fileResources"),
    has("resources") &&
      types("features/files", "FileResource", "FileResourcesOptions"),
    has("tools") && values("schema/run", "SchemaError"),
    // The error by which a request asks for a visit of a page first.
    pages && values("features/url-elicitation", "urlElicitationRequired"),
    pages && types("features/url-elicitation", "UrlElicitation"),
    ...features.map(({ module, passed }) =>
      types(`features/${module}`, ...passed),
    ),
    types("features/guard", "Caller", "GuardSettings"),
    types("features/paginate", "Page"),
    ...(http ? HTTP_TYPES : []).map(([module, ...names]) =>
      types(module, ...names),
    ),
    ...healthExports(context),
    ...taskExports(context),
    types("custom", "CustomMethod", "CustomMethods", "Validator"),
    types("lifecycle/capabilities", "Capabilities"),
    types("lifecycle/lifecycle", "Peer", "PeerInfo"),
    types("connection/limits", "Limits"),
    types("connection/call", "AskOptions"),
    asksUsers(context) && types("features/elicit", "ElicitOptions"),
    hasState(context) && types("lifecycle/seal", "StateKey", "StateOptions"),
    types("connection/requests", "Progress", "RequestOptions"),
    has("tools") && types("schema/standard-schema", "StandardSchemaLike"),
    has("tools") && types("schema/formats", "FormatAssertion", "FormatTest"),
    has("tools") && types("schema/run", "SchemaIssue", "SchemaValidator"),
    stdio && types("transport/stdio", "StdioOptions"),
    types("transport/transport", "Origin", "Receiver", "Transport"),
    types("connection/messages", "Message"),
    types("connection/errors", "ConnectionFault"),
    has("resources") && types("features/uri-match", "TemplateMatch"),
    has("tools") && values("schema/formats", "assertFormats"),
  ]);
}

/** Whether handlers can ask the user. */
function asksUsers({ model }: EmitContext): boolean {
  return asksForInput(model, ["elicitation/create"]);
}

/** Whether calls have sealed state. */
export function hasState(context: EmitContext): boolean {
  return modelsOf(context).some(
    (one) => isStateless(one) && embeddedRequests(one).length > 0,
  );
}

function hasFeature(features: readonly Feature[]): (name: string) => boolean {
  return (name) => features.some(({ module }) => module === name);
}
