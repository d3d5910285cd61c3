import type { NewFile } from "../write/plan.js";

/**
 * Formats a file of a project with Prettier, if it contains TypeScript, JSON or
 * Markdown. Loads only the plugins for these languages. Parses TypeScript with
 * Babel's parser, which loads faster than TypeScript's parser.
 */
export async function formatProjectFile<File extends NewFile>(
  file: File,
): Promise<File> {
  const { path, encoding } = file;
  // A file with an encoding is copied byte by byte.
  if (
    encoding !== undefined ||
    !/\.(ts|md)$|^(package|tsconfig)\.json$/.test(path)
  )
    return file;
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
