/** Modules that `server.ts` and `client.ts` both import or pass on. */
import { modelsOf, type EmitContext } from "./context.js";
import type { ModuleNames } from "./imports.js";
import { lacksParts } from "./protocol-constant.js";
import { hasPing, protocolFacts, type Side } from "./protocol-facts.js";
import { folderOf, namespaceOf } from "./revision-names.js";
import { rulesOf } from "./rules.js";

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
