/**
 * Preload module of a test file: it writes the id of each mark that is run to
 * the file MCP_MARKS.
 */
import { openSync, writeSync } from "node:fs";

const file = process.env["MCP_MARKS"] ?? "";
// The file is opened first, because a test may drop the permissions of its
// process.
const list = file ? openSync(file, "a") : -1;
const seen = new Set<number>();

function mark(id: number): void {
  if (seen.has(id)) return;
  seen.add(id);
  writeSync(list, `${id}\n`);
}

if (file) Object.assign(globalThis, { mark });
