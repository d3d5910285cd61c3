import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { PACKAGE_ROOT } from "../../generator/support/package.js";

/**
 * Marks all modules as free of side effects, so that unused modules are removed
 * from the bundle. The explorer page uses only some functions of the program.
 */
export const PURE: Plugin = {
  name: "pure",
  setup(building) {
    building.onResolve({ filter: /^\.|^fastest-/ }, async (args) => {
      const { path, importer, resolveDir, kind, pluginData } = args;
      if (pluginData === "resolved") return null;
      const found = await building.resolve(path, {
        importer,
        resolveDir,
        kind,
        pluginData: "resolved",
      });
      return { ...found, sideEffects: false };
    });
  },
};

/**
 * Writes `explorer.js` and `explorer-style.css`, which are embedded in the
 * explorer page.
 *
 * @returns the paths of the bundled source files.
 * @throws Error when the script contains text that must not occur in an HTML
 *   `script` element, or imports a module of Node.js.
 */
export async function bundleExplorer(folder: string): Promise<string[]> {
  const source = join(PACKAGE_ROOT, "explorer");
  const { metafile } = await build({
    absWorkingDir: PACKAGE_ROOT,
    entryPoints: {
      explorer: join(source, "main.ts"),
      "explorer-style": join(source, "explorer.css"),
    },
    entryNames: "[name]",
    outdir: folder,
    bundle: true,
    minify: true,
    charset: "ascii",
    platform: "browser",
    format: "esm",
    target: "es2022",
    legalComments: "none",
    plugins: [PURE],
    // Unused modules import modules of Node.js. These imports are left
    // unresolved and disappear together with the unused modules.
    external: ["node:*"],
    logLevel: "warning",
    logOverride: { "empty-import-meta": "silent" },
    metafile: true,
  });
  const script = readFileSync(join(folder, "explorer.js"), "utf8");
  if (/<\/script|<!--|"node:/i.test(script))
    throw new Error(
      `${join(folder, "explorer.js")} contains </script, <!-- or a node: import, which an HTML page cannot contain.`,
    );
  return Object.keys(metafile.inputs).map((path) => join(PACKAGE_ROOT, path));
}
