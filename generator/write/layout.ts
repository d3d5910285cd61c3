/**
 * Prevents a run from moving the modules of an existing output. The output for
 * one revision has its modules directly in the output folder. The output for
 * several revisions has a subfolder for each revision.
 */
import { basename, dirname, join } from "node:path";
import type { UserError } from "../support/errors.js";
import { writeError } from "./diagnostics.js";
import type { Manifest, ManifestHead } from "./manifest.js";
import type { Plan } from "./plan.js";
import { readTarget, type Target } from "./target.js";

/**
 * Returns the error for a run that changes the output folder from several
 * revisions to one, or from one to several. Returns null for any other run.
 */
export function findMove(
  { target, removed }: Pick<Plan, "target" | "removed">,
  { sources }: Pick<ManifestHead, "sources">,
): UserError | null {
  const { manifest, shown } = target;
  const before = manifest?.sources ?? [];
  const isSingle = sources.length === 1;
  if (before.length === 0 || (before.length === 1) === isSingle) return null;
  const revision = listRevisions(sources);
  const modules = removed.filter((path) => path.endsWith(".ts"));
  const [first] = modules;
  if (first === undefined) return null;
  const moved =
    modules.find((path) => path.startsWith(`${revision}/`)) ?? first;
  const own = join(shown, revision);
  const isPresent = before.some((source) => source.revision === revision);
  const other = isPresent ? getSiblingPath(target, revision) : own;
  const advice = isSingle
    ? `${isPresent ? `Import ${revision} from ${own}, or pass` : "Pass"} --out with another folder, such as --out ${other}.`
    : "Pass --out with another folder.";
  return writeError(
    "MCP306",
    `${shown} contains the output for ${listRevisions(before)}; the output for ${revision} would move its modules.`,
    {
      cause: `${join(shown, moved)} would not exist any more, so imports of it would fail.`,
      fix: `${advice} To replace ${shown}, pass --force.`,
    },
  );
}

/**
 * Stops a run if its output folder is a subfolder of an existing output for
 * several revisions.
 *
 * @throws UserError that names both folders.
 */
export function refusePart(target: Target): void {
  const { folder, shown, manifest } = target;
  if (manifest !== null) return;
  const outer = readTarget(dirname(folder), true).manifest;
  const below = `${basename(folder)}/`;
  if (!Object.keys(outer?.files ?? {}).some((path) => path.startsWith(below)))
    return;
  const whole = join(shown, "..");
  const revisions = (outer?.sources ?? []).map(({ revision }) => revision);
  throw writeError(
    "MCP306",
    `${shown} is part of the output in ${whole}, which has several revisions.`,
    {
      cause: `The command would replace the files in ${shown}, which other files in ${whole} import.`,
      fix: `Pass --rev ${revisions.join(",")} --out ${whole} to generate the whole output, or pass --out with another folder, such as --out ${getSiblingPath(target, "alone")}.`,
    },
  );
}

/**
 * Returns the path of a sibling of the output folder. `suffix` is added to the
 * name.
 */
function getSiblingPath({ folder, shown }: Target, suffix: string): string {
  return join(shown, "..", `${basename(folder)}-${suffix}`);
}

function listRevisions(sources: Manifest["sources"]): string {
  return sources
    .map(
      ({ revision, protocolVersion }) =>
        revision ?? protocolVersion ?? "a schema",
    )
    .join(", ");
}
