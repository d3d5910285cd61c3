/**
 * Address of a server in a snapshot. Values that can be secrets are replaced by
 * variables, because the file is committed with the project.
 */
import { isObject } from "../../runtime/validation/guards.js";
import {
  isUrl,
  maskValues,
  joinCommand,
  splitCommand,
  toVariable,
  type ServerAddress,
} from "../new/manifest/address.js";
import type { Json } from "../new/manifest/listing.js";
import type { Diagnostic } from "../support/errors.js";
import { inFolder } from "../support/file-system.js";
import { snapshotError } from "./diagnostics.js";

type Texts = Readonly<Record<string, string>>;

/** Address without secrets. A text may contain variables such as `${TOKEN}`. */
export type StoredAddress =
  | {
      /** Command line, URL, or path of a manifest file. */
      readonly from: string;
      /** HTTP headers by name. */
      readonly headers?: Texts | undefined;
      /** Environment variables of the server process by name. */
      readonly env?: Texts | undefined;
      readonly inheritEnv?: true | undefined;
    }
  | {
      /** Path of a configuration file that contains the server. */
      readonly config: string;
      /** Name of the server in the configuration file. */
      readonly server: string;
    };

/** Options of a connection to a stored address. */
export interface Connection extends Pick<
  ServerAddress,
  "timeout" | "signal" | "authorize" | "folder"
> {
  /** Values of the variables in addresses, by name. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /**
   * Headers and environment variables for the server. Stored headers and
   * variables with the same name take precedence.
   */
  readonly added?:
    Pick<ServerAddress, "headers" | "env" | "inheritEnv"> | undefined;
}

/** Variable in a stored address. The group is the name of the variable. */
const VARIABLE = /\$\{(\w+)\}/g;

/** Source of a pattern that matches the name of a secret. */
const NAME = String.raw`((?!-)[\w-]*(?:key|token|secret|passw|credential|auth)[\w-]*)`;

/** Source of a pattern that matches a word of a command. */
const WORD = String.raw`(?:(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+|\S+)`;

/**
 * Patterns of values that can be secrets. The first group of each pattern is
 * the name of the value. It is empty for the user name and password of a URL.
 */
const SECRETS = [
  // `--api-key VALUE`, `--api-key=VALUE` or `API_KEY=VALUE`
  String.raw`(?<=(?:^|[\s=])-*${NAME}(?:=|(?<=\s-[\w-]+)\s+(?!-)))${WORD}`,
  // `--header Authorization:VALUE`
  String.raw`(?<=\s(?:-H|--header)[\s=]+${NAME}:)${WORD}`,
  // Query parameters, quoted HTTP headers and quoted variables in a command
  String.raw`(?<=[?&]${NAME}=)(?!\$\{)[^&#\s"']*`,
  String.raw`(?<=["']${NAME}(?::\s*|=))(?!\$\{)[^\s"'][^"']*`,
  // Members of a JSON object in a command
  String.raw`(?<="${NAME}"\s*:\s*")(?!\$\{)(?:\\.|[^"\\])+`,
  // All query parameters, if the address is a URL
  String.raw`(?<=^https?://.*[?&]([^=&#]+)=)[^&#]*`,
  // User name and password in a URL
  String.raw`(?<=https?://())[^/?#\s"']*(?=@)`,
  String.raw`(?<=[a-z][a-z\d+.-]*://())[^/?#\s"':]*:[^/?#\s"']*(?=@)`,
].map((pattern) => new RegExp(pattern, "gi"));

/**
 * Returns the address for a snapshot, and a warning that lists the variables in
 * the address.
 *
 * @param config Path of the configuration file that contains the server.
 *   Undefined if the address itself describes the server.
 */
export function storeAddress(
  { from, inheritEnv, ...values }: ServerAddress,
  config: string | undefined,
): { readonly stored: StoredAddress; readonly warnings: Diagnostic[] } {
  if (config !== undefined)
    return { stored: { config, server: from }, warnings: [] };
  const hideSecrets = (text: string, pattern: RegExp): string =>
    text.replace(
      pattern,
      (_value, name: string) => `\${${toVariable(name || "credentials")}}`,
    );
  const stored = {
    from: SECRETS.reduce(hideSecrets, from),
    ...maskValues(values),
    inheritEnv: inheritEnv || undefined,
  };
  const found = [...JSON.stringify(stored).matchAll(VARIABLE)];
  const names = [...new Set(found.map(([, name]) => name))].join(", ");
  const message = `The file contains variables instead of values: ${names}.`;
  const warning = snapshotError.warning("MCP664", message);
  return { stored, warnings: names === "" ? [] : [warning] };
}

/**
 * Returns the address of a server with its variables replaced by values.
 *
 * @param file File that contains the address, used in messages.
 * @throws UserError if a variable has no value, or if the configuration file
 *   that the address names cannot be used.
 */
export async function fillAddress(
  stored: StoredAddress,
  { variables, added = {}, ...limits }: Connection,
  file: string,
): Promise<ServerAddress> {
  if ("from" in stored) {
    const getValue = (_match: string, name: string): string => {
      const value = variables[name];
      if (value !== undefined) return value;
      const message = `${file} needs the value of the variable ${name}.`;
      throw snapshotError("MCP663", message);
    };
    const fill = (_key: string, value: unknown): unknown =>
      typeof value === "string" ? value.replace(VARIABLE, getValue) : value;
    // Each word of a command is filled separately, because a value may contain
    // spaces and quotes.
    const words = isUrl(stored.from) ? [] : splitCommand(stored.from);
    const filled = JSON.parse(
      JSON.stringify({ ...stored, words }),
      fill,
    ) as typeof stored & { readonly words: readonly string[] };
    const { headers, env, inheritEnv } = filled;
    const from = words.length > 1 ? joinCommand(filled.words) : filled.from;
    return {
      ...limits,
      from,
      headers: { ...added.headers, ...headers },
      // A server with a URL has no process to start. For such a server, values
      // of `--env` are used only to fill variables.
      env: isUrl(from) ? env : { ...added.env, ...env },
      inheritEnv: inheritEnv ?? added.inheritEnv,
    };
  }
  const { readConfigFile, selectServer } =
    await import("../new/manifest/config-file.js");
  const config = await readConfigFile(inFolder(limits.folder, stored.config));
  const { name, server } = selectServer(config, stored.server);
  return { ...limits, from: name, server };
}

/** Returns whether a value of a snapshot or configuration is an address. */
export function isStoredAddress(value: unknown): value is StoredAddress {
  const { from, config, server, ...values } = Object(value) as Json;
  const { headers = {}, env = {} } = values;
  const texts = from === undefined ? { config, server } : { from };
  return [texts, headers, env].every(
    (part) =>
      isObject(part) &&
      Object.values(part).every((text) => typeof text === "string"),
  );
}
