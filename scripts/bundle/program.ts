import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { PACKAGE_ROOT } from "../../generator/support/package.js";
import { inAscii } from "./ascii.js";

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

const SHARED: BuildOptions = {
  absWorkingDir: PACKAGE_ROOT,
  bundle: true,
  platform: "node",
  // CommonJS starts faster than modules do.
  format: "cjs",
  target: "node20",
  // Nothing is loaded by `import()`, which a script of its own could not do.
  supported: { "dynamic-import": false },
  minifyWhitespace: true,
  define: { "import.meta.url": "importMetaUrl" },
  banner: {
    js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
  },
  logLevel: "warning",
  metafile: true,
};

/** Large packages that few commands use: each is a file that these commands load. */
const SELDOM = ["json-schema-to-typescript", "yaml"];

/** Leaves the packages that few commands use out of the program. */
const SELDOM_APART: Plugin = {
  name: "seldom-apart",
  setup(building) {
    building.onResolve({ filter: /^[\w-]+$/ }, ({ path }) =>
      SELDOM.includes(path) ? { path: `./${path}.cjs`, external: true } : null,
    );
  },
};

/**
 * Writes `cli.cjs`, `program.cjs` and a file for each package that few commands use.
 *
 * @returns the files that they were made of
 */
export async function bundleProgram(folder: string): Promise<string[]> {
  const results = await Promise.all([
    build({
      ...SHARED,
      entryPoints: [join(folder, "cli/start/cli.js")],
      outfile: join(folder, "cli.cjs"),
    }),
    build({
      ...SHARED,
      entryPoints: [join(folder, "cli/start/program.js")],
      outfile: join(folder, "program.cjs"),
      // Only what templates of the user's make is formatted by all of Prettier.
      // undici is for downloads alone.
      external: ["prettier", "undici"],
      alias: { "prettier/doc": resolve("prettier/doc.mjs") },
      plugins: [LAZY_WIDTH, SELDOM_APART],
    }),
    ...SELDOM.map((name) =>
      build({
        ...SHARED,
        minify: true,
        stdin: {
          contents: `export * from ${JSON.stringify(name)};`,
          resolveDir: PACKAGE_ROOT,
        },
        outfile: join(folder, `${name}.cjs`),
        external: ["prettier"],
      }),
    ),
  ]);
  for (const name of ["program", ...SELDOM]) {
    const file = join(folder, `${name}.cjs`);
    writeFileSync(file, inAscii(readFileSync(file, "utf8")));
  }
  return results
    .flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
    .map((path) => join(PACKAGE_ROOT, path));
}
