import type { SinceTable } from "../model/history/since.js";
import { packageText } from "../support/package.js";

let table: SinceTable | undefined;

/** `schema/since.json`: since when there is what the bundled revisions have. */
export function bundledSince(): SinceTable {
  table ??= JSON.parse(packageText("schema/since.json")) as SinceTable;
  return table;
}
