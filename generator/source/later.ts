import type { LaterTable } from "../model/history/newer-values.js";
import { packageText } from "../support/package.js";

let table: LaterTable | undefined;

/** `schema/later.json`: what only later revisions than each know. */
export function bundledLater(): LaterTable {
  table ??= JSON.parse(packageText("schema/later.json")) as LaterTable;
  return table;
}
