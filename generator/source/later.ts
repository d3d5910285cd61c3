import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LaterTable } from "../model/later.js";
import { PACKAGE_ROOT } from "../package.js";

let table: LaterTable | undefined;

/** `schema/later.json`: what only later revisions than each know. */
export function bundledLater(): LaterTable {
  table ??= JSON.parse(
    readFileSync(join(PACKAGE_ROOT, "schema", "later.json"), "utf8"),
  ) as LaterTable;
  return table;
}
