import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SinceTable } from "../model/since.js";
import { PACKAGE_ROOT } from "../package.js";

let table: SinceTable | undefined;

/** `schema/since.json`: since when there is what the bundled revisions have. */
export function bundledSince(): SinceTable {
  table ??= JSON.parse(
    readFileSync(join(PACKAGE_ROOT, "schema", "since.json"), "utf8"),
  ) as SinceTable;
  return table;
}
