/**
 * Reads the runtime's declarations and what each of them uses, so that a run
 * writes only what its output reaches; a step of the build.
 *
 *     node dist/scripts/link-runtime.js
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { RUNTIME_GRAPH_FILE } from "../generator/emit/link/graph.js";
import { packageFiles, PACKAGE_ROOT } from "../generator/support/package.js";
import { analyzeRuntime } from "./link/analyze.js";

const FOLDER = "runtime";

const paths = packageFiles(FOLDER)
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.slice(FOLDER.length + 1));
const graph = analyzeRuntime(join(PACKAGE_ROOT, FOLDER), paths);
writeFileSync(
  join(PACKAGE_ROOT, RUNTIME_GRAPH_FILE),
  `${JSON.stringify(graph)}\n`,
);
