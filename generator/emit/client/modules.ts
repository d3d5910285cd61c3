/** The modules that `client.ts` imports, and what it passes on of them. */
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
import { toolFacts } from "../server/features.js";
import type { ClientFeature } from "./features.js";
import { modelsOf, offers, type EmitContext } from "../context.js";
import { hostModules } from "./host-modules.js";
import { exportsType, isStateless } from "../protocol/protocol-facts.js";
import { taskExports, taskImports } from "../protocol/tasks.js";

/** What `client.ts` names, beside what each has. */
export interface ClientNames {
  readonly validators: readonly string[];
  /** Whether values of later revisions are looked for. */
  readonly laterValues: boolean;
  /** Modules of method maps, types of `methods.ts`. */
  readonly maps: readonly ModuleNames[];
  /** Types of `types.ts`, beside those of features. */
  readonly types: readonly string[];
  readonly features: readonly ClientFeature[];
  readonly hosts: boolean;
}

/** The imports of `client.ts`. */
export function clientImports(
  context: EmitContext,
  names: ClientNames,
): string {
  const { model, runtime, folder = "./", combined } = context;
  const { features } = names;
  const { values, types } = fromRuntime(runtime);
  const within = inFeatures(runtime);
  return importModules([
    ...runtimeImports(context, "client"),
    names.laterValues && values("validation/later", "laterValues"),
    !combined && { from: `${folder}methods.js`, names: ["PROTOCOL_VERSION"] },
    ...validatorImports(context, names.validators),
    ...names.maps,
    ...(names.hosts ? hostModules(runtime).imports : []),
    ...healthImport(context),
    hasOutputs(context) &&
      types("features/output-validator", "OutputValidator"),
    hasCache(context) && types("lifecycle/result-cache", "ResultCache"),
    ...runtimeTypes(context),
    ...taskImports(context, "client"),
    types("features/method-limits", "ClientLimits"),
    types("validation/later", "UnknownValue"),
    ...features.flatMap(({ imports }) => imports.map(within)),
    {
      from: `${folder}types.js`,
      names: [...names.types, ...features.flatMap(({ types }) => types)].filter(
        (name) => exportsType(model, name),
      ),
      types: true,
    },
  ]);
}

/** What `client.ts` passes on. */
export function clientExports(
  context: EmitContext,
  names: ClientNames,
): string {
  const { runtime } = context;
  const { features } = names;
  const { values, types } = fromRuntime(runtime);
  const within = inFeatures(runtime);
  const outputs = hasOutputs(context);
  const cache = hasCache(context);
  const http = offers(context, "client", "http");
  const stdio = offers(context, "client", "stdio");
  return exportModules([
    values("connection/errors", "ConnectionError", "McpError"),
    http && values("http/client", "http"),
    offers(context, "client", "memory") && values("transport/memory", "memory"),
    stdio && values("transport/spawn", "spawn"),
    http &&
      types("http/fetcher", "Fetch", "HttpChallenge", "HttpClientOptions"),
    ...features.flatMap(({ passed }) => passed.map(within)),
    ...healthExports(context),
    outputs && values("features/output-validator", "outputValidator"),
    outputs && types("features/output-validator", "OutputValidator"),
    cache && values("lifecycle/result-cache", "resultCache"),
    cache &&
      types("lifecycle/result-cache", "ResultCache", "ResultCacheOptions"),
    ...taskExports(context),
    ...(names.hosts ? hostModules(runtime).exports : []),
    types("custom", "CustomMethod", "CustomMethods", "Validator"),
    types("lifecycle/capabilities", "Capabilities"),
    types("lifecycle/lifecycle", "Peer", "PeerInfo"),
    types("features/method-limits", "ClientLimits"),
    types("validation/later", "UnknownValue"),
    types("connection/requests", "Progress", "RequestOptions"),
    stdio && types("transport/spawn", "SpawnOptions"),
    types("transport/transport", "Origin", "Receiver", "Transport"),
    types("connection/messages", "Message"),
    types("connection/errors", "ConnectionFault"),
  ]);
}

function inFeatures(runtime: string): (names: ModuleNames) => ModuleNames {
  return (names) => ({ ...names, runtime });
}

/** Whether tools have schemas for their outputs. */
export function hasOutputs(context: EmitContext): boolean {
  return offers(context, "client", "tools") && toolFacts(context).structured;
}

/** Whether results say how long they last. */
function hasCache(context: EmitContext): boolean {
  return modelsOf(context).some(isStateless);
}
