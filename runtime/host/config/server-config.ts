/**
 * Reader for one server entry of a configuration file. Supports the formats of
 * several programs.
 */
import { isObject } from "../../validation/guards.js";
import { isUsedKey, findKeyProblem } from "./keys.js";
import { ConfigValues, type ConfigFields, type ConfigPath } from "./values.js";
import type { Authorizer } from "../../http/client/authorizer.js";
import type { Variables } from "./variables.js";

interface CommonConfig {
  /**
   * Default timeout of requests to this server, in milliseconds. The options of
   * a request take precedence.
   */
  readonly timeout?: number | undefined;
  /**
   * Names of tools to hide: hidden tools are not listed and cannot be called.
   */
  readonly disabledTools?: readonly string[] | undefined;
  /**
   * Names of the tools to expose. If set, all other tools are hidden: they are
   * not listed and cannot be called.
   * @default all tools of the server
   */
  readonly includeTools?: readonly string[] | undefined;
  /**
   * Members of the server entry that the host does not use, with unchanged
   * values.
   */
  readonly other?: { readonly [key: string]: unknown } | undefined;
}

/**
 * Configuration of a server that the host starts as a child process and
 * connects to over stdio.
 */
export interface StdioServerConfig extends CommonConfig {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: { readonly [name: string]: string } | undefined;
  readonly cwd?: string | undefined;
}

/** Configuration of a server that the host connects to over HTTP. */
export interface HttpServerConfig extends CommonConfig {
  readonly url: string;
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * Authorizer for this server only, such as the result of `oauth()`. It cannot
   * be set in a configuration file.
   * @default the `authorize` option of the host
   */
  readonly authorize?: Authorizer | undefined;
}

export type ServerConfig = StdioServerConfig | HttpServerConfig;

/**
 * Keys that a server entry requires, by the name of its transport. The names
 * are in lower case and without punctuation.
 */
const TRANSPORT_TYPES: { readonly [type: string]: "command" | "url" } = {
  stdio: "command",
  local: "command",
  http: "url",
  streamablehttp: "url",
  sse: "url",
  remote: "url",
};

export interface ReaderSetup {
  readonly strict: boolean;
  readonly variables: readonly Variables[];
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
  const off = server.disabled === true || server.enabled === false;
  if (off && !setup.strict) return undefined;
  return new ServerReader(path, flattenCommand(server), setup).read();
}

/**
 * Converts a server entry in Zed's former format. In this format, `command` is
 * an object with path, arguments and environment.
 */
function flattenCommand(server: ConfigFields): ConfigFields {
  const { command } = server;
  if (!isObject(command)) return server;
  const { path, ...rest } = command;
  return { ...server, command: path, ...rest };
}

class ServerReader {
  readonly #server: ConfigFields;
  readonly #strict: boolean;
  readonly #values: ConfigValues;
  readonly #report: (
    path: ConfigPath,
    message: string,
    useless?: boolean,
  ) => void;
  #useless = false;

  constructor(path: ConfigPath, server: ConfigFields, setup: ReaderSetup) {
    this.#server = server;
    this.#strict = setup.strict;
    this.#report = (below, message, useless = true) => {
      this.#useless ||= useless;
      setup.report([...path, ...below], message, useless);
    };
    this.#values = new ConfigValues(server, setup, this.#report);
  }

  read(): ServerConfig | undefined {
    for (const key of Object.keys(this.#server)) {
      const problem = findKeyProblem(key, this.#strict);
      if (problem !== undefined) this.#report([key], problem, this.#strict);
    }
    if (this.#server.disabled === true) return undefined;
    const config = this.#transport();
    const more = this.#strict ? {} : this.#extras();
    return config && !this.#useless ? { ...config, ...more } : undefined;
  }

  #transport(): ServerConfig | undefined {
    const given = (key: string): boolean =>
      this.#server[key] !== undefined &&
      (this.#strict || this.#server[key] !== "");
    const url = this.#strict
      ? ["url"].find(given)
      : ["httpUrl", "serverUrl", "url"].find(given);
    const type = this.#type();
    if (!type && given("command") === (url !== undefined)) {
      this.#report([], "expected either command or url");
      return undefined;
    }
    const values = this.#values;
    const declaredEnv = values.record("env");
    if (type ? type === "command" : given("command")) {
      const file = this.#strict ? undefined : values.envFile();
      const env = file ? { ...file, ...declaredEnv } : declaredEnv;
      const cwd =
        this.#server.cwd === undefined
          ? undefined
          : values.text("cwd", declaredEnv);
      const args = values.args(declaredEnv);
      return { command: values.text("command", declaredEnv), args, env, cwd };
    }
    const headers = values.record("headers", declaredEnv ?? {});
    const address = values.text(url ?? "url", declaredEnv);
    if (!URL.canParse(address)) this.#report([url ?? "url"], "expected a URL");
    return { url: address, headers };
  }

  /**
   * Returns the key, `command` or `url`, that the declared transport type
   * requires. Returns `undefined` if no known type is declared.
   */
  #type(): "command" | "url" | undefined {
    const keys = ["type", "transportType", "transport"];
    const key = keys.find((name) => this.#server[name] !== undefined);
    if (key === undefined || this.#strict) return undefined;
    const name = String(this.#server[key]);
    const plain = name.toLowerCase().replace(/[^a-z]/g, "");
    if (Object.hasOwn(TRANSPORT_TYPES, plain)) return TRANSPORT_TYPES[plain];
    this.#report([key], `expected stdio, http or sse, not ${name}`);
    return undefined;
  }

  #extras(): CommonConfig {
    const disabledTools = [
      ...(this.#names("disabledTools") ?? []),
      ...(this.#names("excludeTools") ?? []),
    ];
    const timeout = this.#timeout();
    const includeTools = this.#names("includeTools");
    const other = Object.entries(this.#server).filter(
      ([key]) => !isUsedKey(key),
    );
    return {
      ...(timeout && { timeout }),
      ...(disabledTools.length > 0 && { disabledTools }),
      ...(includeTools && { includeTools }),
      ...(other.length > 0 && { other: Object.fromEntries(other) }),
    };
  }

  #timeout(): number | undefined {
    const { timeout, requestTimeout = timeout } = this.#server;
    if (requestTimeout === undefined) return undefined;
    if (typeof requestTimeout !== "number" || !(requestTimeout > 0)) {
      this.#report(["timeout"], "expected a positive number", false);
      return undefined;
    }
    // The unit of `timeout` is seconds in Cline, Roo and Zed (at most one
    // hour), and milliseconds in other programs. Values up to 3600 are read as
    // seconds.
    const seconds = requestTimeout === timeout && timeout <= 3_600;
    return requestTimeout * (seconds ? 1_000 : 1);
  }

  #names(key: string): readonly string[] | undefined {
    const value = this.#server[key];
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((item) => typeof item === "string"))
      return value;
    this.#report([key], "expected an array of tool names");
    return undefined;
  }
}
