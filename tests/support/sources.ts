import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { ROOT } from "./cli.js";

/** Text of a bundled schema. */
export function bundledSchema(revision: string): string {
  return readFileSync(join(ROOT, "schema", revision, "schema.ts"), "utf8");
}

/** The same schema with its declarations in the opposite order. */
export function reverseDeclarations(schema: string): string {
  const file = ts.createSourceFile(
    "schema.ts",
    schema,
    ts.ScriptTarget.Latest,
    true,
  );
  return file.statements
    .map((statement) => statement.getFullText(file).trim())
    .reverse()
    .join("\n\n")
    .concat("\n");
}
