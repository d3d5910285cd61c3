import { hash, randomBytes } from "node:crypto";
import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { UserError } from "../../support/errors.js";
import { makeFolder, writeFailureCause } from "../../support/file-system.js";
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
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw pullError(
        "MCP020",
        `Upstream's schema.ts of ${revision} was not pulled.`,
        { cause: `There is no file ${file}.`, fix },
      );
    throw pullError("MCP022", `${file} can not be read: ${code}.`);
  }
  const got = hash("sha256", bytes, "hex");
  if (got !== pin.sha256)
    throw pullError("MCP021", `${file} is damaged.`, {
      cause: `Its sha256 is ${got} (${bytes.length} bytes); upstream's is ${pin.sha256} (${pin.bytes} bytes).`,
      fix,
    });
  return bytes;
}

/**
 * Puts a file into the cache folder in one step: written beside its place,
 * then renamed. A reader sees the old file or the new one, whole.
 *
 * @throws UserError when the disk refuses; nothing of it is left then.
 */
export function keep(file: string, bytes: Uint8Array): void {
  const beside = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    makeFolder(dirname(file));
    // Flushed, so that a full disk shows before the old file is replaced.
    writeFileSync(beside, bytes, { flag: "wx", flush: true });
    renameSync(beside, file);
  } catch (error) {
    if (existsSync(beside)) rmSync(beside);
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === undefined) throw error;
    throw pullError("MCP023", `Can not write ${file}: ${failure.code}.`, {
      cause: writeFailureCause(failure),
    });
  }
}
