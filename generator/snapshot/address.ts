/**
 * Address of a server in a snapshot. Values that can be secrets are replaced by
 * variables, because the file is committed with the project.
 */
import { dirname, relative } from "node:path";
import { isObject } from "../../runtime/validation/guards.js";
import {
  isUrl,
  toVariable,
  type Connection,
  type ServerAddress,
} from "../new/manifest/address.js";
import type { Json } from "../new/manifest/listing.js";
import { hideSecrets, VARIABLE } from "../new/secrets.js";
import { newError } from "../new/diagnostics.js";
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
  const { names, ...hidden } = hideSecrets(address);
  const stored = { ...hidden, inheritEnv: address.inheritEnv || undefined };
  const message = `The file contains variables instead of values: ${names.join(", ")}.`;
  const warning = snapshotError.warning("MCP664", message);
  return { stored, warnings: names.length > 0 ? [warning] : [] };
}

/** Address as a snapshot contains it. */
export type SnapshotAddress = StoredAddress & {
  /**
   * Folder of the relative paths in the address, and folder in which the
   * command starts. The folder is relative to the file with the snapshot.
   *
   * @default the working folder
   */
  readonly folder?: string | undefined;
};

/**
 * Adds the folder of the relative paths to an address.
 *
 * @param file File that will contain the snapshot.
 */
export function setFolder(
  address: StoredAddress,
  folder: string,
  file: string,
): SnapshotAddress {
  if ("from" in address && isUrl(address.from)) return address;
  const path = relative(dirname(file), folder).replaceAll("\\", "/");
  return { ...address, folder: path || "." };
}

/**
 * Returns the address of a server with the values of its variables. The values
 * come from the environment, `env` and `headers`. The variable for a header is
 * named after the header: `X_KEY` for `X-Key`.
 *
 * @param file File that contains the address.
 * @param isOnly Whether the server also gets the headers and environment
 *   variables that the address does not name. With several servers, their
 *   values can be secrets of another server.
 * @throws UserError if a variable has no value, or if the configuration file
 *   that the address names cannot be used.
 */
export async function fillAddress(
  { folder: path, ...stored }: SnapshotAddress,
  file: string,
  { headers = {}, env = {}, inheritEnv, ...limits }: Connection,
  isOnly: boolean,
): Promise<ServerAddress> {
  const folder = path === undefined ? undefined : inFolder(dirname(file), path);
  const common = { ...limits, folder };
  const added = isOnly ? { headers, env, inheritEnv } : {};
  if ("config" in stored) {
    const { readConfigFile, selectServer } =
      await import("../new/manifest/config-file.js");
    const config = await readConfigFile(inFolder(folder, stored.config));
    const { name, server } = selectServer(config, stored.server);
    return { ...common, ...added, from: name, server };
  }
  const variables = new Map(Object.entries({ ...process.env, ...env }));
  for (const [name, value] of Object.entries(headers))
    variables.set(toVariable(name), value);
  const used = JSON.stringify(stored).matchAll(VARIABLE);
  const unset = [...used].filter(([, name = ""]) => !variables.has(name));
  if (unset.length > 0) {
    const names = [...new Set(unset.map(([, name]) => name))].join(", ");
    const message = `${file} needs values of these variables: ${names}.`;
    throw snapshotError("MCP663", message);
  }
  const fill = (text: string): string =>
    text.replace(VARIABLE, (_match, name: string) => variables.get(name) ?? "");
  // The server gets each given value only once: in place of a variable, or as a
  // header or environment variable.
  const fillAll = (texts: Texts = {}, given: Texts = {}): Texts =>
    Object.fromEntries([
      ...Object.entries(given).filter(([name]) => !hasVariable(stored, name)),
      ...Object.entries(texts).map(([name, value]) => [name, fill(value)]),
    ]);
  return {
    ...common,
    from: stored.from,
    fill,
    headers: fillAll(stored.headers, added.headers),
    env: fillAll(stored.env, added.env),
    inheritEnv: stored.inheritEnv ?? added.inheritEnv,
  };
}

/**
 * Returns whether an address contains the variable for the value with the given
 * name. Upper and lower case are equal.
 */
function hasVariable(address: object, name: string): boolean {
  const text = JSON.stringify(address).toUpperCase();
  return text.includes(`\${${toVariable(name)}}`);
}

/**
 * Checks that each value of `--env` and `--header` replaces a variable in at
 * least one of several addresses.
 *
 * @throws UserError that names the unused values. If there is only one address,
 *   the connection to the server reports them instead.
 */
export function checkUse(
  addresses: readonly SnapshotAddress[],
  { headers, env }: Connection,
): void {
  const unused = Object.keys({ ...headers, ...env }).filter(
    (name) => !hasVariable(addresses, name),
  );
  if (addresses.length > 1 && unused.length > 0)
    throw newError("MCP627", `No server uses ${unused.join(", ")}.`);
}

/** Returns whether a value of a snapshot or configuration is an address. */
export function isStoredAddress(value: unknown): value is SnapshotAddress {
  const { from, config, server, ...others } = Object(value) as Json;
  const { headers = {}, env = {}, folder = "" } = others;
  const texts = from === undefined ? { config, server } : { from };
  return [{ ...texts, folder }, headers, env].every(
    (part) =>
      isObject(part) &&
      Object.values(part).every((text) => typeof text === "string"),
  );
}
