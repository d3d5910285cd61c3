/** One server of a configuration, in the words of the programs that write them. */
import { isObject } from "../../validation/guards.js";
import { isRead, problemOfKey } from "./keys.js";
import { ConfigValues, type ConfigFields, type ConfigPath } from "./values.js";
import type { Authorizer } from "../../http/client/authorizer.js";
import type { Variables } from "./variables.js";

interface CommonConfig {
  /** Milliseconds that requests wait for an answer, unless they say themselves. */
  readonly timeout?: number | undefined;
  /** Tools that are neither listed nor called. */
  readonly disabledTools?: readonly string[] | undefined;
  /** The only tools that are, where there is this. */
  readonly includeTools?: readonly string[] | undefined;
  /** What else stands there, as it stands there; a host makes nothing of it. */
  readonly other?: { readonly [key: string]: unknown } | undefined;
}

/** A server that is started as a child process. */
export interface StdioServerConfig extends CommonConfig {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: { readonly [name: string]: string } | undefined;
  readonly cwd?: string | undefined;
}

/** A server that is reached over HTTP. */
export interface HttpServerConfig extends CommonConfig {
  readonly url: string;
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** What gets in at this server alone; a file has none. Default: the host's. */
  readonly authorize?: Authorizer | undefined;
}

export type ServerConfig = StdioServerConfig | HttpServerConfig;

/** Names of the two transports, without case and signs. */
const TYPES: { readonly [type: string]: "command" | "url" } = {
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
  /** Whether what is wrong at `path` makes the server useless. */
  readonly report: (
    path: ConfigPath,
    message: string,
    useless: boolean,
  ) => void;
}

/**
 * Reads a server; undefined when it is switched off or, as was reported, not to
 * be used.
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
  return new ServerReader(path, flattened(server), setup).read();
}

/** Zed once had `command` hold path, arguments and variables. */
function flattened(server: ConfigFields): ConfigFields {
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
      const problem = problemOfKey(key, this.#strict);
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
    const own = values.record("env");
    if (type ? type === "command" : given("command")) {
      const file = this.#strict ? undefined : values.envFile();
      const env = file ? { ...file, ...own } : own;
      const cwd =
        this.#server.cwd === undefined ? undefined : values.text("cwd", own);
      const args = values.args(own);
      return { command: values.text("command", own), args, env, cwd };
    }
    const headers = values.record("headers", own ?? {});
    const address = values.text(url ?? "url", own);
    if (!URL.canParse(address)) this.#report([url ?? "url"], "no URL");
    return { url: address, headers };
  }

  /** What the type says is needed; undefined without one that is known. */
  #type(): "command" | "url" | undefined {
    const keys = ["type", "transportType", "transport"];
    const key = keys.find((one) => this.#server[one] !== undefined);
    if (key === undefined || this.#strict) return undefined;
    const name = String(this.#server[key]);
    const plain = name.toLowerCase().replace(/[^a-z]/g, "");
    if (Object.hasOwn(TYPES, plain)) return TYPES[plain];
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
    const other = Object.entries(this.#server).filter(([key]) => !isRead(key));
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
      this.#report(["timeout"], "expected a number above 0", false);
      return undefined;
    }
    // Cline, Roo and Zed have seconds, at most an hour; others milliseconds.
    const seconds = requestTimeout === timeout && timeout <= 3_600;
    return requestTimeout * (seconds ? 1_000 : 1);
  }

  #names(key: string): readonly string[] | undefined {
    const value = this.#server[key];
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((one) => typeof one === "string"))
      return value;
    this.#report([key], "expected names of tools");
    return undefined;
  }
}
