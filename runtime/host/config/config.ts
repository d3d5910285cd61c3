/**
 * Parser for the configuration files in which desktop programs list MCP
 * servers.
 */
import { isObject } from "../../validation/guards.js";
import {
  findProjectFolders,
  findServers,
  type FoundServer,
} from "./containers.js";
import { JsonSyntaxError, parseJsonWithPositions } from "./json-places.js";
import { nearestWord } from "./nearest.js";
import { readServer } from "./server-reader.js";
import { findTimeoutUnit } from "./timeout-unit.js";
import {
  getEditorVariables,
  getVariableSources,
  type Variables,
} from "./variables.js";
import { getAtPath, type ConfigPath } from "./values.js";
import type { JsonPosition, JsonWithPositions } from "./json-places.js";
import type { ServerConfig } from "./server-config.js";

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
   * Severity of the problem. An error causes the server or the whole file to be
   * rejected. A warning does not change the result, unless `strict` is set.
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
   * and `input:NAME` for an input of VS Code. All other variables are read from
   * the environment of the process.
   */
  readonly variables?: Variables | undefined;
  /**
   * Folder of the project. It is the value of the variable
   * `${workspaceFolder}`. It also selects the project whose servers are read
   * from the user configuration of Claude Code.
   * @default the working directory
   */
  readonly folder?: string | undefined;
  /**
   * Whether any problem rejects the whole file. If set, keys and formats that
   * only other programs use also count as problems.
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Callback invoked for each problem, unless the whole file is rejected.
   * @default one line per problem to `console.error`
   */
  readonly onProblem?: ((problem: ConfigProblem) => void) | undefined;
}

/**
 * Parses the servers in a configuration file. Supports the JSON formats of
 * Claude, VS Code, Cursor, Windsurf, Cline, Roo, Gemini, Copilot, Zed,
 * opencode, the MCP Inspector and others. Variables are replaced by their
 * values. Disabled servers are omitted. Invalid servers are omitted and
 * reported to `onProblem`.
 *
 * @throws ConfigError if the text is not valid JSON or contains no list of
 *   servers, or if `strict` is set and any problem is found.
 * @example
 * const text = readFileSync("mcp.json", "utf8");
 * const servers = parseServers(text, { file: "mcp.json" });
 */
export function parseServers(
  text: string,
  options: ConfigOptions = {},
): ServerConfigs {
  return readServers(parseConfig(text, options), options);
}

/**
 * Parses the JSON of a configuration file.
 *
 * @throws ConfigError if the text is not valid JSON. For a file in TOML or
 *   YAML, the message says how to convert it.
 */
export function parseConfig(
  text: string,
  options: ConfigOptions,
): JsonWithPositions {
  const { file = "configuration", strict = false } = options;
  try {
    return parseJsonWithPositions(text, !strict);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const format = findOtherFormat(text, file);
    const message = format
      ? `${format} is not supported here; convert the file with \`mcp-codegen new client DIR --config FILE\`, which writes DIR/mcp.json`
      : `invalid JSON: ${error.message}`;
    throw new ConfigError([
      createProblem(options, error.position, "", message),
    ]);
  }
}

/**
 * Returns `TOML` or `YAML` if a file seems to have this format. Otherwise
 * returns `undefined`.
 */
export function findOtherFormat(
  text: string,
  file: string,
): string | undefined {
  const extension = /\.(toml|ya?ml)$/i.exec(file)?.[1]?.toLowerCase();
  if (extension !== undefined) return extension === "toml" ? "TOML" : "YAML";
  const [first = ""] = /^(?!\s*(?:#|$)).+/m.exec(text) ?? [];
  if (/^\s*(?:\[\[?[\w." -]+\]|[\w."-]+\s*=)/.test(first)) return "TOML";
  return /^\s*(?:---|- |[\w.-]+:(?:\s|$))/.test(first) ? "YAML" : undefined;
}

/**
 * Reads the servers of a parsed configuration file.
 *
 * @throws ConfigError if the file contains no list of servers, or if `strict`
 *   is set and any problem is found.
 */
export function readServers(
  { value: root, getPosition, repeated }: JsonWithPositions,
  options: ConfigOptions = {},
): ServerConfigs {
  const { folder, strict = false } = options;
  const problems: ConfigProblem[] = [];
  const report = (
    path: ConfigPath,
    message: string,
    severity: ConfigProblem["severity"] = "warning",
  ): void => {
    const position = getPosition(path);
    const key = path.join(".");
    problems.push(createProblem(options, position, key, message, severity));
  };
  const editorVariables = getEditorVariables(folder);
  const found = strict
    ? getStrictServers(root)
    : findServers(root, editorVariables.workspaceFolder);
  for (const path of strict ? [] : SERVER_COMMANDS)
    if (isCommand(getAtPath(root, path)))
      report(path, "has no effect in this host");
  if (!found) {
    report(["mcpServers"], explainMissing(root), "error");
    throw new ConfigError(problems);
  }
  const other = strict ? "" : explainProjects(root);
  if (other && !found.some(({ path }) => path[0] === "projects"))
    report(["projects"], other);
  const overwritten = "occurs more than once; the last value is used";
  for (const path of repeated) report(path, overwritten);
  const setup = {
    strict,
    variables: [...getVariableSources(options.variables), editorVariables],
    report: (path: ConfigPath, message: string, useless: boolean) =>
      useless
        ? report(
            path,
            strict ? message : `${message}; the server is not used`,
            "error",
          )
        : report(path, message),
  };
  const byName = new Map<string, FoundServer>();
  for (const server of found) {
    const { name, path } = server;
    if (name === undefined) {
      setup.report(path, "expected a server with a name", true);
      continue;
    }
    // In Claude Code, a server of a project intentionally replaces the user's
    // server with the same name. Therefore this repeated name is not reported.
    if (byName.has(name) && path[0] !== "projects") report(path, overwritten);
    byName.set(name, server);
  }
  const servers = [...byName].flatMap(([name, server]) => {
    const { path, value } = server;
    const timeoutUnit = findTimeoutUnit(root, server, options.file);
    const config = readServer(path, value, { ...setup, timeoutUnit });
    return config ? [[name, config] as const] : [];
  });
  if (strict && problems.length > 0) throw new ConfigError(problems);
  for (const problem of problems)
    if (options.onProblem) options.onProblem(problem);
    else console.error(problem.text);
  return Object.fromEntries(servers);
}

/**
 * Paths of settings of Gemini and Qwen that contain the command of a server.
 * The host ignores and reports these settings, because the server has no name.
 */
const SERVER_COMMANDS: readonly ConfigPath[] = [
  ["mcp", "serverCommand"],
  ["mcpServerCommand"],
];

/**
 * Returns whether the value at a path in `SERVER_COMMANDS` is a command. In
 * other formats, the same path may contain a server, which is an object.
 */
function isCommand(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function createProblem(
  { file = "configuration" }: ConfigOptions,
  { line, column }: JsonPosition,
  key: string,
  message: string,
  severity: ConfigProblem["severity"] = "error",
): ConfigProblem {
  const text = `${file}:${line}:${column}: ${key && `${key}: `}${message}`;
  return { file, line, column, key, message, severity, text };
}

function getStrictServers(root: unknown): FoundServer[] | undefined {
  const servers = getAtPath(root, ["mcpServers"]);
  return isObject(servers)
    ? Object.entries(servers).map(([name, value]) => ({
        name,
        path: ["mcpServers", name],
        value,
      }))
    : undefined;
}

/** Returns the error message for a file that contains no list of servers. */
function explainMissing(root: unknown): string {
  const similar = Object.keys(Object(root)).find((name) =>
    nearestWord(name, ["mcpServers"]),
  );
  const found = similar === undefined ? "" : `found ${similar} instead`;
  const hint = explainProjects(root) || found;
  return `expected an object that maps names to servers${hint && `; ${hint}`}`;
}

/**
 * Returns a hint about servers that the file lists for projects in other
 * folders. The hint is empty if there are no such servers.
 */
function explainProjects(root: unknown): string {
  const folders = findProjectFolders(root).join(", ");
  return (
    folders &&
    `to use the servers of ${folders}, set the working folder or the option folder to one`
  );
}
