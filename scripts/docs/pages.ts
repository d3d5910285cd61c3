import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../generator/support/package.js";
import { withResults } from "./bench-results.js";
import { changePages } from "./changes.js";
import { diagnosticsPage } from "./diagnostics.js";
import { withExamples } from "./examples.js";
import { modelSchemaText } from "./model-schema.js";
import { laterText } from "./later.js";
import { sinceText } from "./since.js";

/** A committed file that is made from the program, in whole or in part. */
export interface Page {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** What the program itself reads, and so the other pages are made with. */
export async function sincePage(): Promise<Page> {
  return { path: "schema/since.json", text: await sinceText() };
}

/** All of them, as the program makes them now. */
export async function generatedPages(): Promise<Page[]> {
  const model = "docs/model.md";
  const old = readFileSync(join(PACKAGE_ROOT, model), "utf8");
  const readme = readFileSync(join(PACKAGE_ROOT, "README.md"), "utf8");
  return [
    await sincePage(),
    { path: "schema/later.json", text: await laterText() },
    { path: "schema/model.schema.json", text: await modelSchemaText() },
    { path: "docs/diagnostics.md", text: await diagnosticsPage() },
    { path: model, text: await withExamples(old) },
    { path: "README.md", text: withResults(readme) },
    ...(await changePages()),
  ];
}
