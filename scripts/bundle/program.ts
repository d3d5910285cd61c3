import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build, transform, type Plugin } from "esbuild";
import { packageFiles, PACKAGE_ROOT } from "../../generator/support/package.js";
import { escapeNonAscii } from "./ascii.js";
import { bundleRareModules } from "./rare-modules.js";

const { resolve } = createRequire(import.meta.url);

const LAZY = "?lazy";

/**
 * esbuild plugin that loads two packages only when the program calls one of
 * their functions. yargs needs `string-width` only to print help, and loading
 * it builds Unicode tables. `json-schema-to-typescript` imports `prettier` but
 * does not call it.
 */
const LAZY_PACKAGES: Plugin = {
  name: "lazy-packages",
  setup(building) {
    building.onResolve({ filter: /^(string-width|prettier)$/ }, (args) =>
      args.pluginData === LAZY
        ? { path: args.path, external: true }
        : {
            path: createRequire(args.importer).resolve(args.path),
            suffix: LAZY,
          },
    );
    building.onLoad({ filter: /./ }, ({ path, suffix }) =>
      suffix === LAZY
        ? {
            contents: path.includes("string-width")
              ? `export default (...args) => require(${JSON.stringify(path)}).default(...args);`
              : 'export const format = (...args) => require("prettier").format(...args);',
            resolveDir: dirname(path),
            pluginData: LAZY,
          }
        : null,
    );
  },
};

/** esbuild options for CommonJS files, which start faster than ES modules. */
const COMMON_JS = {
  platform: "node",
  format: "cjs",
  target: "node20",
  // esbuild converts `import()` to `require()`, which is faster in Node.js.
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
 * Writes `cli.cjs`, `program.cjs`, and the folder `program`, which contains the
 * chunks that are loaded on demand.
 *
 * @returns the paths of the bundled source files.
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
      // The output consists of ES modules at first, because esbuild splits only
      // ES modules into chunks. Each file is converted to CommonJS afterwards.
      format: "esm",
      splitting: true,
      write: false,
      // These packages are not bundled, because they are rarely needed:
      // Prettier formats the output of user templates, and undici downloads
      // files.
      external: ["prettier/*", "undici"],
      alias: { "prettier/doc": resolve("prettier/doc.mjs") },
      plugins: [LAZY_PACKAGES, bundleRareModules(folder, modules)],
    }),
  ]);
  mkdirSync(join(folder, "program"));
  for (const { path, text } of program.outputFiles) {
    const { code } = await transform(text, { ...COMMON_JS, banner: BANNER });
    writeFileSync(path, escapeNonAscii(code));
  }
  return [cli, program]
    .flatMap(({ metafile }) => Object.keys(metafile.inputs))
    .filter((path) => !path.startsWith("rare-modules:"))
    .map((path) => join(PACKAGE_ROOT, path));
}
