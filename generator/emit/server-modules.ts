/** The modules that `server.ts` imports, and what it passes on of them. */
import { exportModules, importModules, type ModuleNames } from "./imports.js";
import {
  healthExports,
  healthImport,
  runtimeImports,
  runtimeTypes,
  validatorImports,
} from "./shared-modules.js";
import { modelsOf, type EmitContext } from "./context.js";
import {
  asksForInput,
  isStateless,
  notificationsOf,
} from "./protocol-facts.js";
import type { Feature } from "./server-features.js";
import { speaksTasks, taskExports, taskImports } from "./tasks.js";

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
  const has = hasFeature(features);
  return importModules([
    ...runtimeImports(context, "server"),
    {
      from: "./methods.js",
      names: context.combined ? [] : ["PROTOCOL_VERSION"],
    },
    ...validatorImports(context, names.validators),
    ...names.maps,
    ...features.map((feature) =>
      feature.module === "tools" && speaksTasks(context)
        ? { from: `${runtime}/tasks/tools.js`, names: ["taskToolHandlers"] }
        : {
            from: `${runtime}/features/${feature.module}.js`,
            names: feature.runtime.values,
          },
    ),
    ...healthImport(context),
    {
      from: `${runtime}/connection/call.js`,
      names: asksForInput(context.model) ? ["AskOptions"] : [],
      types: true,
    },
    { from: `${runtime}/connection/limits.js`, names: ["Limits"], types: true },
    ...stateTypes(context, ["StateOptions"]),
    ...runtimeTypes(context),
    ...taskImports(context, "server"),
    ...features.map((feature) => ({
      from: `${runtime}/features/${feature.module}.js`,
      names: feature.runtime.types,
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
      from: `${folder}types.js`,
      names: names.types,
      types: true,
    },
  ]);
}

/** What `server.ts` passes on of the runtime. */
export function serverExports(
  context: EmitContext,
  features: readonly Feature[],
): string {
  const { runtime } = context;
  const has = hasFeature(features);
  const pages = notificationsOf(context.model, "server").some(
    ({ method }) => method === "notifications/elicitation/complete",
  );
  return exportModules([
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
    { from: `${runtime}/transport/memory.js`, names: ["memory"] },
    { from: `${runtime}/features/paginate.js`, names: ["paginate"] },
    { from: `${runtime}/transport/stdio.js`, names: ["stdio"] },
    {
      from: `${runtime}/features/files.js`,
      names: has("resources") ? ["fileResources"] : [],
    },
    {
      from: `${runtime}/features/files.js`,
      names: has("resources") ? ["FileResourcesOptions"] : [],
      types: true,
    },
    {
      from: `${runtime}/schema/run.js`,
      names: has("tools") ? ["SchemaError"] : [],
    },
    ...(pages ? urlElicitation(runtime) : []),
    ...features.map((feature) => ({
      from: `${runtime}/features/${feature.module}.js`,
      names: feature.passed,
      types: true,
    })),
    {
      from: `${runtime}/http/event-store.js`,
      names: ["EventStore", "EventStoreOptions", "Replayed", "StoredEvent"],
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
    ...taskExports(context),
    {
      from: `${runtime}/custom.js`,
      names: ["CustomMethod", "CustomMethods", "Validator"],
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
      from: `${runtime}/connection/call.js`,
      names: ["AskOptions"],
      types: true,
    },
    ...stateTypes(context, ["StateKey", "StateOptions"]),
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
      names: ["Origin", "Receiver", "Transport"],
      types: true,
    },
    {
      from: `${runtime}/connection/messages.js`,
      names: ["Message"],
      types: true,
    },
    {
      from: `${runtime}/connection/errors.js`,
      names: ["ConnectionFault"],
      types: true,
    },
    {
      from: `${runtime}/features/uri-match.js`,
      names: has("resources") ? ["TemplateMatch"] : [],
      types: true,
    },
  ]);
}

/** Types of sealed state, where calls have it. */
function stateTypes(
  context: EmitContext,
  names: readonly string[],
): ModuleNames[] {
  if (!modelsOf(context).some(isStateless)) return [];
  const from = `${context.runtime}/lifecycle/seal.js`;
  return [{ from, names, types: true }];
}

function hasFeature(features: readonly Feature[]): (name: string) => boolean {
  return (name) => features.some(({ module }) => module === name);
}

/** The error by which a request asks for a visit of a page first. */
function urlElicitation(runtime: string): ModuleNames[] {
  const from = `${runtime}/features/url-elicitation.js`;
  return [
    { from, names: ["urlElicitationRequired"] },
    { from, names: ["UrlElicitation"], types: true },
  ];
}
