import type { Diagnostic } from "../support/errors.js";
import { applyPlan } from "../write/apply.js";
import type { Drift } from "../write/check.js";
import type { ManifestHead } from "../write/manifest.js";
import { planWrite, type NewFile, type Plan } from "../write/plan.js";
import { refuseLosses, refuseOthers } from "../write/refuse.js";
import { readTarget } from "../write/target.js";
import type { GenerateOptions } from "./options.js";

/** Changes that a run made, or would make. */
export interface GenerateOutcome {
  readonly mode: "write" | "check" | "dry-run";
  readonly plan: Plan;
  /**
   * Differences between the output folder and the generated files. Filled only
   * in mode `check`.
   */
  readonly drift: readonly Drift[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Changes the output folder so that it contains exactly the files in `files`.
 * The modes `check` and `dry-run` only report the necessary changes.
 *
 * @throws UserError if a person's work would be lost, and for failures of the
 *   disk.
 */
export async function writeOutput(
  out: string,
  files: readonly NewFile[],
  head: ManifestHead,
  options: Pick<GenerateOptions, "mode" | "force" | "signal">,
): Promise<Omit<GenerateOutcome, "warnings">> {
  const { mode = "write", force = false, signal } = options;
  const target = readTarget(out, force);
  // The check for foreign files comes before the folder is read, because the
  // folder can be the root of a whole disk.
  if (!force && mode !== "check") refuseOthers(target);
  const plan = planWrite(target, files, head);
  if (mode === "check") {
    const { findDrift } = await import("../write/check.js");
    return { mode, plan, drift: findDrift(plan) };
  }
  if (!force) refuseLosses(plan, head.version);
  if (mode === "write") await applyPlan(plan, signal);
  return { mode, plan, drift: [] };
}
