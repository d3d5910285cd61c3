/** Steps of `new --update` for server and client projects. */
import type { GenerateOutcome } from "../pipeline/generate.js";
import { resolveRevisions } from "../source/revisions.js";
import { applyPlan } from "../write/apply.js";
import { findDrift } from "../write/check.js";
import { readTarget } from "../write/target.js";
import { readProject, wholePlan } from "./folder.js";
import { isFitting, planGrowth, type FileEdit } from "./growth.js";
import {
  loadSource,
  planProject,
  unique,
  type ProjectOptions,
  type ProjectSide,
} from "./project.js";

/** Options for updating a project. */
export interface UpdateOptions extends ProjectOptions {
  /**
   * Mode of the update: `check` writes nothing and only reports outdated files.
   */
  readonly mode: "write" | "check";
  /**
   * Whether to change existing files of the user. Edits that do not fit a file
   * are not applied. Without `apply`, an update that needs edits writes
   * nothing: it returns the edits, with the mode `dry-run`.
   */
  readonly apply?: boolean | undefined;
  /** Whether to overwrite files in `src/generated/` that a person edited. */
  readonly force?: boolean | undefined;
  /** Whether to delete files in `src/generated/` that are not generated. */
  readonly prune?: boolean | undefined;
}

/** Result of updating a project. */
export interface UpdateOutcome extends GenerateOutcome {
  /** Edits that new options require in existing files of the user. */
  readonly edits: readonly FileEdit[];
}

/**
 * Regenerates `src/generated/` of a project. In a server project, a new tool
 * gets a stub, and the file of a removed tool is kept and reported. If new
 * options require edits in files of the user, nothing is written without
 * `apply`.
 *
 * @throws UserError for all mistakes that the user can fix. Nothing is changed
 *   in this case.
 */
export async function updateProject(
  options: UpdateOptions,
  side: ProjectSide,
): Promise<UpdateOutcome> {
  const { folder, mode, from, features, signal } = options;
  const target = readTarget(folder, true);
  const had = readProject(target);
  const revisions = options.revisions
    ? resolveRevisions(options.revisions)
    : had.revisions;
  const isAsked = from !== undefined;
  const tools = options.tools ?? (isAsked ? undefined : side.ownSource(folder));
  const source = await loadSource({ ...options, tools }, revisions);
  const used = side.usedByUpdate(folder, had);
  const { plan, files, warnings, growth } = await planProject(
    target,
    side,
    { folder, source, isAsked, ...had, fresh: null },
    {
      revisions,
      only: had.only,
      features: features
        ? unique([...used.features, ...features])
        : addTo(had.features, used.added),
      transports: used.transports,
      extensions: used.extensions,
      signal,
      force: options.force,
      prune: options.prune,
      mode: mode === "check" ? "check" : "dry-run",
    },
  );
  const grown = growth && planGrowth(target, growth);
  const edits = grown?.edits ?? [];
  const whole = wholePlan(target, plan, [
    ...files,
    ...(grown?.added ?? []),
    ...(options.apply ? edits.filter(isFitting) : []),
  ]);
  // Without `apply`, write nothing if edits are needed. Otherwise, the next run
  // would find the new files and the stored options, and would not report the
  // missing edits.
  const isPreview = mode === "write" && edits.length > 0 && !options.apply;
  if (mode === "write" && !isPreview) await applyPlan(whole, signal);
  const drift = mode === "check" ? findDrift(whole) : [];
  return {
    mode: isPreview ? "dry-run" : mode,
    plan: whole,
    drift,
    warnings,
    edits,
  };
}

/**
 * Adds names to a list. An empty list is not changed, because it already means
 * all names.
 */
function addTo(list: readonly string[], names: readonly string[]): string[] {
  return list.length === 0 ? [] : unique([...list, ...names]);
}
