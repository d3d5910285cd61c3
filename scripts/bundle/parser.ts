import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";
import { packageFiles, packageText } from "../../generator/support/package.js";
import { escapeNonAscii } from "./ascii.js";

/**
 * Comments in `typescript.js` that mark the start and the end of the code that
 * the parser needs.
 */
const PARSER_START = "// src/compiler/corePublic.ts\n";
const PARSER_END = "// src/compiler/commandLineParser.ts\n";

/**
 * Pattern of the file system and watch functions, which the parser does not
 * need.
 */
const SYSTEM = /^var sys = \(\(\) => \{\n[^]*?^\}\)\(\);$/m;

/**
 * Source code that defines the `text` property of identifiers. It is added
 * because the parser's part of `typescript.js` does not contain it.
 */
const GETTER = `Object.defineProperty(
  objectAllocator.getIdentifierConstructor().prototype,
  "text",
  { get() { return idText(this); } },
);
`;

/**
 * Source code of the helper functions that esbuild puts at the start of
 * `typescript.js`.
 */
const HELPERS = `var __defProp = Object.defineProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
`;

/**
 * Writes a module with those parts of TypeScript that the parser stage uses.
 * The parts are taken from the copy of TypeScript in ts-morph.
 *
 * @returns the path of the source file.
 * @throws Error when `typescript.js` does not have the expected layout.
 */
export async function bundleParser(outfile: string): Promise<string[]> {
  const ours = createRequire(import.meta.url);
  const file = createRequire(ours.resolve("ts-morph")).resolve(
    "@ts-morph/common/dist/typescript.js",
  );
  const text = readFileSync(file, "utf8");
  const notice = text.slice(0, text.indexOf("*/") + 2);
  const start = text.indexOf(PARSER_START);
  const end = text.indexOf(PARSER_END);
  if (start < 0 || end < start)
    throw new Error(
      `${file} has no parser between the comments "${PARSER_START.trim()}" and "${PARSER_END.trim()}". Adapt PARSER_START and PARSER_END to this version of TypeScript.`,
    );
  const part = text
    .slice(start, end)
    // Node's `perf_hooks` is removed, because the module takes time to load and
    // is used only for profiling.
    .replace('require("perf_hooks")', "{}")
    .replace(SYSTEM, "var sys;");
  const names = findUsedNames();
  for (const name of names)
    if (
      !part.includes(`\nfunction ${name}(`) &&
      !part.includes(`\nvar ${name} =`)
    )
      throw new Error(
        `The parser of ${file} has no ${name}. Use wholeTypeScript() where ts.${name} is needed.`,
      );
  await build({
    stdin: {
      contents: `${HELPERS}${removeUnusedMessages(part)}\n${GETTER}export { ${names.join(", ")} };\n`,
    },
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    define: { performance: "undefined" },
    banner: { js: notice },
    logLevel: "warning",
    outfile,
  });
  writeFileSync(outfile, escapeNonAscii(readFileSync(outfile, "utf8")));
  return [file];
}

/**
 * Removes diagnostic messages to which the parser's code does not refer. The
 * messages of the type checker alone are as long as the whole parser.
 */
function removeUnusedMessages(part: string): string {
  const named = new Set(
    [...part.matchAll(/\bDiagnostics\.(\w+)/g)].map(([, name]) => name),
  );
  return part.replaceAll(
    /^ {2}(\w+): diag\(.*\),?\n/gm,
    (message, name: string) => (named.has(name) ? message : ""),
  );
}

/**
 * Returns the names of all members of the object `ts` that the compiled modules
 * use.
 */
function findUsedNames(): string[] {
  const names = packageFiles("dist/generator")
    .filter((path) => path.endsWith(".js"))
    .map(packageText)
    .filter((text) =>
      /\bts\b[^}]*\} from "[./a-z]*\/typescript\.js"/.test(text),
    )
    .flatMap((text) => [...text.matchAll(/\bts\.([a-zA-Z]+)\b/g)])
    .map(([, name]) => name ?? "");
  return [...new Set(names)].sort();
}
