/**
 * Reads the source files of the runtime from a JSON file that the build
 * creates.
 */
import { packageText } from "../../support/package.js";
import type { ImportLine } from "./read-imports.js";

/**
 * JSON file with the runtime's sources, written by
 * `scripts/runtime-sources.ts`.
 */
export const RUNTIME_SOURCES_FILE = "dist/generator/runtime.json";

/** Source file of the runtime. */
export interface RuntimeSource {
  /** Path relative to `runtime/`, such as `http/server/sessions.ts`. */
  readonly path: string;
  /**
   * Import lines of the file. The `from` of each line is also a path relative
   * to `runtime/`.
   */
  readonly imports: readonly ImportLine[];
  /** Exported names, such as `Sessions` or `type SessionOptions`. */
  readonly exports: readonly string[];
  /** Text of the file without its import lines. */
  readonly text: string;
}

/** Name that the runtime exports, and the file that exports it. */
export interface RuntimeExport {
  readonly file: RuntimeSource;
  /** Whether the name is an interface or a type alias, which has no value. */
  readonly type: boolean;
}

let sources: ReadonlyMap<string, RuntimeSource> | undefined;
let names: ReadonlyMap<string, RuntimeExport> | undefined;

/**
 * Returns all source files of the runtime by path. The JSON file is read once.
 */
export function getRuntimeSources(): ReadonlyMap<string, RuntimeSource> {
  sources ??= new Map(
    (JSON.parse(packageText(RUNTIME_SOURCES_FILE)) as RuntimeSource[]).map(
      (file) => [file.path, file],
    ),
  );
  return sources;
}

/**
 * Returns the file that exports a name, and whether the name is a type.
 *
 * @throws Error if the runtime does not export the name.
 */
export function findRuntimeExport(name: string): RuntimeExport {
  names ??= new Map(
    [...getRuntimeSources().values()].flatMap((file) =>
      file.exports.map((exported) => {
        const type = exported.startsWith("type ");
        return [exported.replace("type ", ""), { file, type }] as const;
      }),
    ),
  );
  const found = names.get(name);
  if (!found) throw new Error(`The runtime does not export ${name}.`);
  return found;
}
