/** Where things are. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const BENCH = join(ROOT, "bench");

/** In the folder of what was prepared. */
export const FILES = {
  ours: "validators.js",
  typia: "typia.mjs",
  /** JSON Schema, draft 7. */
  schema: "schema.json",
  /** Declared types, by method. */
  declarations: "declarations.json",
};
