import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";
import { packageFiles, packageText } from "../../generator/support/package.js";
import { inAscii } from "./ascii.js";

/** First lines of the parts of typescript.js between which the parser is. */
const FIRST = "// src/compiler/corePublic.ts\n";
const BEHIND = "// src/compiler/commandLineParser.ts\n";

/** What reads and watches files, which the parser has no use for. */
const SYSTEM = /^var sys = \(\(\) => \{\n[^]*?^\}\)\(\);$/m;

/** The names of things have text by a getter that is far from the parser. */
const GETTER = `Object.defineProperty(
  objectAllocator.getIdentifierConstructor().prototype,
  "text",
  { get() { return idText(this); } },
);
`;

/** What esbuild puts before them, and they use. */
const HELPERS = `var __defProp = Object.defineProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
`;

/**
 * Writes a module with what the parse stage uses of ts-morph's TypeScript.
 *
 * @returns the file that it was made of
 * @throws Error when that is laid out in another way.
 */
export async function bundleParser(outfile: string): Promise<string[]> {
  const ours = createRequire(import.meta.url);
  const file = createRequire(ours.resolve("ts-morph")).resolve(
    "@ts-morph/common/dist/typescript.js",
  );
  const text = readFileSync(file, "utf8");
  const notice = text.slice(0, text.indexOf("*/") + 2);
  const start = text.indexOf(FIRST);
  const end = text.indexOf(BEHIND);
  if (start < 0 || end < start)
    throw new Error(`${file} has no parser where it is looked for.`);
  const part = text
    .slice(start, end)
    // It would load Node's clocks, to time what nobody asks it to.
    .replace('require("perf_hooks")', "{}")
    .replace(SYSTEM, "var sys;");
  const names = usedNames();
  for (const name of names)
    if (
      !part.includes(`\nfunction ${name}(`) &&
      !part.includes(`\nvar ${name} =`)
    )
      throw new Error(
        `The parser of ${file} has no ${name}; wholeTypeScript() has.`,
      );
  await build({
    stdin: {
      contents: `${HELPERS}${withItsMessages(part)}\n${GETTER}export { ${names.join(", ")} };\n`,
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
  writeFileSync(outfile, inAscii(readFileSync(outfile, "utf8")));
  return [file];
}

/**
 * The text without the messages that nothing in it names: the checker's, which
 * are as long as all of the parser.
 */
function withItsMessages(part: string): string {
  const named = new Set(
    [...part.matchAll(/\bDiagnostics\.(\w+)/g)].map(([, name]) => name),
  );
  return part.replaceAll(
    /^ {2}(\w+): diag\(.*\),?\n/gm,
    (message, name: string) => (named.has(name) ? message : ""),
  );
}

/** Every `ts.name` in the built modules that import it. */
function usedNames(): string[] {
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
