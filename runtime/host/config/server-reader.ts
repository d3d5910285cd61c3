/**
 * Reader for one server entry of a configuration file. Supports the formats of
 * several programs.
 */
import { isObject } from "../../validation/guards.js";
import { ConfigEntry } from "./entry.js";
import { checkKeys, isEmpty } from "./key-check.js";
import { isUsedKey, type ConfigMeaning } from "./keys.js";
import { readLimits } from "./server-limits.js";
import { ConfigValues, type ConfigPath } from "./values.js";
import type {
  HttpServerConfig,
  ServerConfig,
  StdioServerConfig,
} from "./server-config.js";
import type { Variables } from "./variables.js";

/**
 * Setting that a server entry must have, by the name of the entry's transport.
 * The names are in lower case and without punctuation.
 */
const TRANSPORT_TYPES: { readonly [type: string]: "command" | "url" } = {
  stdio: "command",
  local: "command",
  http: "url",
  streamable: "url",
  streamablehttp: "url",
  sse: "url",
  remote: "url",
};

/** Settings that only a server over stdio has. */
const STDIO_ONLY = ["command", "args", "cwd", "envFile", "envNames"] as const;

/** Settings that only a server over HTTP has. */
const HTTP_ONLY = [
  "url",
  "headers",
  "headerVariables",
  "token",
  "tokenVariable",
] as const;

export interface ReaderSetup {
  readonly strict: boolean;
  readonly variables: readonly Variables[];
  /**
   * Unit of the key `timeout`, in milliseconds: 1 or 1,000. Undefined if the
   * unit is not known.
   */
  readonly timeoutUnit?: number | undefined;
  /**
   * Callback that reports a problem at `path`. If `useless` is true, the server
   * cannot be used and is omitted.
   */
  readonly report: (
    path: ConfigPath,
    message: string,
    useless: boolean,
  ) => void;
}

/**
 * Reads a server entry. Returns `undefined` if the server is disabled, or if an
 * error was reported.
 */
export function readServer(
  path: ConfigPath,
  server: unknown,
  setup: ReaderSetup,
): ServerConfig | undefined {
  if (!isObject(server)) {
    setup.report(path, "expected an object", true);
    return undefined;
  }
  const entry = new ConfigEntry(server, setup.strict, (below, ...problem) =>
    setup.report([...path, ...below], ...problem),
  );
  return new ServerReader(entry, setup).read();
}

class ServerReader {
  readonly #entry: ConfigEntry;
  readonly #values: ConfigValues;
  readonly #timeoutUnit: number | undefined;

  constructor(entry: ConfigEntry, setup: ReaderSetup) {
    this.#entry = entry;
    this.#values = new ConfigValues(entry.fields, setup, entry.report);
    this.#timeoutUnit = setup.timeoutUnit;
  }

  read(): ServerConfig | undefined {
    const { fields, strict } = this.#entry;
    const off = this.#isOff();
    if (off && !strict) return undefined;
    checkKeys(this.#entry);
    if (off) return undefined;
    const config = this.#transport();
    const limits = strict ? {} : readLimits(this.#entry, this.#timeoutUnit);
    if (!config || this.#entry.useless) return undefined;
    const other = Object.entries(fields).filter(([key]) => !isUsedKey(key));
    return {
      ...config,
      ...limits,
      ...(other.length > 0 && !strict && { other: Object.fromEntries(other) }),
    };
  }

  #isOff(): boolean {
    const entry = this.#entry;
    const isSet = (meaning: "on" | "off", wanted: boolean): boolean =>
      entry.find(meaning).some((path) => {
        const value = entry.get(path);
        if (typeof value !== "boolean" && !entry.strict)
          entry.report(path, "expected true or false");
        return value === wanted;
      });
    return isSet("off", true) || isSet("on", false);
  }

  #transport(): ServerConfig | undefined {
    const entry = this.#entry;
    const command = entry.findOne("command");
    const url = entry.findOne("url");
    const type = this.#type();
    if (!type && (command !== undefined) === (url !== undefined)) {
      entry.report([], "expected either command or url");
      return undefined;
    }
    const overStdio = type ? type === "command" : command !== undefined;
    const unused: readonly ConfigMeaning[] = overStdio ? HTTP_ONLY : STDIO_ONLY;
    for (const path of entry.strict
      ? []
      : unused.flatMap((meaning) => entry.find(meaning)))
      if (!isEmpty(entry.get(path)))
        entry.report(path, "has no effect with this type", false);
    const env = this.#env();
    return overStdio
      ? this.#stdio(command ?? ["command"], env)
      : this.#http(url ?? ["url"]);
  }

  /**
   * Returns the setting, `command` or `url`, that the declared transport type
   * requires. Returns `undefined` if no known type is declared.
   */
  #type(): "command" | "url" | undefined {
    const entry = this.#entry;
    if (entry.strict) return undefined;
    const path = entry
      .find("type")
      .find((place) => !isObject(entry.get(place)));
    if (path === undefined) return undefined;
    const name = String(entry.get(path));
    const plain = name.toLowerCase().replace(/[^a-z]/g, "");
    if (Object.hasOwn(TRANSPORT_TYPES, plain)) return TRANSPORT_TYPES[plain];
    entry.report(path, `expected stdio, http or sse, not ${name}`);
    return undefined;
  }

  /**
   * Reads the environment variables that the entry defines. Some variables are
   * listed only by name in the entry. Their values come from the environment of
   * the host, so that the server inherits them.
   */
  #env(): Variables | undefined {
    const entry = this.#entry;
    const env = this.#values.env(entry.find("env"));
    const inherited: { [name: string]: string } = {};
    for (const path of entry.find("envNames")) {
      const names = entry.get(path);
      if (!Array.isArray(names)) {
        entry.report(path, "expected an array of variable names");
        continue;
      }
      for (const [index, item] of names.entries()) {
        const name: unknown = isObject(item) ? item.name : item;
        const place = [...path, index];
        const value = this.#values.variable(place, name, false);
        if (value !== undefined) inherited[String(name)] = value;
      }
    }
    const isEmpty = Object.keys(inherited).length === 0;
    return isEmpty ? env : { ...inherited, ...env };
  }

  #stdio(command: ConfigPath, env: Variables | undefined): ServerConfig {
    const values = this.#values;
    const [file] = this.#entry.find("envFile");
    const cwd = this.#entry.findOne("cwd");
    const args = this.#entry.find("args").map((path) => values.list(path));
    // In opencode's format, `command` is an array that contains the command and
    // its arguments.
    if (Array.isArray(this.#entry.fields.command))
      args.unshift(values.list(["command"], 1));
    return {
      command: values.text(command),
      args: args.flat(),
      env: file ? { ...values.envFile(file), ...env } : env,
      cwd: cwd && values.text(cwd),
    } as StdioServerConfig;
  }

  #http(url: ConfigPath): HttpServerConfig {
    const entry = this.#entry;
    const address = this.#values.text(url);
    if (!URL.canParse(address)) entry.report(url, "expected a URL");
    else if (!/^https?:/i.test(address)) {
      const { protocol } = new URL(address);
      const message = `expected an http or https URL; ${protocol}// is not supported`;
      entry.report(url, message);
    }
    const headers = this.#headers();
    return { url: address, headers } as HttpServerConfig;
  }

  /**
   * Reads the headers. In the formats of some programs, an entry can also
   * contain a bearer token, or the names of variables that contain header
   * values.
   */
  #headers(): Variables | undefined {
    const entry = this.#entry;
    const values = this.#values;
    const places = entry.find("headers");
    const extra: { [name: string]: string } = {};
    for (const path of entry.find("headerVariables"))
      for (const [name, variable] of Object.entries(Object(entry.get(path)))) {
        const value = values.variable([...path, name], variable);
        if (value !== undefined) extra[name] = value;
      }
    for (const path of entry.find("token"))
      extra.authorization = `Bearer ${values.text(path)}`;
    for (const path of entry.find("tokenVariable")) {
      const token = values.variable(path, entry.get(path));
      extra.authorization = `Bearer ${token}`;
    }
    const headers = places.length > 0 ? values.record(places) : undefined;
    const given = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
    const added = Object.entries(extra).filter(
      ([name]) => !given.includes(name.toLowerCase()),
    );
    return added.length > 0
      ? { ...Object.fromEntries(added), ...headers }
      : headers;
  }
}
