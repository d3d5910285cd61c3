import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { ROOT } from "./cli.js";

/** All bundled revisions, oldest first. */
export const REVISIONS = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
  "draft",
] as const;

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
