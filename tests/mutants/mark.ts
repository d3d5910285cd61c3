/** Loaded ahead of a test file: writes down which marks it comes by, each once. */
import { appendFileSync } from "node:fs";

const file = process.env["MCP_MARKS"] ?? "";
const seen = new Set<number>();

function mark(id: number): void {
  if (seen.has(id)) return;
  seen.add(id);
  appendFileSync(file, `${id}\n`);
}

if (file) Object.assign(globalThis, { mark });
