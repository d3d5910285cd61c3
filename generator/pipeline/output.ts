import { join } from "node:path";
import type { Diagnostic } from "../support/errors.js";
import { applyPlan } from "../write/apply.js";
import type { Drift } from "../write/check.js";
import { writeError } from "../write/diagnostics.js";
import type { ManifestHead } from "../write/manifest.js";
import { planWrite, type NewFile, type Plan } from "../write/plan.js";
import { findMove } from "../write/layout.js";
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
  options: GenerateOptions,
): Promise<GenerateOutcome> {
  const { mode = "write", force = false, signal } = options;
  const target = readTarget(out, force);
  // Check for foreign files before reading all subfolders, because the user may
  // have named the root of a whole disk as output folder.
  if (!force && mode !== "check") refuseOthers(target);
  const plan = planWrite(target, files, head, {
    keep: options.keep,
    prune: options.prune && mode !== "check",
  });
  const warnings = warnStrays(plan, options);
  if (mode === "check") {
    const { findDrift } = await import("../write/check.js");
    return { mode, plan, drift: findDrift(plan), warnings };
  }
  if (!force) await refuseMove(plan, head, options);
  if (!force) refuseLosses(plan, head.version);
  if (mode === "write") await applyPlan(plan, signal);
  return { mode, plan, drift: [], warnings };
}

/**
 * Stops a run that would move the modules of the output, unless the user agrees.
 *
 * @throws UserError that names the folders.
 */
async function refuseMove(
  plan: Plan,
  head: ManifestHead,
  { mode = "write", project, confirm }: GenerateOptions,
): Promise<void> {
  // A generated project needs no check, because its files import only modules
  // that no run moves.
  const move = project ? null : findMove(plan, head);
  const [diagnostic] = move?.diagnostics ?? [];
  if (!move || !diagnostic) return;
  const question = `${diagnostic.message} ${diagnostic.cause}`;
  if (mode !== "write" || !(await confirm?.(question))) throw move;
}

/** Returns the warning about files that are not part of the output. */
function warnStrays(
  { target, strays }: Plan,
  { project }: Pick<GenerateOptions, "project">,
): Diagnostic[] {
  if (strays.length === 0) return [];
  const count = strays.length === 1 ? "a file" : `${strays.length} files`;
  const verb = strays.length === 1 ? "is" : "are";
  const paths = strays.map((path) => join(target.shown, path)).join(", ");
  // Do not suggest `keep` for a project: a project has no configuration file.
  const keep = project
    ? "move them to another folder"
    : `add them to the configuration: \`keep: ${JSON.stringify(strays)}\``;
  return [
    writeError.warning(
      "MCP312",
      `${target.shown} contains ${count} that ${verb} not part of the output: ${paths}.`,
      { fix: `Pass --prune to delete the files, or ${keep}.` },
    ),
  ];
}
