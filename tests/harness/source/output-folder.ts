/**
 * Writes generated output into a folder, which may already contain earlier
 * output.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import * as assert from "uvu/assert";
import { applyPlan } from "../../../generator/write/apply.js";
import { MANIFEST_FILE } from "../../../generator/write/manifest.js";
import { planWrite, type Plan } from "../../../generator/write/plan.js";
import { refuseLosses, refuseOthers } from "../../../generator/write/refuse.js";
import { readTarget } from "../../../generator/write/target.js";
import { getFailures } from "../run/failures.js";
import { readTree } from "../program/folders.js";

export const HEAD = {
  tool: "mcp-codegen",
  version: "0.0.0",
  options: { source: "bundled" },
  sources: [],
} as const;

export const FIRST = {
  "types.ts": "one\n",
  "runtime/a.ts": "a\n",
  "old/b.ts": "b\n",
};
export const SECOND = {
  "types.ts": "two\n",
  "runtime/a.ts": "a\n",
  "new/c.ts": "c\n",
};

export const DEEP = { "a.ts": "a\n", "in/b.ts": "b\n", "in/side/c.ts": "c\n" };

export function plan(
  out: string,
  files: Record<string, string>,
  force = false,
): Plan {
  return planWrite(
    readTarget(out, force),
    Object.entries(files).map(([path, text]) => ({ path, text })),
    HEAD,
  );
}

export async function write(
  out: string,
  files: Record<string, string>,
  options: { force?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const planned = plan(out, files, options.force);
  if (!options.force) refuseOthers(planned.target);
  if (!options.force) refuseLosses(planned, HEAD.version);
  await applyPlan(planned, options.signal);
}

/**
 * Returns the codes of the diagnostics in the error that `work` throws, or an
 * empty array if `work` succeeds.
 */
export async function getRefusal(work: () => unknown): Promise<string[]> {
  return (await getFailures(work)).map(({ code }) => code);
}

export function withoutManifest(out: string): Record<string, string> {
  const { [MANIFEST_FILE]: manifest, ...rest } = readTree(out);
  assert.ok(manifest, `${out} has no manifest`);
  return rest;
}

/** Synchronous function of node:fs that changes files. */
export type Operation = "mkdirSync" | "writeFileSync" | "renameSync";

/**
 * Runs `work`. Meanwhile, each call of the given node:fs function first calls
 * `before` with the same paths.
 */
export async function interceptCalls<Result>(
  operation: Operation,
  before: (...paths: readonly string[]) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = fs[operation] as (...args: string[]) => void;
  const patch = (to: unknown): void => {
    Object.assign(fs, { [operation]: to });
    syncBuiltinESMExports();
  };
  patch((...args: string[]) => {
    before(...args);
    return own(...args);
  });
  try {
    return await work();
  } finally {
    patch(own);
  }
}
