import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "../../../generator/parse/read/typescript.js";
import { ROOT } from "../program/cli.js";

/** Returns the text of the bundled schema of a revision. */
export function bundledSchema(revision: string): string {
  return readFileSync(join(ROOT, "schema", revision, "schema.ts"), "utf8");
}

/** Returns the text of a schema with its declarations in reverse order. */
export function reverseDeclarations(schema: string): string {
  const { statements } = ts.createSourceFile(
    "schema.ts",
    schema,
    ts.ScriptTarget.Latest,
  );
  return statements
    .map(({ pos, end }) => schema.slice(pos, end).trim())
    .reverse()
    .join("\n\n")
    .concat("\n");
}
