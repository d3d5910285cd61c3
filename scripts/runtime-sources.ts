/**
 * Collects the runtime's source files with their imports. Each run of the
 * program takes the files that its output needs from this collection. Also
 * checks that the runtime exports every name that the emitters use. Part of the
 * build.
 *
 *     node dist/scripts/runtime-sources.js
 */
import { writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { getRuntimeName } from "../generator/emit/assemble/origins.js";
import { readImports } from "../generator/emit/assemble/read-imports.js";
import {
  RUNTIME_SOURCES_FILE,
  type RuntimeSource,
} from "../generator/emit/assemble/runtime-sources.js";
import { METHOD_MAPS } from "../generator/emit/methods/method-maps.js";
import { SCHEMA_TYPES } from "../generator/emit/protocol/side-page.js";
import {
  PACKAGE_ROOT,
  packageFiles,
  packageText,
} from "../generator/support/package.js";

const EXPORT =
  /^export (?:(?:async|abstract) )?(const|function\*?|class|interface|type) (\w+)/gm;

function sourceOf(file: string): RuntimeSource {
  const { lines, rest } = readImports(packageText(file));
  if (/^(?:import|export \{|export \*)/m.test(rest))
    throw new Error(`${file} has an import or export that cannot be merged.`);
  const path = file.slice("runtime/".length);
  const imports = lines.map(({ from, ...line }) => ({
    ...line,
    from: posix.join(posix.dirname(path), from).replace(/\.js$/, ".ts"),
  }));
  const exported = [...rest.matchAll(EXPORT)].map(([, kind = "", name = ""]) =>
    kind === "interface" || kind === "type" ? `type ${name}` : name,
  );
  return { path, imports, exports: [...new Set(exported)], text: rest.trim() };
}

/**
 * Pattern of the two ways in which emitters name exports of the runtime:
 * `use("X")`, and a list in the template tag `names`. The list may also contain
 * names inside `${}`.
 */
const USED = /\buse\("(\w+)"\)|(?<!`)\bnames`([^`]*)`/g;
const IN_BRACES = /\$\{[^}]*?(?:"([^"]*)")?\}/g;

/**
 * Checks that every runtime name that emitters use is exported.
 *
 * @throws Error with each name that neither the runtime nor a generated module
 *   exports.
 */
function checkUsedNames(sources: readonly RuntimeSource[]): void {
  const exported = new Set([
    ...sources.flatMap(({ exports }) =>
      exports.map((name) => name.replace("type ", "")),
    ),
    ...METHOD_MAPS.map(({ name }) => name),
    ...SCHEMA_TYPES,
  ]);
  const unknown = typeScriptIn("generator/emit").flatMap((file) =>
    [...packageText(file).matchAll(USED)]
      .map(([, name = "", list = name]) => list.replace(IN_BRACES, " $1 "))
      .flatMap((list) => list.split(/\s+/).filter(Boolean))
      .filter((name) => !exported.has(getRuntimeName(name)))
      .map((name) => `${file}: the runtime exports no ${name}.`),
  );
  if (unknown.length > 0) throw new Error(unknown.join("\n"));
}

function typeScriptIn(folder: string): string[] {
  return packageFiles(folder).filter((file) => file.endsWith(".ts"));
}

const sources = typeScriptIn("runtime").map(sourceOf);
checkUsedNames(sources);
writeFileSync(
  join(PACKAGE_ROOT, RUNTIME_SOURCES_FILE),
  `${JSON.stringify(sources)}\n`,
);
