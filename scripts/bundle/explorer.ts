import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { PACKAGE_ROOT } from "../../generator/support/package.js";

/**
 * No module of ours does anything when it is loaded, so that one of which nothing
 * is used is left out: the page takes single functions of the program.
 */
const PURE: Plugin = {
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
 * Writes `explorer.js` and `explorer.css`, which are put into the page.
 *
 * @returns the files that they were made of
 * @throws Error when the script could end its element.
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
    // Modules that are left out name what only Node has.
    external: ["node:*"],
    logLevel: "warning",
    logOverride: { "empty-import-meta": "silent" },
    metafile: true,
  });
  const script = readFileSync(join(folder, "explorer.js"), "utf8");
  if (/<\/script|<!--|"node:/i.test(script))
    throw new Error("The page's script has what no page can have in it.");
  return Object.keys(metafile.inputs).map((path) => join(PACKAGE_ROOT, path));
}
