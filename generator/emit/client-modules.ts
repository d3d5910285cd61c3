/** The modules that `client.ts` imports, and what it passes on of them. */
import { exportModules, importModules, type ModuleNames } from "./imports.js";
import {
  healthExports,
  healthImport,
  runtimeImports,
  runtimeTypes,
  validatorImports,
} from "./shared-modules.js";
import { toolFacts } from "./server-features.js";
import type { ClientFeature } from "./client-features.js";
import { modelsOf, type EmitContext } from "./context.js";
import { hostModules } from "./host-modules.js";
import { exportsType, isStateless } from "./protocol-facts.js";
import { taskExports, taskImports } from "./tasks.js";

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
  const within = inFeatures(runtime);
  return importModules([
    ...runtimeImports(context, "client"),
    ...(names.laterValues
      ? [{ from: `${runtime}/validation/later.js`, names: ["laterValues"] }]
      : []),
    {
      from: "./methods.js",
      names: combined ? [] : ["PROTOCOL_VERSION"],
    },
    ...validatorImports(context, names.validators),
    ...names.maps,
    ...(names.hosts ? hostModules(runtime).imports : []),
    ...healthImport(context),
    ...outputModule(context, []),
    ...cacheModule(context, [], ["ResultCache"]),
    ...runtimeTypes(context),
    ...taskImports(context, "client"),
    {
      from: `${runtime}/features/method-limits.js`,
      names: ["ClientLimits"],
      types: true,
    },
    {
      from: `${runtime}/validation/later.js`,
      names: ["UnknownValue"],
      types: true,
    },
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
  const within = inFeatures(runtime);
  return exportModules([
    {
      from: `${runtime}/connection/errors.js`,
      names: ["ConnectionError", "McpError"],
    },
    { from: `${runtime}/http/client.js`, names: ["http"] },
    { from: `${runtime}/transport/memory.js`, names: ["memory"] },
    { from: `${runtime}/transport/spawn.js`, names: ["spawn"] },
    {
      from: `${runtime}/http/fetcher.js`,
      names: ["HttpChallenge", "HttpClientOptions"],
      types: true,
    },
    ...features.flatMap(({ passed }) => passed.map(within)),
    ...healthExports(context),
    ...outputModule(context, ["outputValidator"]),
    ...cacheModule(
      context,
      ["resultCache"],
      ["ResultCache", "ResultCacheOptions"],
    ),
    ...taskExports(context),
    ...(names.hosts ? hostModules(runtime).exports : []),
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
      from: `${runtime}/features/method-limits.js`,
      names: ["ClientLimits"],
      types: true,
    },
    {
      from: `${runtime}/validation/later.js`,
      names: ["UnknownValue"],
      types: true,
    },
    {
      from: `${runtime}/connection/requests.js`,
      names: ["Progress", "RequestOptions"],
      types: true,
    },
    {
      from: `${runtime}/transport/spawn.js`,
      names: ["SpawnOptions"],
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
  ]);
}

function inFeatures(runtime: string): (names: ModuleNames) => ModuleNames {
  return (names) => ({ ...names, from: `${runtime}/features/${names.from}` });
}

/** What is imported or passed on for outputs, where tools have schemas for them. */
function outputModule(
  context: EmitContext,
  values: readonly string[],
): ModuleNames[] {
  if (!toolFacts(context).structured) return [];
  const from = `${context.runtime}/features/output-validator.js`;
  return [
    { from, names: values },
    { from, names: ["OutputValidator"], types: true },
  ];
}

/** What is imported or passed on of caches, where results say how long they last. */
function cacheModule(
  context: EmitContext,
  values: readonly string[],
  types: readonly string[],
): ModuleNames[] {
  if (!modelsOf(context).some(isStateless)) return [];
  const from = `${context.runtime}/lifecycle/result-cache.js`;
  return [
    { from, names: values },
    { from, names: types, types: true },
  ];
}
