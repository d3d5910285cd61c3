/** The servers of a host, as desktop hosts configure them. */
import { isObject } from "../connection/messages.js";
import { processOf } from "../transport/streams.js";
import { JsonSyntaxError, parsePlaced } from "./json-places.js";
import { nearestWord } from "./nearest.js";
import { expand, VariableError, type Variables } from "./variables.js";
import type { Place } from "./json-places.js";

/** A server that is started as a child process. */
export interface StdioServerConfig {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: { readonly [name: string]: string } | undefined;
  readonly cwd?: string | undefined;
}

/** A server that is reached over HTTP. */
export interface HttpServerConfig {
  readonly url: string;
  readonly headers?: { readonly [name: string]: string } | undefined;
}

export type ServerConfig = StdioServerConfig | HttpServerConfig;

export interface ServerConfigs {
  readonly [name: string]: ServerConfig;
}

/** One thing that is wrong with a configuration. */
export interface ConfigProblem extends Place {
  readonly file: string;
  /** Such as `mcpServers.weather.command`. */
  readonly key: string;
  readonly message: string;
}

/** Says all that is wrong, a line each: `file:line:column: key: message`. */
export class ConfigError extends Error {
  override readonly name: string = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(
      ({ file, line, column, key, message }) =>
        `${file}:${line}:${column}: ${key && `${key}: `}${message}`,
    );
    super(lines.join("\n"));
    this.problems = problems;
  }
}

export interface ConfigOptions {
  /** Name of the file, for messages. Default: `configuration`. */
  readonly file?: string | undefined;
  /** What variables are filled in with. Default: the environment. */
  readonly variables?: Variables | undefined;
}

/** Keys of a server by what they hold. `type` and what hosts add is allowed. */
const KEYS: { readonly [key: string]: "text" | "texts" | "record" | "other" } =
  {
    command: "text",
    args: "texts",
    env: "record",
    cwd: "text",
    url: "text",
    headers: "record",
    type: "text",
    disabled: "other",
    autoApprove: "other",
    timeout: "other",
    description: "other",
  };

type Path = readonly (string | number)[];

/**
 * Reads `{ "mcpServers": { name: { command, args, env, cwd } | { url, headers } } }`
 * with its variables filled in. Servers that are `disabled` are left out.
 *
 * @throws ConfigError with everything that is wrong.
 */
export function parseServers(
  text: string,
  { file = "configuration", variables }: ConfigOptions = {},
): ServerConfigs {
  let json;
  try {
    json = parsePlaced(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { place, message } = error;
    throw new ConfigError([
      { file, ...place, key: "", message: `not JSON: ${message}` },
    ]);
  }
  const problems: ConfigProblem[] = [];
  const { place } = json;
  const report = (path: Path, message: string): void => {
    problems.push({ file, ...place(path), key: path.join("."), message });
  };
  const reader = new ServerReader(
    variables ?? processOf("parseServers()").env,
    report,
  );
  const servers = reader.read(json.value);
  if (problems.length > 0) throw new ConfigError(problems);
  return servers;
}

class ServerReader {
  readonly #outside: Variables;
  readonly #report: (path: Path, message: string) => void;

  constructor(
    outside: Variables,
    report: (path: Path, message: string) => void,
  ) {
    this.#outside = outside;
    this.#report = report;
  }

  read(whole: unknown): ServerConfigs {
    const servers = isObject(whole) ? whole.mcpServers : undefined;
    if (!isObject(servers)) {
      const other = isObject(whole)
        ? Object.keys(whole).find((key) => nearestWord(key, ["mcpServers"]))
        : undefined;
      const seen = other === undefined ? "" : `; there is ${other}`;
      this.#report(
        ["mcpServers"],
        `expected an object of servers by name${seen}`,
      );
      return {};
    }
    const read = Object.entries(servers).flatMap(([name, server]) => {
      const config = this.#server(["mcpServers", name], server);
      return config === undefined ? [] : [[name, config] as const];
    });
    return Object.fromEntries(read);
  }

  #server(path: Path, server: unknown): ServerConfig | undefined {
    if (!isObject(server)) {
      this.#report(path, "expected an object");
      return undefined;
    }
    for (const key of Object.keys(server))
      if (!Object.hasOwn(KEYS, key))
        this.#report([...path, key], `unknown; ${instead(key)}`);
    if (server.disabled === true) return undefined;
    const { command, url } = server;
    if ((command === undefined) === (url === undefined)) {
      this.#report(path, "expected either command or url");
      return undefined;
    }
    const env = this.#record(path, "env", server.env, {});
    const own = env ?? {};
    const text = (key: string): string | undefined =>
      this.#text([...path, key], server[key], own);
    if (command === undefined) {
      const headers = this.#record(path, "headers", server.headers, own);
      const address = text("url") ?? "";
      if (!URL.canParse(address)) this.#report([...path, "url"], "no URL");
      return { url: address, headers };
    }
    const cwd = server.cwd === undefined ? undefined : text("cwd");
    const args = this.#texts([...path, "args"], server.args, own);
    return { command: text("command") ?? "", args, env, cwd };
  }

  #text(path: Path, value: unknown, own: Variables): string | undefined {
    if (typeof value !== "string" || value === "") {
      this.#report(path, "expected a text");
      return undefined;
    }
    return this.#expanded(path, value, own);
  }

  #texts(path: Path, value: unknown, own: Variables): string[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.#report(path, "expected a list of texts");
      return [];
    }
    return value.map((item: unknown, index) =>
      typeof item === "string"
        ? (this.#expanded([...path, index], item, own) ?? "")
        : (this.#text([...path, index], item, own) ?? ""),
    );
  }

  #record(
    path: Path,
    key: string,
    value: unknown,
    own: Variables,
  ): { [name: string]: string } | undefined {
    if (value === undefined) return undefined;
    if (!isObject(value)) {
      this.#report([...path, key], "expected an object of texts");
      return undefined;
    }
    const texts = Object.entries(value).filter(
      (entry): entry is [string, string] => {
        if (typeof entry[1] === "string") return true;
        this.#report([...path, key, entry[0]], "expected a text");
        return false;
      },
    );
    // Variables of `env` may refer to one another.
    const inside = key === "env" ? Object.fromEntries(texts) : own;
    return Object.fromEntries(
      texts.map(([name, text]) => [
        name,
        this.#expanded([...path, key, name], text, inside, [name]) ?? "",
      ]),
    );
  }

  #expanded(
    path: Path,
    text: string,
    own: Variables,
    open: readonly string[] = [],
  ): string | undefined {
    try {
      return expand(text, own, this.#outside, open);
    } catch (error) {
      if (!(error instanceof VariableError)) throw error;
      this.#report(path, error.message);
      return undefined;
    }
  }
}

function instead(key: string): string {
  const meant = nearestWord(key, Object.keys(KEYS));
  return meant === undefined
    ? `known are ${Object.keys(KEYS).join(", ")}`
    : `did you mean ${meant}?`;
}
