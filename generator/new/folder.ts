/** Manages the folder of a project: reads its files and plans the changes. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isObject } from "../../runtime/validation/guards.js";
import { MANIFEST_FILE } from "../write/manifest.js";
import { compareFiles, type NewFile, type Plan } from "../write/plan.js";
import { readTarget, type Target } from "../write/target.js";
import { newError } from "./diagnostics.js";

/** Subfolder of a project that contains only generated files. */
export const GENERATED = "src/generated";

/**
 * Pattern of names that do not count as code in the folder of a new project:
 * hidden files, a README, a licence and a folder with skills.
 */
const BEFORE_CODE = /^\.|^(readme|licen[cs]e)(\.\w+)?$|^skills$/i;

/**
 * Returns the folder for a new project. The folder must be missing or contain
 * no code.
 *
 * @throws UserError if the folder has other files, or if the path is not a
 *   folder.
 */
export function projectTarget(folder: string): Target {
  const target = readTarget(folder, true);
  const code = filesIn(target).filter((name) => !BEFORE_CODE.test(name));
  const [first, ...others] = code;
  if (first === undefined) return target;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  throw newError("MCP600", `${folder} contains ${first}${more}.`);
}

/**
 * Returns the names of the entries of a folder. Returns an empty list if the
 * folder does not exist.
 */
export function filesIn({ exists, folder }: Target): readonly string[] {
  return exists ? readdirSync(folder) : [];
}

/**
 * Reads the manifest of an existing project.
 *
 * @throws UserError if the folder does not contain a project.
 */
export function readProject({ folder, shown }: Target): {
  readonly revisions: readonly string[];
  readonly only: readonly string[];
  /**
   * Features with which the project was generated. An empty list means all
   * features.
   */
  readonly features: readonly string[];
  readonly transports: readonly string[];
  /** Extensions, by name or by the path of their schema. */
  readonly extensions: readonly string[];
  /** File names of the tool handlers, without extension, by tool name. */
  readonly stubs: ReadonlyMap<string, string>;
} {
  const generated = join(folder, GENERATED);
  const { manifest } = readTarget(generated, true);
  if (!manifest?.sources)
    throw newError(
      "MCP601",
      `${shown} does not contain ${GENERATED}/${MANIFEST_FILE}.`,
    );
  let stubs: unknown;
  try {
    stubs = JSON.parse(readFileSync(join(generated, "stubs.json"), "utf8"));
  } catch {
    // Ignore the exception, because a client project has no file `stubs.json`.
  }
  const known =
    isObject(stubs) && isObject(stubs["tools"]) ? stubs["tools"] : {};
  const entries = Object.entries(known).filter(
    // `stubs.json` may have been edited by hand. Only plain file names are
    // accepted, so that no path leads out of the project.
    (entry): entry is [string, string] => /^[\w-]+$/.test(String(entry[1])),
  );
  const revisions = manifest.sources.map(({ revision }) => revision ?? "");
  const {
    only = [],
    features = [],
    transports = [],
    extensions = [],
  } = manifest.options ?? {};
  const chosen = { only, features, transports, extensions };
  return { revisions, ...chosen, stubs: new Map(entries) };
}

/**
 * Returns the name of an existing project, and its dependency on the generator.
 */
export function readPackage(folder: string): {
  readonly name: string;
  readonly generator: string;
} {
  let own: unknown;
  try {
    own = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    // Without a readable package.json, the name of the folder is used.
  }
  const { name, devDependencies }: { readonly [key: string]: unknown } =
    isObject(own) ? own : {};
  const needed = isObject(devDependencies) ? devDependencies : {};
  return {
    name: typeof name === "string" ? name : basename(resolve(folder)),
    generator: String(needed["mcp-codegen"] ?? ""),
  };
}

/**
 * Returns the planned file changes of the whole project: those in
 * `src/generated/` (`plan`) and those of the project's other files (`own`).
 */
export function wholePlan(
  target: Target,
  plan: Plan,
  own: readonly NewFile[],
): Plan {
  const inside = (path: string): string => `${GENERATED}/${path}`;
  const moved = <File extends NewFile>(files: readonly File[]): File[] =>
    files.map((file) => ({ ...file, path: inside(file.path) }));
  const { created, changed } = compareFiles(target, own);
  return {
    target,
    created: [...moved(plan.created), ...created],
    changed: [...moved(plan.changed), ...changed],
    unchanged: plan.unchanged.map(inside),
    removed: plan.removed.map(inside),
    strays: plan.strays.map(inside),
    pruned: plan.pruned.map(inside),
    edited: [],
  };
}
