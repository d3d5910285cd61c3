/**
 * Collects the runtime's source files with their import lines, from which a run
 * writes those that its output needs; a step of the build.
 *
 *     node dist/scripts/runtime-sources.js
 */
import { writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { readImports } from "../generator/emit/assemble/read-imports.js";
import {
  RUNTIME_SOURCES_FILE,
  type RuntimeSource,
} from "../generator/emit/assemble/runtime-sources.js";
import {
  PACKAGE_ROOT,
  packageFiles,
  packageText,
} from "../generator/support/package.js";

const FOLDER = "runtime/";

const EXPORT =
  /^export (?:(?:async|abstract) )?(const|function\*?|class|interface|type) (\w+)/gm;

function sourceOf(file: string): RuntimeSource {
  const { lines, rest } = readImports(packageText(file));
  if (/^(?:import|export \{|export \*)/m.test(rest))
    throw new Error(`${file} has an import or export that cannot be merged.`);
  const path = file.slice(FOLDER.length);
  const imports = lines.map(({ from, ...line }) => ({
    ...line,
    from: posix.join(posix.dirname(path), from).replace(/\.js$/, ".ts"),
  }));
  const exported = [...rest.matchAll(EXPORT)].map(([, kind = "", name = ""]) =>
    kind === "interface" || kind === "type" ? `type ${name}` : name,
  );
  return { path, imports, exports: [...new Set(exported)], text: rest.trim() };
}

const files = packageFiles(FOLDER.slice(0, -1)).filter((file) =>
  file.endsWith(".ts"),
);
writeFileSync(
  join(PACKAGE_ROOT, RUNTIME_SOURCES_FILE),
  `${JSON.stringify(files.map(sourceOf))}\n`,
);
