/**
 * Reader for the configuration files in which desktop programs list servers.
 * The files can be JSON, TOML or YAML. The runtime reads only the JSON files.
 */
import {
  ConfigError,
  findOtherFormat,
  readServers,
  type ConfigProblem,
  type ServerConfigs,
} from "../../../runtime/host/config/config.js";
import {
  findServers,
  type FoundServer,
} from "../../../runtime/host/config/containers.js";
import {
  JsonSyntaxError,
  parseJsonWithPositions,
  type JsonWithPositions,
} from "../../../runtime/host/config/json-places.js";
import type { ServerConfig } from "../../../runtime/host/config/server-config.js";
import {
  findTimeoutUnit,
  toMilliseconds,
} from "../../../runtime/host/config/timeout-unit.js";
import { isObject } from "../../../runtime/validation/guards.js";
import { readUserText } from "../../source/user-text.js";
import {
  codeFrame,
  UserError,
  type Diagnostic,
  type Place,
} from "../../support/errors.js";
import { newError } from "../diagnostics.js";
import { maskValues } from "./mask-values.js";

/** Configuration file with its parsed contents. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string;
  readonly document: JsonWithPositions;
}

/**
 * Reads a configuration file.
 *
 * @throws UserError with the position of a syntax error.
 */
export async function readConfigFile(file: string): Promise<ConfigFile> {
  const text = readUserText(file, (_what, cause) =>
    newError("MCP630", `Cannot read ${file}.`, { cause }),
  );
  const refuse = (why: string, place: Omit<Place, "frame">): UserError =>
    newError("MCP630", `Cannot parse ${file}: ${why}`, {
      place: toPlace(text, place),
    });
  try {
    return { file, text, document: parseJsonWithPositions(text, true) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const format = findOtherFormat(text, file);
    if (format === undefined)
      throw refuse(error.message, { file, ...error.position });
    if (format === "TOML") {
      const { parseToml } = await import("./toml.js");
      return { file, text, document: await parseToml(text, file, refuse) };
    }
    const { parseText } = await import("./parse-text.js");
    const { value, findPlace } = parseText(text, file, "yaml", refuse);
    const document = { value, repeated: [], getPosition: findPlace };
    return { file, text, document };
  }
}

/**
 * Returns the contents of an `mcp.json` with the servers of a configuration
 * file. The entries are unchanged, so the variables in them are not replaced.
 * The only exception is `timeout`: it is renamed if it would have another unit
 * in `mcp.json`.
 *
 * @throws UserError if the file contains no servers.
 */
export function toMcpJson(config: ConfigFile): {
  readonly json: object;
  readonly warnings: readonly Diagnostic[];
} {
  const { file, document } = config;
  const problems: ConfigProblem[] = [];
  readAll(config, (problem) => problems.push(problem));
  const found = findServers(document.value, process.cwd()) ?? [];
  const named = found.filter(({ name }) => name !== undefined);
  const { inputs } = Object(document.value) as { readonly inputs?: unknown };
  const entries = Object.fromEntries(
    named.map((server) => [
      String(server.name),
      keepTimeout(server, document.value, file),
    ]),
  );
  const json = {
    ...(Array.isArray(inputs) && { inputs }),
    mcpServers: entries,
  };
  // Do not warn about unset variables: the user can set them before the program
  // starts.
  const unset = problems.filter(({ message }) => / is not set\b/.test(message));
  const keys = new Set(unset.map(({ key }) => key));
  const warnings = toWarnings(
    config,
    problems.filter(({ key }) => !keys.has(key)),
  );
  const values = findValues(entries);
  if (values.length > 0)
    warnings.push(
      newError.warning(
        "MCP632",
        `mcp.json contains the values of ${values.join(", ")} from ${file}.`,
      ),
    );
  return { json, warnings };
}

/**
 * Returns the entry of a server. If the unit of its `timeout` depends on the
 * program that wrote the file, `timeout` is replaced by `requestTimeout`, which
 * is always in milliseconds.
 */
function keepTimeout(
  server: FoundServer,
  root: unknown,
  file: string,
): unknown {
  const { value } = server;
  if (!isObject(value) || typeof value.timeout !== "number") return value;
  const { timeout, requestTimeout } = value;
  const unit = findTimeoutUnit(root, server, file);
  const read = toMilliseconds(timeout, unit);
  if (read === toMilliseconds(timeout, undefined)) return value;
  const others = Object.entries(value).filter(([key]) => key !== "timeout");
  return {
    ...Object.fromEntries(others),
    requestTimeout: requestTimeout ?? read,
  };
}

/**
 * Returns a server of a configuration file, with its variables replaced.
 *
 * @param name Name of the server. May be missing if the file has one server.
 * @throws UserError if the file does not contain the server, or if the server
 *   cannot be used.
 */
export function selectServer(
  config: ConfigFile,
  name: string | undefined,
): {
  readonly name: string;
  readonly server: ServerConfig;
  readonly warnings: readonly Diagnostic[];
} {
  const { file } = config;
  const problems: ConfigProblem[] = [];
  const servers = readAll(config, (problem) => problems.push(problem));
  const names = Object.keys(servers);
  const chosen = name ?? (names.length === 1 ? names[0] : undefined);
  const server =
    chosen !== undefined && Object.hasOwn(servers, chosen)
      ? servers[chosen]
      : undefined;
  if (server && chosen !== undefined)
    return {
      name: chosen,
      server,
      warnings: toWarnings(config, problems),
    };
  const errors = problems.filter(({ severity }) => severity === "error");
  throw new UserError([
    ...newError(
      "MCP630",
      name === undefined
        ? `${file} has ${names.length} servers that can be used.`
        : `${file} has no server "${name}" that can be used.`,
      {
        cause: `The servers are: ${names.join(", ") || "none"}.`,
        fix: "Pass the name of one of these servers with --from.",
      },
    ).diagnostics,
    ...errors.flatMap(
      (problem) => newError("MCP630", ...describe(config, problem)).diagnostics,
    ),
  ]);
}

/**
 * Reads all servers of a configuration file.
 *
 * @throws UserError if the file contains no servers.
 */
function readAll(
  config: ConfigFile,
  onProblem: (problem: ConfigProblem) => void,
): ServerConfigs {
  const { file, document } = config;
  try {
    return readServers(document, { file, onProblem });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new UserError(
      error.problems.flatMap(
        (problem) =>
          newError("MCP630", ...describe(config, problem)).diagnostics,
      ),
    );
  }
}

function toWarnings(
  config: ConfigFile,
  problems: readonly ConfigProblem[],
): Diagnostic[] {
  return problems.map((problem) =>
    newError.warning("MCP631", ...describe(config, problem)),
  );
}

/** Converts a problem to the message and the position of a diagnostic. */
function describe({ text }: ConfigFile, problem: ConfigProblem) {
  const message = `${problem.key}: ${problem.message}.`.replace(/\?\.$/, "?");
  return [message, { place: toPlace(text, problem) }] as const;
}

/**
 * Variable in a value of a configuration file, such as `${TOKEN}`,
 * `{env:TOKEN}`, `{{TOKEN}}` or `$TOKEN`. A `$` within a word is part of a
 * literal value, such as a password.
 */
const VARIABLE =
  /\$\{[^}]+\}|\{(?:env|file):[^}]+\}|\{\{[^}]+\}\}|(?<!\S)\$[A-Z_][A-Z0-9_]*(?![A-Za-z])/;

/**
 * Returns the paths of environment variables and headers with a literal value:
 * the value contains no variable such as `${TOKEN}`. The settings can be nested,
 * such as `transport.env`.
 */
function findValues(entries: object, parent = ""): string[] {
  return Object.entries(entries).flatMap(([key, values]) => {
    if (!isObject(values)) return [];
    const path = `${parent}${key}.`;
    // Without a parent, the key is the name of a server.
    if (!parent || !/^(env(s|ironment)?|(http_)?headers)$/.test(key))
      return findValues(values, path);
    return Object.entries(values)
      .filter(([, text]) => typeof text === "string" && !VARIABLE.test(text))
      .map(([name]) => path + name);
  });
}

/**
 * Returns a position with a code frame. The frame shows keys, but no values,
 * because values can be secrets.
 */
function toPlace(
  text: string,
  { file, line, column }: Omit<Place, "frame">,
): Place {
  const lines = text.split(/\r?\n/).map(maskValues);
  return { file, line, column, frame: codeFrame(lines, line, column) };
}
