import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { UserError } from "../../support/errors.js";
import { replaceFile, writeFailureCause } from "../../support/file-system.js";
import { pullError } from "./pull-errors.js";
import type { RevisionPin } from "../revisions.js";

/**
 * Returns the path of upstream's file for a revision in the cache folder. The
 * file name contains the hash of the content.
 */
export function pulledPath(
  revision: string,
  pin: RevisionPin,
  cache: string,
): string {
  return join(cache, "schema", `${revision}-${pin.sha256.slice(0, 12)}.ts`);
}

/** State of a cached file, found by comparing its hash with the pinned hash. */
export type PulledState = "absent" | "damaged" | "pulled";

/** Returns the state of upstream's file in the cache folder. */
export function pulledState(
  ...kept: Parameters<typeof readPulled>
): PulledState {
  try {
    readPulled(...kept);
    return "pulled";
  } catch (error) {
    const [problem] = (error as UserError).diagnostics;
    return problem?.code === "MCP020" ? "absent" : "damaged";
  }
}

/**
 * Returns upstream's cached file. Checks its SHA-256 hash at every read.
 *
 * @throws UserError if the file was not pulled, is damaged, or cannot be read.
 */
export function readPulled(
  revision: string,
  pin: RevisionPin,
  cache: string,
): Buffer {
  const file = pulledPath(revision, pin, cache);
  const fix = `Run: mcp-codegen schema pull ${revision}`;
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw pullError(
        "MCP020",
        `The original schema.ts of ${revision} has not been downloaded.`,
        { cause: `The file ${file} does not exist.`, fix },
      );
    throw pullError("MCP022", `Cannot read ${file}: ${code}.`);
  }
  const got = hash("sha256", bytes, "hex");
  if (got !== pin.sha256)
    throw pullError("MCP021", `The cached file ${file} is damaged.`, {
      cause: `The file has the sha256 ${got} (${bytes.length} bytes); the original schema.ts has ${pin.sha256} (${pin.bytes} bytes).`,
      fix,
    });
  return bytes;
}

/**
 * Puts a file into the cache folder in one step.
 *
 * @throws UserError if the file cannot be written. No partial file is left.
 */
export function keep(file: string, bytes: Uint8Array): void {
  try {
    replaceFile(file, bytes);
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === undefined) throw error;
    throw pullError("MCP023", `Cannot write ${file}: ${failure.code}.`, {
      cause: writeFailureCause(failure),
    });
  }
}
