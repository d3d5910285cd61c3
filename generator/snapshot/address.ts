/**
 * Address of a server in a snapshot. Values that can be secrets are replaced by
 * variables, because the file is committed with the project.
 */
import { isObject } from "../../runtime/validation/guards.js";
import { isUrl, type ServerAddress } from "../new/manifest/address.js";
import type { Diagnostic } from "../support/errors.js";
import { snapshotError } from "./diagnostics.js";

/** Address without secrets. A text may contain variables such as `${TOKEN}`. */
export type StoredAddress =
  | {
      /** Command line, URL, or path of a manifest file. */
      readonly from: string;
      /** HTTP headers by name. */
      readonly headers?: Readonly<Record<string, string>>;
      /** Environment variables of the server process by name. */
      readonly env?: Readonly<Record<string, string>>;
      readonly inheritEnv?: true;
    }
  | {
      /** Path of a configuration file that contains the server. */
      readonly config: string;
      /** Name of the server in the configuration file. */
      readonly server: string;
    };

/**
 * Pattern of names of options and query parameters whose values are secrets.
 */
const SECRET = /key|token|secret|passw|credential|auth/i;

/**
 * Returns the address for a snapshot, and a warning that lists the variables in
 * the address.
 *
 * @param config Path of the configuration file that contains the server.
 *   Undefined if the address itself describes the server.
 */
export function storeAddress(
  { from, headers = [], env = [], inheritEnv = false }: ServerAddress,
  config: string | undefined,
): { readonly address: StoredAddress; readonly warnings: Diagnostic[] } {
  if (config !== undefined)
    return { address: { config, server: from }, warnings: [] };
  const variables: string[] = [];
  const hide = (name: string): string => {
    const variable = name.replace(/\W+/g, "_").toUpperCase();
    variables.push(variable);
    return `\${${variable}}`;
  };
  const hideAll = (texts: readonly string[]) =>
    Object.fromEntries(
      texts.map((text) => {
        const [name = ""] = text.split(/[:=]/, 1);
        return [name, isUrl(from) ? hide(name) : hideVariable(name, variables)];
      }),
    );
  const shown = isUrl(from) ? hideInUrl(from, hide) : hideInCommand(from, hide);
  const address = {
    from: shown,
    ...(headers.length > 0 && { headers: hideAll(headers) }),
    ...(env.length > 0 && { env: hideAll(env) }),
    ...(inheritEnv && { inheritEnv: true as const }),
  };
  if (variables.length === 0) return { address, warnings: [] };
  const names = [...new Set(variables)].join(", ");
  const message = `The file contains variables instead of values: ${names}.`;
  return { address, warnings: [snapshotError.warning("MCP664", message)] };
}

/**
 * Returns `${NAME}` as replacement for the value of an environment variable,
 * and adds the name to `variables`.
 */
function hideVariable(name: string, variables: string[]): string {
  variables.push(name);
  return `\${${name}}`;
}

/**
 * Replaces the user name, the password and all query values in a URL by
 * variables.
 */
function hideInUrl(from: string, hide: (name: string) => string): string {
  return from
    .replace(
      /^(https?:\/\/)[^/?#@]*@/i,
      (_match, scheme: string) => `${scheme}${hide("CREDENTIALS")}@`,
    )
    .replace(
      /([?&])([^=&#]+)=([^&#]*)/g,
      (_match, start: string, name: string) => `${start}${name}=${hide(name)}`,
    );
}

/**
 * Pattern of a secret in a command: `--api-key VALUE`, `--api-key=VALUE` or
 * `API_KEY=VALUE`.
 */
const NAMED_SECRET = new RegExp(
  `(?<=^|[\\s=])([\\w-]*(?:${SECRET.source})[\\w-]*)(=|(?<=\\s-[\\w-]+)\\s+(?!-))("[^"]*"|'[^']*'|\\S+)`,
  "gi",
);

/**
 * Replaces secrets in a command by variables: values of options, environment
 * variables, query parameters and quoted HTTP headers.
 */
function hideInCommand(from: string, hide: (name: string) => string): string {
  const replaceSecret = (match: string, start: string, name: string): string =>
    SECRET.test(name) ? `${start}${hide(name)}` : match;
  return from
    .replace(
      NAMED_SECRET,
      (_match, name: string, separator: string) =>
        `${name}${separator}${hide(name.replace(/^-+/, ""))}`,
    )
    .replace(/([?&]([\w-]+)=)(?!\$\{)[^&#\s"']*/g, replaceSecret)
    .replace(/(["']([\w-]+)(?::\s*|=))(?!\$\{)[^"']+/g, replaceSecret);
}

/**
 * Returns the address of a server with its variables replaced by values.
 *
 * @param variables Values by name, such as the environment of the process.
 * @param file File that contains the address, used in messages.
 * @throws UserError if a variable has no value, or if the configuration file
 *   that the address names cannot be used.
 */
export async function fillAddress(
  stored: StoredAddress,
  variables: Readonly<Record<string, string | undefined>>,
  file: string,
): Promise<Omit<ServerAddress, "timeout" | "signal" | "authorize">> {
  if ("config" in stored) {
    const { readConfigFile, selectServer } =
      await import("../new/manifest/config-file.js");
    const config = await readConfigFile(stored.config);
    const { name, server } = selectServer(config, stored.server);
    return { from: name, server };
  }
  const fill = (text: string): string =>
    text.replace(/\$\{(\w+)\}/g, (_match, name: string) => {
      const value = variables[name];
      if (value !== undefined) return value;
      const message = `${file} needs the value of the variable ${name}.`;
      throw snapshotError("MCP663", message);
    });
  const pairs = (
    values: Readonly<Record<string, string>> | undefined,
    separator: string,
  ) =>
    values &&
    Object.entries(values).map(
      ([name, value]) => `${name}${separator}${fill(value)}`,
    );
  return {
    from: fill(stored.from),
    headers: pairs(stored.headers, ": "),
    env: pairs(stored.env, "="),
    inheritEnv: stored.inheritEnv ?? false,
  };
}

/** Returns whether a value of a snapshot or configuration is an address. */
export function isStoredAddress(value: unknown): value is StoredAddress {
  if (!isObject(value)) return false;
  const { from, config, server, headers = {}, env = {} } = value;
  return (
    (typeof from === "string" ||
      (typeof config === "string" && typeof server === "string")) &&
    [headers, env].every(
      (values) =>
        isObject(values) &&
        Object.values(values).every((text) => typeof text === "string"),
    )
  );
}
