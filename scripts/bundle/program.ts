import { createRequire } from "node:module";
import { join } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { PACKAGE_ROOT } from "../../generator/package.js";

const { resolve } = createRequire(import.meta.url);

/** The program is a file of its own, which `cli.cjs` loads when it needs it. */
const PROGRAM_APART: Plugin = {
  name: "program apart",
  setup({ onResolve }) {
    onResolve({ filter: /\/program\.js$/ }, () => ({
      path: "./program.cjs",
      external: true,
    }));
  },
};

const SHARED: BuildOptions = {
  absWorkingDir: PACKAGE_ROOT,
  bundle: true,
  platform: "node",
  // CommonJS starts faster than modules do.
  format: "cjs",
  target: "node20",
  define: { "import.meta.url": "importMetaUrl" },
  banner: {
    js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
  },
  logLevel: "warning",
  metafile: true,
};

/**
 * Writes `cli.cjs` and `program.cjs`.
 *
 * @returns the files that they were made of
 */
export async function bundleProgram(folder: string): Promise<string[]> {
  const results = await Promise.all([
    build({
      ...SHARED,
      entryPoints: [join(folder, "cli.js")],
      outfile: join(folder, "cli.cjs"),
      plugins: [PROGRAM_APART],
      supported: { "dynamic-import": false },
    }),
    build({
      ...SHARED,
      entryPoints: [join(folder, "program.js")],
      outfile: join(folder, "program.cjs"),
      // Only what templates of the user's make is formatted by all of Prettier.
      external: ["prettier"],
      alias: { "prettier/doc": resolve("prettier/doc.mjs") },
    }),
  ]);
  return results
    .flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
    .map((path) => join(PACKAGE_ROOT, path));
}
