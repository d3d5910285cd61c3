/** Loaded ahead of a test file: writes down which marks it comes by, each once. */
import { openSync, writeSync } from "node:fs";

const file = process.env["MCP_MARKS"] ?? "";
// Open from the start: a test may give up what its process may do.
const list = file ? openSync(file, "a") : -1;
const seen = new Set<number>();

function mark(id: number): void {
  if (seen.has(id)) return;
  seen.add(id);
  writeSync(list, `${id}\n`);
}

if (file) Object.assign(globalThis, { mark });
