/**
 * Parser for the configuration files in which desktop programs list MCP
 * servers.
 */
import { isObject } from "../../validation/guards.js";
import { getProcess } from "../../transport/streams.js";
import { JsonSyntaxError, parseJsonWithPositions } from "./json-places.js";
import { nearestWord } from "./nearest.js";
import { readServer, type ServerConfig } from "./server-config.js";
import { getEditorVariables, type Variables } from "./variables.js";
import type { ConfigPath } from "./values.js";
import type { JsonPosition } from "./json-places.js";

export interface ServerConfigs {
  readonly [name: string]: ServerConfig;
}

/** Problem found in a configuration file. */
export interface ConfigProblem extends JsonPosition {
  readonly file: string;
  /** Path of the key with the problem, such as `mcpServers.weather.command`. */
  readonly key: string;
  readonly message: string;
  /**
   * Severity of the problem. After an error, the server or the whole file is
   * not used. A warning has no effect on the result.
   */
  readonly severity: "error" | "warning";
  /** Complete message in one line: `file:line:column: key: message`. */
  readonly text: string;
}

/**
 * Error thrown for an invalid configuration. The message has one line for each
 * problem: `file:line:column: key: message`.
 */
export class ConfigError extends Error {
  override readonly name: string = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ text }) => text).join("\n"));
    this.problems = problems;
  }
}

export interface ConfigOptions {
  /**
   * Name of the configuration file, used in messages.
   * @default "configuration"
   */
  readonly file?: string | undefined;
  /**
   * Values of the variables that the file uses, by name: `NAME` for `${NAME}`,
   * and `input:NAME` for an input of VS Code.
   * @default the environment of the process
   */
  readonly variables?: Variables | undefined;
  /**
   * Value of the variable `${workspaceFolder}`.
   * @default the working directory
   */
  readonly folder?: string | undefined;
  /**
   * Whether unknown keys, and formats that only other programs use, are
   * rejected. If set, any problem rejects the whole file.
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Callback invoked for each problem that affects only one server.
   * @default one line per problem to `console.error`
   */
  readonly onProblem?: ((problem: ConfigProblem) => void) | undefined;
}

/**
 * Keys under which a configuration file lists the servers. VS Code and Zed use
 * their own keys.
 */
const SERVER_KEYS: readonly ConfigPath[] = [
  ["mcpServers"],
  ["servers"],
  ["context_servers"],
  ["mcp", "servers"],
];

/**
 * Parses the servers in a configuration file. Supports the formats of Claude,
 * VS Code, Cursor, Windsurf, Cline, Roo, Gemini, Zed, the MCP Inspector and
 * others. Variables are replaced by their values. Disabled servers are omitted.
 * Invalid servers are omitted and reported to `onProblem`.
 *
 * @throws ConfigError with all problems, if the file contains no servers, or if
 *   `strict` is set and there is any problem.
 * @example const text = readFileSync("mcp.json", "utf8"); const servers =
 *   parseServers(text, { file: "mcp.json" });
 */
export function parseServers(
  text: string,
  options: ConfigOptions = {},
): ServerConfigs {
  const { file = "configuration", folder, strict = false } = options;
  const problemAt = (
    position: JsonPosition,
    key: string,
    message: string,
    severity: ConfigProblem["severity"] = "error",
  ): ConfigProblem => {
    const { line, column } = position;
    const where = `${file}:${line}:${column}: ${key && `${key}: `}`;
    const text = where + message;
    return { file, line, column, key, message, severity, text };
  };
  let json;
  try {
    json = parseJsonWithPositions(text, !strict);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { position, message } = error;
    throw new ConfigError([
      problemAt(position, "", `invalid JSON: ${message}`),
    ]);
  }
  const problems: ConfigProblem[] = [];
  const { value: root, getPosition: place, repeated } = json;
  const at = (strict ? SERVER_KEYS.slice(0, 1) : SERVER_KEYS).find((path) =>
    isObject(getAtPath(root, path)),
  );
  if (!at) {
    const key = "mcpServers";
    const similar = Object.keys(Object(root)).find((name) =>
      nearestWord(name, [key]),
    );
    const hint = similar === undefined ? "" : `; found ${similar} instead`;
    const message = `expected an object that maps names to servers${hint}`;
    throw new ConfigError([problemAt(place([key]), key, message)]);
  }
  for (const path of repeated)
    problems.push(
      problemAt(
        place(path),
        path.join("."),
        "occurs more than once; the last value is used",
        "warning",
      ),
    );
  const setup = {
    strict,
    variables: [
      options.variables ?? getProcess("parseServers()").env,
      getEditorVariables(folder),
    ],
    report: (path: ConfigPath, message: string, useless: boolean) =>
      problems.push(
        problemAt(
          place(path),
          path.join("."),
          useless && !strict ? `${message}; the server is not used` : message,
          useless ? "error" : "warning",
        ),
      ),
  };
  const servers = Object.entries(getAtPath(root, at) as object).flatMap(
    ([name, server]) => {
      const config = readServer([...at, name], server, setup);
      const wanted = strict || isSelected(root, name);
      return config && wanted ? [[name, config] as const] : [];
    },
  );
  if (strict && problems.length > 0) throw new ConfigError(problems);
  for (const problem of problems)
    if (options.onProblem) options.onProblem(problem);
    else console.error(problem.text);
  return Object.fromEntries(servers);
}

function getAtPath(root: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    root,
  );
}

/**
 * Returns whether a server is selected by Gemini's lists `mcp.allowed` and
 * `mcp.excluded`.
 */
function isSelected(root: unknown, name: string): boolean {
  const allowed = getAtPath(root, ["mcp", "allowed"]);
  const excluded = getAtPath(root, ["mcp", "excluded"]);
  return (
    (!Array.isArray(allowed) || allowed.includes(name)) &&
    (!Array.isArray(excluded) || !excluded.includes(name))
  );
}
