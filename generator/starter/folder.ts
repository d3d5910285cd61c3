import { readdirSync } from "node:fs";
import { applyPlan } from "../write/apply.js";
import type { NewFile, Plan } from "../write/plan.js";
import { readTarget, type Target } from "../write/target.js";
import { newError } from "./diagnostics.js";

/** What a repository has before there is code in it. */
const BEFORE_CODE = /^\.|^(readme|licen[cs]e)(\.\w+)?$/i;

/**
 * The folder of a new project: not there yet, or without code.
 *
 * @throws UserError when anything else is in it, or in its place.
 */
export function projectTarget(folder: string): Target {
  const target = readTarget(folder, true);
  const code = entriesOf(target).filter((name) => !BEFORE_CODE.test(name));
  const [first, ...others] = code;
  if (first === undefined) return target;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  throw newError("MCP600", `${folder} has ${first}${more} in it.`);
}

/** Writes a new project, whole or not at all; what is there stays as it is. */
export async function writeProject(
  target: Target,
  files: readonly NewFile[],
  signal: AbortSignal | undefined,
): Promise<{
  readonly files: readonly NewFile[];
  readonly kept: readonly string[];
}> {
  // Some disks do not tell README.md from readme.md.
  const there = new Set(entriesOf(target).map((name) => name.toLowerCase()));
  const isThere = ({ path }: NewFile): boolean => there.has(path.toLowerCase());
  const created = files.filter((file) => !isThere(file));
  const plan: Plan = {
    target,
    created,
    changed: [],
    unchanged: [],
    removed: [],
    strays: [],
    edited: [],
  };
  await applyPlan(plan, signal ? { signal } : {});
  return {
    files: created,
    kept: files.filter(isThere).map(({ path }) => path),
  };
}

function entriesOf({ exists, folder }: Target): readonly string[] {
  return exists ? readdirSync(folder) : [];
}
