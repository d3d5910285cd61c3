import type { FEATURES, OutputName, TRANSPORTS } from "../emit/context.js";
import type { OutputOptions } from "../write/manifest.js";

/**
 * What `mcp-codegen.config.ts` and its like hold: the options of `generate`,
 * by the names of the flags. Paths are relative to the file. A flag on the
 * command line wins over the member of its name.
 */
export interface Config extends Pick<
  OutputOptions,
  "importExt" | "protocolVersion" | "runtime" | "templates"
> {
  /** Revision, or several: `2025-06-18`, `draft`, `latest`, `all`. */
  readonly rev?: string | readonly string[];
  /** A `schema.ts` of your own in place of a revision. */
  readonly schema?: string;
  /** Text of a revision: this package's, or upstream's as pulled. */
  readonly source?: "bundled" | "pulled";
  /**
   * Extensions: those of this package by name (`tasks`), others by the paths of
   * their schemas; `com.example/name=path` says what a file does not.
   */
  readonly extensions?: readonly string[];
  /** Output folder; `out/<revision>` beside the file by default. */
  readonly out?: string;
  /** Some outputs, with what they import; all by default. */
  readonly only?: readonly OutputName[];
  /** What `server.ts` and `client.ts` offer, with what it needs; all by default. */
  readonly features?: readonly (typeof FEATURES)[number][];
  /** How they can be reached, and reach others; every way by default. */
  readonly transports?: readonly (typeof TRANSPORTS)[number][];
}

/** A configuration as it is given; for the types. */
export function defineConfig(config: Config): Config {
  return config;
}
