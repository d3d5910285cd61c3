import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build, transform, type Plugin } from "esbuild";
import { packageFiles, PACKAGE_ROOT } from "../../generator/support/package.js";
import { inAscii } from "./ascii.js";
import { seldomApart } from "./seldom.js";

const { resolve } = createRequire(import.meta.url);

const LAZY = "?lazy";

/**
 * yargs asks how wide texts are when it prints help alone. What answers that
 * makes tables of Unicode when it is loaded, which takes V8 longer than all of
 * the rest: it is loaded when it is asked.
 */
const LAZY_WIDTH: Plugin = {
  name: "lazy-width",
  setup(building) {
    building.onResolve({ filter: /^string-width$/ }, (args) => ({
      path: createRequire(args.importer).resolve(args.path),
      suffix: LAZY,
    }));
    building.onLoad({ filter: /./ }, ({ path, suffix }) =>
      suffix === LAZY
        ? {
            contents: `export default (...args) => require(${JSON.stringify(path)}).default(...args);`,
            resolveDir: dirname(path),
          }
        : null,
    );
  },
};

/** Options of CommonJS files, which start faster than modules do. */
const COMMON_JS = {
  platform: "node",
  format: "cjs",
  target: "node20",
  // Nothing is loaded by `import()`, which takes Node longer than `require()`.
  supported: { "dynamic-import": false },
  minifyWhitespace: true,
  define: { "import.meta.url": "importMetaUrl" },
} as const;

const BANNER =
  'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;';

const BUNDLE = {
  absWorkingDir: PACKAGE_ROOT,
  bundle: true,
  logLevel: "warning",
  metafile: true,
} as const;

/**
 * Writes `cli.cjs`, `program.cjs` and, in a folder `program`, the parts of it that
 * are loaded when they are needed.
 *
 * @returns the files that they were made of
 */
export async function bundleProgram(folder: string): Promise<string[]> {
  rmSync(join(folder, "program"), { recursive: true, force: true });
  const modules = packageFiles("dist/generator")
    .filter((path) => path.endsWith(".js"))
    .map((path) => join(PACKAGE_ROOT, path));
  const [cli, program] = await Promise.all([
    build({
      ...BUNDLE,
      ...COMMON_JS,
      banner: { js: BANNER },
      entryPoints: [join(folder, "cli/start/cli.js")],
      outfile: join(folder, "cli.cjs"),
    }),
    build({
      ...BUNDLE,
      platform: "node",
      target: "node20",
      entryPoints: { program: join(folder, "cli/start/program.js") },
      chunkNames: "program/[name]-[hash]",
      outdir: folder,
      outExtension: { ".js": ".cjs" },
      // Only modules can be split; each file becomes CommonJS afterwards.
      format: "esm",
      splitting: true,
      write: false,
      // Only what templates of the user's make is formatted by all of Prettier.
      // undici is for downloads alone.
      external: ["prettier", "undici"],
      alias: { "prettier/doc": resolve("prettier/doc.mjs") },
      plugins: [LAZY_WIDTH, seldomApart(folder, modules)],
    }),
  ]);
  mkdirSync(join(folder, "program"));
  for (const { path, text } of program.outputFiles) {
    const { code } = await transform(text, { ...COMMON_JS, banner: BANNER });
    writeFileSync(path, inAscii(code));
  }
  return [cli, program]
    .flatMap(({ metafile }) => Object.keys(metafile.inputs))
    .filter((path) => !path.startsWith("seldom:"))
    .map((path) => join(PACKAGE_ROOT, path));
}
