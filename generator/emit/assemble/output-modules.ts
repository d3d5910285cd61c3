import { posix } from "node:path";

/**
 * Modules into which the runtime is bundled in the output, each with its source
 * folders or files. Import lines have the same order as this list. The order
 * keeps similar code adjacent in bundles, so that the bundles compress better.
 */
export const OUTPUT_MODULES: readonly (readonly [
  name: string,
  ...paths: string[],
])[] = [
  ["json-schema", "json-schema"],
  ["http-client", "http/client"],
  ["multi-version", "multi-version"],
  ["protocol", "protocol"],
  ["json-rpc", "json-rpc"],
  // `limits` is the only module without imports. It also contains the constants
  // of other folders, because bundlers inline constants only from a module
  // without imports.
  [
    "limits",
    "limits",
    "http/client/constants.ts",
    "json-rpc/constants.ts",
    "protocol/constants.ts",
  ],
  ["features", "features"],
  ["http-server", "http/server", "http/security", "http/platform", "http/body"],
  ["oauth", "oauth"],
  ["redis", "redis"],
  ["host", "host"],
  ["transport", "transport"],
  ["http", "http", "http/body/media-type.ts"],
  ["tasks", "tasks"],
  ["skills", "skills"],
  ["apps", "apps"],
  ["validation", "validation"],
];

const ranks = new Map(
  OUTPUT_MODULES.flatMap(([, ...paths], index) =>
    paths.map((path) => [path, index] as const),
  ),
);

/**
 * Returns the index of the output module that contains a source file of the
 * runtime. If several paths of `OUTPUT_MODULES` match, the longest path
 * determines the module.
 *
 * @throws Error if no module contains the file.
 */
export function getModuleIndex(path: string): number {
  for (let above = path; above !== "."; above = posix.dirname(above)) {
    const index = ranks.get(above);
    if (index === undefined) continue;
    ranks.set(path, index);
    return index;
  }
  throw new Error(
    `The file runtime/${path} belongs to no output module. Add its folder to OUTPUT_MODULES.`,
  );
}

/**
 * Returns the name of the output module with the given index. The module is
 * written to `runtime/<name>.ts`.
 */
export function getModuleName(index: number): string {
  return OUTPUT_MODULES[index]?.[0] ?? "";
}
