/** The folder of a project: what is in it, and what is to be done in it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../runtime/validation/guards.js";
import { MANIFEST_FILE } from "../write/manifest.js";
import { compareFiles, type NewFile, type Plan } from "../write/plan.js";
import { readTarget, type Target } from "../write/target.js";
import { newError } from "./diagnostics.js";

/** Folder of a project that is all generated. */
export const GENERATED = "src/generated";

/** What a repository has before there is code in it. */
const BEFORE_CODE = /^\.|^(readme|licen[cs]e)(\.\w+)?$/i;

/**
 * The folder of a new project: not there yet, or without code.
 *
 * @throws UserError when anything else is in it, or in its place.
 */
export function projectTarget(folder: string): Target {
  const target = readTarget(folder, true);
  const code = filesIn(target).filter((name) => !BEFORE_CODE.test(name));
  const [first, ...others] = code;
  if (first === undefined) return target;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  throw newError("MCP600", `${folder} has ${first}${more} in it.`);
}

/** What is directly in a folder, which need not be there. */
export function filesIn({ exists, folder }: Target): readonly string[] {
  return exists ? readdirSync(folder) : [];
}

/**
 * What the last run left in the project.
 *
 * @throws UserError when it is none.
 */
export function readProject({ folder, shown }: Target): {
  readonly revisions: readonly string[];
  readonly only: readonly string[];
  /** What it offers; all when empty. */
  readonly features: readonly string[];
  readonly transports: readonly string[];
  /** Files of handlers, without extension, by tool. */
  readonly stubs: ReadonlyMap<string, string>;
} {
  const generated = join(folder, GENERATED);
  const { manifest } = readTarget(generated, true);
  if (!manifest?.sources)
    throw newError("MCP601", `${shown} has no ${GENERATED}/${MANIFEST_FILE}.`);
  let stubs: unknown;
  try {
    stubs = JSON.parse(readFileSync(join(generated, "stubs.json"), "utf8"));
  } catch {
    // A client has none.
  }
  const known =
    isObject(stubs) && isObject(stubs["tools"]) ? stubs["tools"] : {};
  const entries = Object.entries(known).filter(
    // The file may have been edited; no path leads out of the project.
    (entry): entry is [string, string] => /^[\w-]+$/.test(String(entry[1])),
  );
  const revisions = manifest.sources.map(({ revision }) => revision ?? "");
  const { only = [], features = [], transports = [] } = manifest.options ?? {};
  return { revisions, only, features, transports, stubs: new Map(entries) };
}

/** The plan of `src/generated/` as part of the project's. */
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
    edited: [],
  };
}
