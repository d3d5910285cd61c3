import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pullError } from "./pull-errors.js";
import type { RevisionPin } from "../revisions.js";

/** Where upstream's file for a revision is kept; the name holds its hash. */
export function pulledPath(
  revision: string,
  pin: RevisionPin,
  cache: string,
): string {
  return join(cache, "schema", `${revision}-${pin.sha256.slice(0, 12)}.ts`);
}

/** How a kept file stands against its pin. */
export type PulledState = "absent" | "damaged" | "pulled";

/** Whether upstream's file is kept, byte for byte as pinned. */
export function pulledState(
  revision: string,
  pin: RevisionPin,
  cache: string,
): PulledState {
  let bytes: Buffer;
  try {
    bytes = readFileSync(pulledPath(revision, pin, cache));
  } catch (error) {
    return isMissing(error) ? "absent" : "damaged";
  }
  return sha256(bytes) === pin.sha256 ? "pulled" : "damaged";
}

/**
 * Upstream's kept file, its sha256 checked on every reading.
 *
 * @throws UserError when it was not pulled, is damaged, or can not be read.
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
    if (isMissing(error))
      throw pullError(
        "MCP020",
        `Upstream's schema.ts of ${revision} was not pulled.`,
        { cause: `There is no file ${file}.`, fix },
      );
    const { code } = error as NodeJS.ErrnoException;
    throw pullError("MCP022", `${file} can not be read: ${code}.`);
  }
  const got = sha256(bytes);
  if (got !== pin.sha256)
    throw pullError("MCP021", `${file} is damaged.`, {
      cause: `Its sha256 is ${got} (${bytes.length} bytes); upstream's is ${pin.sha256} (${pin.bytes} bytes).`,
      fix,
    });
  return bytes;
}

/** sha256 (hex) of bytes as they are. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}
