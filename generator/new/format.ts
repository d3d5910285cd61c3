import type { OutputFile } from "../emit/context.js";

/**
 * Formats a file of a project with Prettier, if it contains TypeScript, JSON or
 * Markdown. Loads only the plugins for these languages. Parses TypeScript with
 * Babel's parser, which loads faster than TypeScript's parser.
 */
export async function formatProjectFile<File extends OutputFile>(
  file: File,
): Promise<File> {
  const { path } = file;
  if (!/\.(ts|md)$|^(package|tsconfig)\.json$/.test(path)) return file;
  // Import Prettier only when it is needed, because all rarely used commands
  // load this module.
  const [{ format }, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/babel"),
    import("prettier/plugins/estree"),
    import("prettier/plugins/markdown"),
  ]);
  const text = await format(file.text, {
    filepath: path,
    plugins,
    ...(path.endsWith(".ts") ? { parser: "babel-ts" } : {}),
  });
  return { ...file, text };
}
