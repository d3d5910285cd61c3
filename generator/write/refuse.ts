/**
 * Prevents a run from destroying a person's work. The option `--force` skips
 * these checks.
 */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { UserError } from "../support/errors.js";
import { writeError } from "./diagnostics.js";
import { refusePart } from "./layout.js";
import { MANIFEST_FILE } from "./manifest.js";
import type { Plan } from "./plan.js";
import type { Target } from "./target.js";

/**
 * Stops a run if its output folder is unsuitable, such as a home folder or a
 * folder with files that mcp-codegen did not generate.
 *
 * @throws UserError that names the folder.
 */
export function refuseOthers(target: Target): void {
  if (target.exists) refusePart(target);
  const owner = target.exists ? findObstacle(target) : null;
  if (owner !== null) throw writeError("MCP305", `${target.shown} ${owner}.`);
}

/**
 * Stops a run that would overwrite a person's edits, or the output of a newer
 * version of this program.
 *
 * @param version Version of this program.
 * @throws UserError that names the edited files, or the folder with newer
 *   output.
 */
export function refuseLosses({ target, edited }: Plan, version: string): void {
  const written = target.manifest?.version ?? version;
  if (written !== version && isLater(written, version))
    throw writeError(
      "MCP304",
      `${target.shown} was written by mcp-codegen ${written}, which is newer than this version, ${version}.`,
    );
  if (edited.length === 0) return;
  throw new UserError(
    edited.flatMap(({ path, kind }) => {
      const file = join(target.shown, path);
      const error =
        kind === "edited"
          ? writeError("MCP310", `${file} was edited by hand.`)
          : writeError(
              "MCP311",
              `${file} is not a file that mcp-codegen wrote.`,
            );
      return error.diagnostics;
    }),
  );
}

/**
 * Returns the reason why a folder must not receive output. Returns null if it
 * may receive output.
 */
function findObstacle({ folder, manifest }: Target): string | null {
  const real = realpathSync(folder);
  if (dirname(real) === real) return "is the root of the file system";
  if (isHome(real)) return "is a home folder";
  // If the folder has a manifest, the user has already chosen the folder for an
  // earlier run.
  if (manifest !== null) return null;
  for (const name of [".git", "package.json"])
    if (existsSync(join(folder, name))) return `contains ${name}`;
  const entries = readdirSync(folder);
  const others = entries.filter((name) => !/^(?:\.|README\.md$)/.test(name));
  const isOurs = (name: string): boolean =>
    existsSync(join(folder, name, MANIFEST_FILE));
  if (others.length === 0 || others.some(isOurs)) return null;
  const more = others.length > 1 ? ` and ${others.length - 1} more` : "";
  return `contains ${others[0]}${more}, but no ${MANIFEST_FILE}`;
}

function isHome(real: string): boolean {
  try {
    return realpathSync(homedir()) === real;
  } catch {
    // Reading the path of the home folder throws if the user has none, for
    // example in a container.
    return false;
  }
}

/**
 * Returns true if `version` is later than `other` by the rules of semantic
 * versioning.
 */
export function isLater(version: string, other: string): boolean {
  const [a = "", b = ""] = [version, other].map((version) => {
    const [counted = ""] = version.split("+");
    // Add a suffix to releases. Without the suffix, a string comparison would
    // sort a release before its prereleases, contrary to semantic versioning.
    return counted.includes("-") ? counted : `${counted}-zzz`;
  });
  return a.localeCompare(b, "en", { numeric: true }) > 0;
}
