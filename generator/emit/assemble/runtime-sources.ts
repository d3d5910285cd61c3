/** The source files of the runtime, as the build collects them. */
import { packageText } from "../../support/package.js";
import type { ImportLine } from "./read-imports.js";

/** File of the sources; `scripts/runtime-sources.ts` writes it. */
export const RUNTIME_SOURCES_FILE = "dist/generator/runtime.json";

/** One source file of the runtime. */
export interface RuntimeSource {
  /** Path below `runtime/`, such as `http/server/sessions.ts`. */
  readonly path: string;
  /** Import lines, whose `from` is such a path. */
  readonly imports: readonly ImportLine[];
  /** Exported names, such as `Sessions` and `type SessionOptions`. */
  readonly exports: readonly string[];
  /** Text without the import lines. */
  readonly text: string;
}

/** An exported name of the runtime. */
export interface RuntimeExport {
  readonly file: RuntimeSource;
  /** Whether the name is an interface or an alias, which has no value. */
  readonly type: boolean;
}

let sources: ReadonlyMap<string, RuntimeSource> | undefined;
let names: ReadonlyMap<string, RuntimeExport> | undefined;

/** All source files by path; the JSON file is read once. */
export function runtimeSources(): ReadonlyMap<string, RuntimeSource> {
  sources ??= new Map(
    (JSON.parse(packageText(RUNTIME_SOURCES_FILE)) as RuntimeSource[]).map(
      (file) => [file.path, file],
    ),
  );
  return sources;
}

/**
 * Finds the file that exports a name.
 *
 * @throws Error when no file of the runtime exports it.
 */
export function runtimeExport(name: string): RuntimeExport {
  names ??= new Map(
    [...runtimeSources().values()].flatMap((file) =>
      file.exports.map((exported) => {
        const type = exported.startsWith("type ");
        return [exported.replace("type ", ""), { file, type }] as const;
      }),
    ),
  );
  const found = names.get(name);
  if (!found) throw new Error(`The runtime exports no ${name}.`);
  return found;
}
