import { readdirSync } from "node:fs";
import type { OutputFile } from "../emit/context.js";
import { applyPlan } from "../write/apply.js";
import type { Plan } from "../write/plan.js";
import { readTarget, type Target } from "../write/target.js";
import { newError } from "./diagnostics.js";

/**
 * The folder of a new project: empty, or not there yet.
 *
 * @throws UserError when there is anything in it, or in its place.
 */
export function emptyTarget(folder: string): Target {
  const target = readTarget(folder, true);
  const [first, ...others] = target.exists ? readdirSync(target.folder) : [];
  if (first === undefined) return target;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  throw newError("MCP600", `${folder} has ${first}${more} in it.`);
}

/** Writes a new project, whole or not at all. */
export async function writeProject(
  target: Target,
  files: readonly OutputFile[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const plan: Plan = {
    target,
    created: files,
    changed: [],
    unchanged: [],
    removed: [],
    strays: [],
    edited: [],
  };
  await applyPlan(plan, signal ? { signal } : {});
}
