/**
 * Address of a server in a snapshot. Values that can be secrets are replaced by
 * variables, because the file is committed with the project.
 */
import { isObject } from "../../runtime/validation/guards.js";
import {
  isUrl,
  joinCommand,
  splitCommand,
  toVariable,
  type ServerAddress,
} from "../new/manifest/address.js";
import type { Json } from "../new/manifest/listing.js";
import type { Diagnostic } from "../support/errors.js";
import { inFolder } from "../support/file-system.js";
import { snapshotError } from "./diagnostics.js";
import { hideSecrets, VARIABLE } from "./secrets.js";

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

/**
 * Returns the address for a snapshot, and a warning that lists the variables in
 * the address.
 *
 * @param config Path of the configuration file that contains the server.
 *   Undefined if the address itself describes the server.
 */
export function storeAddress(
  address: ServerAddress,
  config: string | undefined,
): { readonly stored: StoredAddress; readonly warnings: Diagnostic[] } {
  if (config !== undefined)
    return { stored: { config, server: address.from }, warnings: [] };
  const { names, words: _words, ...hidden } = hideSecrets(address);
  const stored = { ...hidden, inheritEnv: address.inheritEnv || undefined };
  const message = `The file contains variables instead of values: ${names.join(", ")}.`;
  const warning = snapshotError.warning("MCP664", message);
  return { stored, warnings: names.length > 0 ? [warning] : [] };
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
  if ("config" in stored) {
    refuseUnused(Object.keys({ ...added.headers, ...added.env }), file);
    const { readConfigFile, selectServer } =
      await import("../new/manifest/config-file.js");
    const config = await readConfigFile(inFolder(limits.folder, stored.config));
    const { name, server } = selectServer(config, stored.server);
    return { ...limits, from: name, server };
  }
  const used = new Set<string>();
  const getValue = (_match: string, name: string): string => {
    const value = variables[name];
    used.add(name);
    if (value !== undefined) return value;
    const message = `${file} needs the value of the variable ${name}.`;
    throw snapshotError("MCP663", message);
  };
  const fill = (text: string): string => text.replace(VARIABLE, getValue);
  const fillAll = (texts: Texts = {}): Texts =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, fill(text)]),
    );
  // Each word of a command is filled separately, because a value may contain
  // spaces and quotes.
  const words = isUrl(stored.from) ? [] : splitCommand(stored.from);
  const from =
    words.length > 1 ? joinCommand(words.map(fill)) : fill(stored.from);
  const headers = { ...added.headers, ...fillAll(stored.headers) };
  const env = fillAll(stored.env);
  // A command gets no headers, and a URL gets no environment variables, as for
  // `explore --from`. Such values can still fill variables of the address.
  const rest = Object.keys((isUrl(from) ? added.env : added.headers) ?? {});
  const names = new Set([...used].map(toVariable));
  refuseUnused(
    rest.filter((name) => !names.has(toVariable(name))),
    file,
  );
  return {
    ...limits,
    from,
    headers,
    // A server with a URL has no process to start. For such a server, values
    // of `--env` are used only to fill variables.
    env: isUrl(from) ? env : { ...added.env, ...env },
    inheritEnv: stored.inheritEnv ?? added.inheritEnv,
  };
}

/** @throws UserError if there are names of headers or environment variables. */
function refuseUnused([name]: readonly string[], file: string): void {
  if (name === undefined) return;
  const message = `${file}: the server does not use ${name} of --header or --env.`;
  throw snapshotError("MCP666", message);
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
