import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Plugin } from "esbuild";

const SELDOM = "seldom";

/** Imports of modules when they are needed, in built modules. */
const IMPORT = /\bimport\("(\.[^"]+)"\)/g;

/** Folder of the command that most runs are; its imports stay as they are. */
const COMMON = join("cli", "commands", "generate", sep);

/**
 * Puts the modules that only some commands import when they need them into one
 * module, so that these commands load one file instead of sixty.
 *
 * @param folder that has the built modules
 * @param files all of them
 */
export function seldomApart(folder: string, files: readonly string[]): Plugin {
  const nameOf = (importer: string, specifier: string): string =>
    relative(folder, join(dirname(importer), specifier)).replaceAll(sep, "/");
  const textOf = (path: string): string | null =>
    path.includes(COMMON) ? null : readFileSync(path, "utf8");
  return {
    name: "seldom-apart",
    setup(building) {
      building.onResolve({ filter: /^seldom$/ }, ({ path }) => ({
        path,
        namespace: SELDOM,
      }));
      building.onLoad({ filter: /./, namespace: SELDOM }, () => {
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
            `import("${SELDOM}").then((all) => all["${nameOf(path, specifier)}"])`,
        );
        return { contents };
      });
    },
  };
}
