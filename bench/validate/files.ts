/** Paths that the validation benchmark uses. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const BENCH = join(ROOT, "bench");

/** Names of the generated files in the temporary folder of the benchmark. */
export const FILES = {
  ours: "validators.js",
  typia: "typia.mjs",
  /** File with the JSON Schema (draft 7) of the tested revision. */
  schema: "schema.json",
  /** JSON file that maps each method to the name of its request type. */
  declarations: "declarations.json",
};
