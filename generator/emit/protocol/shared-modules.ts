/** Modules that `server.ts` and `client.ts` both import or pass on. */
import { isPackaged, modelsOf, type EmitContext } from "../context.js";
import {
  fromRuntime,
  type ModuleNames,
  type Modules,
} from "../print/imports.js";
import {
  hasPing,
  lifecycleOf,
  protocolFacts,
  type Side,
} from "./protocol-facts.js";
import { folderOf, namespaceOf } from "../assemble/revision-names.js";
import { rulesOf } from "./rules.js";
import { quote } from "../print/syntax.js";
import { toolVersion } from "../../support/package.js";

/** Modules of the runtime that both sides import. */
export function runtimeImports(context: EmitContext, side: Side): Modules {
  const { model, runtime, combined } = context;
  const { values } = fromRuntime(runtime);
  const models = combined ?? [model];
  const facts = models.map(protocolFacts);
  const batches = new Set(facts.map((one) => one.batches));
  const core = coreOf({ combined }, side);
  const shorthands = side === "server" ? [] : ["withShorthands"];
  return [
    isPackaged(context) && values("endpoint/version", "requireRuntime"),
    values(`lifecycle/${side}`, ...models.map((one) => lifecycleOf(one, side))),
    values("validation/rules", ...rulesOf(models, side)),
    batches.has(true) && values("connection/batch", "runBatch"),
    batches.has(false) && values("connection/batch-refuse", "refuseBatch"),
    combined !== undefined && values(`eras/${side}`, core),
    values(side, ...(combined ? [] : [core]), ...shorthands),
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
  { combined, folder = "./" }: EmitContext,
  names: readonly string[],
): ModuleNames[] {
  if (!combined) return [{ from: `${folder}validators.js`, names }];
  return combined.map((model) => ({
    from: `./${folderOf(model)}/validators.js`,
    names: [namespaceOf(model)],
    whole: true,
  }));
}

/** What a side begins with: a runtime that is not its own may be another. */
export function versionCheck(context: EmitContext): string {
  return isPackaged(context)
    ? `requireRuntime(${quote(toolVersion())});\n  `
    : "";
}

/** Types of the runtime that the declarations of both sides name. */
export function runtimeTypes({
  runtime,
  combined,
}: EmitContext): ModuleNames[] {
  const { types } = fromRuntime(runtime);
  return [
    types(
      "custom",
      "CustomHandlers",
      "CustomMethods",
      "CustomNotification",
      "CustomParams",
      "CustomRequest",
      "CustomResult",
    ),
    types("lifecycle/lifecycle", "Handlers", "Peer"),
    combined ? types("eras/era", "Eras") : types("protocol", "Protocol"),
    types("connection/requests", "RequestOptions"),
    types("transport/transport", "Transport"),
  ];
}

/** The type of a health check, where the revision has pings. */
export function healthImport(context: EmitContext): ModuleNames[] {
  if (!modelsOf(context).some(hasPing)) return [];
  const { types } = fromRuntime(context.runtime);
  return [types("connection/health", "HealthCheck")];
}

/** What is passed on of health checks. */
export function healthExports(context: EmitContext): ModuleNames[] {
  if (!modelsOf(context).some(hasPing)) return [];
  const { values, types } = fromRuntime(context.runtime);
  return [
    values("connection/health", "pings"),
    types("connection/health", "HealthCheck", "HealthOptions"),
  ];
}
