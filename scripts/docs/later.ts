/** `schema/later.json`: what only later revisions than each know. */
import { format } from "prettier";
import { laterTable } from "../../generator/model/history/newer-values.js";
import { bundledModels } from "./bundled.js";

/** The file. */
export function laterText(): Promise<string> {
  const table = laterTable(bundledModels());
  return format(JSON.stringify(table, null, 2), { parser: "json" });
}
