import type { FEATURES, OutputName, TRANSPORTS } from "../emit/context.js";
import type { StoredAddress } from "../snapshot/address.js";
import type { OutputOptions } from "../write/manifest.js";

/**
 * Content of a configuration file: the options of `generate`. Paths are
 * relative to the file. An option on the command line overrides the member of
 * the same name.
 */
export interface Config extends Pick<
  OutputOptions,
  "capabilities" | "importExt" | "protocolVersion" | "runtime" | "templates"
> {
  /** One or more revisions: `2025-06-18`, `draft`, `latest`, `all`. */
  readonly rev?: string | readonly string[];
  /**
   * Path of a `schema.ts` to read instead of a known revision.
   *
   * @minLength 1
   */
  readonly schema?: string;
  /**
   * Origin of the schema text of a revision: shipped with this package, or
   * fetched by `schema pull`.
   *
   * @default "bundled"
   */
  readonly source?: "bundled" | "pulled";
  /**
   * Protocol extensions: names of known extensions (`tasks`), or paths of
   * schemas. `com.example/name=path` sets the identifier of a schema that
   * declares no identifier.
   */
  readonly extensions?: readonly string[];
  /**
   * Output folder.
   *
   * @default `out/<revision>` beside the configuration file; `out` for several revisions
   * @minLength 1
   */
  readonly out?: string;
  /**
   * Paths or globs of files in the output folder, relative to the output folder.
   * These files are accepted although they are not part of the output.
   */
  readonly keep?: readonly string[];
  /**
   * Outputs to write, such as `types`. Outputs that these outputs import are
   * always added.
   *
   * @default all outputs
   */
  readonly only?: readonly OutputName[];
  /**
   * Features of `server.ts` and `client.ts`.
   *
   * @default all features
   */
  readonly features?: readonly (typeof FEATURES)[number][];
  /**
   * Transports of `server.ts` and `client.ts`.
   *
   * @default all transports
   */
  readonly transports?: readonly (typeof TRANSPORTS)[number][];
  /**
   * Servers for `mcp-codegen types` and `mcp-codegen check`, by name.
   */
  readonly servers?: Readonly<Record<string, ConfiguredServer>>;
}

/** Server whose types and snapshot are part of the project. */
export type ConfiguredServer = StoredAddress & {
  /** File with the types and the snapshot, relative to the configuration. */
  readonly out: string;
};

/**
 * Returns the configuration unchanged. The call lets TypeScript check the
 * configuration's type.
 */
export function defineConfig(config: Config): Config {
  return config;
}
