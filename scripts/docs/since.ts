/** `schema/since.json`: since when there is what the revisions have. */
import { format } from "prettier";
import { sinceTable } from "../../generator/model/history/since.js";
import { bundledModels } from "./bundled.js";

/** The file. */
export function sinceText(): Promise<string> {
  const table = sinceTable(bundledModels());
  return format(JSON.stringify(table, null, 2), { parser: "json" });
}
