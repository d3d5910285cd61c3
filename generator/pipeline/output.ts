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
   * Differences between the folder and the output. Filled only in mode `check`.
   */
  readonly drift: readonly Drift[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Changes the output folder so that it contains exactly these files. In modes
 * that do not write, only reports the necessary changes.
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
  // Check for other files before the folder is read: it can be the root of a
  // whole disk.
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
