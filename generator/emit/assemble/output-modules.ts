import { posix } from "node:path";

/**
 * Output modules of the runtime with the source folders, or files, of each. The
 * order is that of import lines: in a bundle, similar code is then adjacent.
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
  ["limits", "limits"],
  ["features", "features"],
  ["http-server", "http/server", "http/security", "http/platform", "http/body"],
  ["oauth", "oauth"],
  ["redis", "redis"],
  ["host", "host"],
  ["transport", "transport"],
  ["http", "http", "http/body/media-type.ts"],
  ["tasks", "tasks"],
  ["validation", "validation"],
];

const ranks = new Map(
  OUTPUT_MODULES.flatMap(([, ...paths], rank) =>
    paths.map((path) => [path, rank] as const),
  ),
);

/**
 * Returns the index of the output module that a source file is part of: the one with
 * the longest path above the file.
 *
 * @throws Error when no module has the file.
 */
export function outputModule(path: string): number {
  for (let above = path; above !== "."; above = posix.dirname(above)) {
    const rank = ranks.get(above);
    if (rank === undefined) continue;
    ranks.set(path, rank);
    return rank;
  }
  throw new Error(`runtime/${path} is in no output module.`);
}

/** Returns the name of an output module: its file is `runtime/<name>.ts`. */
export function moduleName(rank: number): string {
  return OUTPUT_MODULES[rank]?.[0] ?? "";
}
