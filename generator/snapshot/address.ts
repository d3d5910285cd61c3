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
  type Texts,
} from "../new/manifest/address.js";
import type { Json } from "../new/manifest/listing.js";
import { findVariables, hideSecrets, VARIABLE } from "../new/secrets.js";
import { inFolder } from "../support/file-system.js";
import { newError } from "../new/diagnostics.js";
import { snapshotError } from "./diagnostics.js";

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
 * @param file File that will contain the snapshot.
 */
export function storeAddress(
  address: ServerAddress,
  config: string | undefined,
  file: string,
) {
  const described =
    config === undefined
      ? { ...hideSecrets(address), inheritEnv: address.inheritEnv || undefined }
      : { config, server: address.from };
  const stored = setFolder(described, "", file);
  const names = findVariables(stored).join(", ");
  const message = `The file contains variables instead of values: ${names}.`;
  const warning = newError.warning("MCP624", message);
  return { stored, warnings: names ? [warning] : [] };
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
  const names = findVariables(stored);
  const unset = names.filter((name) => !variables.has(name)).join(", ");
  if (unset) {
    const message = `${file} needs values of these variables: ${unset}.`;
    throw snapshotError("MCP663", message);
  }
  const fill = (text: string): string =>
    text.replace(VARIABLE, (_match, name: string) => variables.get(name) ?? "");
  // The server gets each given value only once: in place of a variable, or as a
  // header or environment variable.
  const used = new Set(names.map((name) => name.toUpperCase()));
  const fillAll = (texts: Texts = {}, given: Texts = {}): Texts =>
    Object.fromEntries([
      ...Object.entries(given).filter(([name]) => !used.has(toVariable(name))),
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
