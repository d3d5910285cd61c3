/**
 * Module that is loaded before a test file. Marks are calls, inserted into the
 * source code, that record which code runs. The module writes the id of each
 * executed mark to the file that the environment variable MCP_MARKS names.
 */
import { openSync, writeSync } from "node:fs";

const file = process.env["MCP_MARKS"] ?? "";
// The file is opened at the start, because a test may later drop the
// permissions of its process.
const list = file ? openSync(file, "a") : -1;
const seen = new Set<number>();

function mark(id: number): void {
  if (seen.has(id)) return;
  seen.add(id);
  writeSync(list, `${id}\n`);
}

if (file) Object.assign(globalThis, { mark });
