/** Paths that the validation benchmark uses. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const BENCH = join(ROOT, "bench");

/** Names of files in the folder of prepared files. */
export const FILES = {
  ours: "validators.js",
  typia: "typia.mjs",
  /** File with the JSON Schema (draft 7) of the revision. */
  schema: "schema.json",
  /** File with the names of the declared types, by method. */
  declarations: "declarations.json",
};
