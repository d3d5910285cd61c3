/** The servers of a host, as desktop programs configure them. */
import { isObject } from "../../validation/guards.js";
import { processOf } from "../../transport/streams.js";
import { JsonSyntaxError, parsePlaced } from "./json-places.js";
import { nearestWord } from "./nearest.js";
import { readServer, type ServerConfig } from "./server-config.js";
import { predefined, type Variables } from "./variables.js";
import type { ConfigPath } from "./values.js";
import type { JsonPlace } from "./json-places.js";

export interface ServerConfigs {
  readonly [name: string]: ServerConfig;
}

/** One thing that is wrong with a configuration. */
export interface ConfigProblem extends JsonPlace {
  readonly file: string;
  /** Such as `mcpServers.weather.command`. */
  readonly key: string;
  readonly message: string;
  /** An error costs the server, or the file; a warning nothing. */
  readonly severity: "error" | "warning";
  /** All of it in a line: `file:line:column: key: message`. */
  readonly text: string;
}

/** Says all that is wrong, a line each: `file:line:column: key: message`. */
export class ConfigError extends Error {
  override readonly name: string = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ text }) => text).join("\n"));
    this.problems = problems;
  }
}

export interface ConfigOptions {
  /** Name of the file, for messages. Default: `configuration`. */
  readonly file?: string | undefined;
  /**
   * What variables are filled in with; inputs of VS Code are `input:NAME`.
   * Default: the environment.
   */
  readonly variables?: Variables | undefined;
  /** What `${workspaceFolder}` is. Default: the working directory. */
  readonly folder?: string | undefined;
  /**
   * Takes nothing but what this program knows, and refuses the whole file for
   * anything else. Default: false.
   */
  readonly strict?: boolean | undefined;
  /**
   * Is told what is wrong with single servers. Default: a line each goes to the
   * console's errors.
   */
  readonly onProblem?: ((problem: ConfigProblem) => void) | undefined;
}

/** Where programs have their servers: VS Code and Zed under names of their own. */
const PLACES: readonly ConfigPath[] = [
  ["mcpServers"],
  ["servers"],
  ["context_servers"],
  ["mcp", "servers"],
];

/**
 * Reads the servers of a configuration as Claude, VS Code, Cursor, Windsurf,
 * Cline, Roo, Gemini, Zed, the Inspector and others write it, with its variables
 * filled in. Servers that are switched off are left out, and so are those that
 * are wrong, of which `onProblem` is told.
 *
 * @throws ConfigError when there are no servers to be read, and with `strict`
 *   when anything is wrong: with everything that is.
 */
export function parseServers(
  text: string,
  options: ConfigOptions = {},
): ServerConfigs {
  const { file = "configuration", folder, strict = false } = options;
  const problemAt = (
    place: JsonPlace,
    key: string,
    message: string,
    severity: ConfigProblem["severity"] = "error",
  ): ConfigProblem => {
    const { line, column } = place;
    const where = `${file}:${line}:${column}: ${key && `${key}: `}`;
    const text = where + message;
    return { file, line, column, key, message, severity, text };
  };
  let json;
  try {
    json = parsePlaced(text, !strict);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { place, message } = error;
    throw new ConfigError([problemAt(place, "", `not JSON: ${message}`)]);
  }
  const problems: ConfigProblem[] = [];
  const { value: whole, place, repeated } = json;
  const at = (strict ? PLACES.slice(0, 1) : PLACES).find((path) =>
    isObject(below(whole, path)),
  );
  if (!at) {
    const key = "mcpServers";
    const other = Object.keys(Object(whole)).find((one) =>
      nearestWord(one, [key]),
    );
    const seen = other === undefined ? "" : `; there is ${other}`;
    const message = `expected an object of servers by name${seen}`;
    throw new ConfigError([problemAt(place([key]), key, message)]);
  }
  for (const path of repeated)
    problems.push(
      problemAt(
        place(path),
        path.join("."),
        "stands there twice; the last one counts",
        "warning",
      ),
    );
  const setup = {
    strict,
    variables: [
      options.variables ?? processOf("parseServers()").env,
      predefined(folder),
    ],
    report: (path: ConfigPath, message: string, useless: boolean) =>
      problems.push(
        problemAt(
          place(path),
          path.join("."),
          useless && !strict ? `${message}; the server is left out` : message,
          useless ? "error" : "warning",
        ),
      ),
  };
  const servers = Object.entries(below(whole, at) as object).flatMap(
    ([name, server]) => {
      const config = readServer([...at, name], server, setup);
      const wanted = strict || chosen(whole, name);
      return config && wanted ? [[name, config] as const] : [];
    },
  );
  if (strict && problems.length > 0) throw new ConfigError(problems);
  for (const problem of problems)
    if (options.onProblem) options.onProblem(problem);
    else console.error(problem.text);
  return Object.fromEntries(servers);
}

function below(whole: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    whole,
  );
}

/** Gemini names servers to use, or not to use, apart from them. */
function chosen(whole: unknown, name: string): boolean {
  const allowed = below(whole, ["mcp", "allowed"]);
  const excluded = below(whole, ["mcp", "excluded"]);
  return (
    (!Array.isArray(allowed) || allowed.includes(name)) &&
    (!Array.isArray(excluded) || !excluded.includes(name))
  );
}
