import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../generator/support/package.js";
import { benchmarkChart } from "./bench-chart.js";
import { withResults } from "./bench-results.js";
import { changePages } from "./changes.js";
import { configSchemaText } from "./config-schema.js";
import { diagnosticsPage } from "./diagnostics.js";
import { withExamples } from "./examples.js";
import { modelSchemaText } from "./model-schema.js";
import { withLayers } from "./layers.js";
import { laterText } from "./later.js";
import { sinceText } from "./since.js";

/** Committed file that is completely or partly generated. */
export interface Page {
  /** Path of the file, relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the page `schema/since.json`. It must be up to date before the other
 * pages are generated.
 */
export async function sincePage(): Promise<Page> {
  return { path: "schema/since.json", text: await sinceText() };
}

/** Returns all generated files with up-to-date content. */
export async function generatedPages(): Promise<Page[]> {
  const read = (path: string): string =>
    readFileSync(join(PACKAGE_ROOT, path), "utf8");
  const quoting = ["README.md", "docs/benchmarks.md"];
  const chart = benchmarkChart();
  return [
    await sincePage(),
    { path: "schema/later.json", text: await laterText() },
    { path: "schema/model.schema.json", text: await modelSchemaText() },
    { path: "schema/config.schema.json", text: await configSchemaText() },
    { path: "docs/diagnostics.md", text: await diagnosticsPage() },
    {
      path: "docs/model.md",
      text: await withExamples(withResults(read("docs/model.md"))),
    },
    {
      path: "docs/generated-sdk.md",
      text: await withLayers(read("docs/generated-sdk.md")),
    },
    ...quoting.map((path) => ({ path, text: withResults(read(path)) })),
    ...(chart === null ? [] : [{ path: "docs/benchmarks.svg", text: chart }]),
    ...(await changePages()),
  ];
}
