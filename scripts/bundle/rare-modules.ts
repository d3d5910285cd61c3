import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Plugin } from "esbuild";

const RARE = "rare-modules";

/** Pattern of dynamic imports of relative modules in compiled code. */
const IMPORT = /\bimport\("(\.[^"]+)"\)/g;

/**
 * Files whose dynamic imports remain unchanged, because most runs use these
 * files: the folder of the command `generate`, and `main.js`.
 */
const COMMON = [
  join("cli", "commands", "generate", sep),
  join("cli", "main.js"),
];

/**
 * Combines the modules that rarely used commands import dynamically into one
 * module. These commands then load one file instead of about sixty.
 *
 * @param folder Folder of the compiled modules.
 * @param files Paths of all compiled modules.
 */
export function bundleRareModules(
  folder: string,
  files: readonly string[],
): Plugin {
  const nameOf = (importer: string, specifier: string): string =>
    relative(folder, join(dirname(importer), specifier)).replaceAll(sep, "/");
  const textOf = (path: string): string | null =>
    COMMON.some((part) => path.includes(part))
      ? null
      : readFileSync(path, "utf8");
  return {
    name: "rare-modules",
    setup(building) {
      building.onResolve({ filter: /^rare-modules$/ }, ({ path }) => ({
        path,
        namespace: RARE,
      }));
      building.onLoad({ filter: /./, namespace: RARE }, () => {
        const names = files.flatMap((path) =>
          [...(textOf(path) ?? "").matchAll(IMPORT)].map(([, specifier = ""]) =>
            nameOf(path, specifier),
          ),
        );
        const lines = [...new Set(names)]
          .sort()
          .map((name) => `export * as "${name}" from "./${name}";`);
        return { contents: lines.join("\n"), resolveDir: folder };
      });
      building.onLoad({ filter: /\.js$/ }, ({ path }) => {
        const text = path.startsWith(folder) ? textOf(path) : null;
        if (text === null) return null;
        const contents = text.replaceAll(
          IMPORT,
          (_, specifier: string) =>
            `import("${RARE}").then((all) => all["${nameOf(path, specifier)}"])`,
        );
        return { contents };
      });
    },
  };
}
