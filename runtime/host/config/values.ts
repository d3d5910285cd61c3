/**
 * Reader for the strings in a server entry of a configuration file. Replaces
 * the variables in the strings.
 */
import { isObject } from "../../validation/guards.js";
import { getProcess } from "../../transport/streams.js";
import {
  expandVariables,
  lookUpVariable,
  VariableError,
  type Variables,
} from "./variables.js";

export type ConfigPath = readonly (string | number)[];
export type ConfigFields = { readonly [key: string]: unknown };

export interface ValuesSetup {
  /**
   * Whether the configuration file is read strictly: numbers and booleans are
   * not converted to strings, and `$NAME` is not a variable.
   */
  readonly strict: boolean;
  /**
   * Sources of variables. The value comes from the first source that contains
   * the variable.
   */
  readonly variables: readonly Variables[];
}

/** Returns the value at a path, and `undefined` if there is no value. */
export function getAtPath(root: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      isObject(value) || Array.isArray(value)
        ? (value as ConfigFields)[key]
        : undefined,
    root,
  );
}

/** Reads the strings of one server entry and reports invalid strings. */
export class ConfigValues {
  readonly #server: ConfigFields;
  readonly #setup: ValuesSetup;
  readonly #report: (
    path: ConfigPath,
    message: string,
    useless?: boolean,
  ) => void;
  /**
   * Environment variables that the entry defines. Other strings of the entry
   * may refer to them.
   */
  #own: Variables = {};

  constructor(
    server: ConfigFields,
    setup: ValuesSetup,
    report: (path: ConfigPath, message: string, useless?: boolean) => void,
  ) {
    this.#server = server;
    this.#setup = setup;
    this.#report = report;
  }

  /** Reads a string that is required and must not be empty. */
  text(path: ConfigPath): string {
    const value = getAtPath(this.#server, path);
    if (typeof value === "string" && value !== "")
      return this.#expand(path, value);
    this.#report(path, "expected a string");
    return "";
  }

  /** Reads the strings of an array, starting at an index. */
  list(path: ConfigPath, start = 0): string[] {
    const value = getAtPath(this.#server, path);
    if (!Array.isArray(value)) {
      this.#report(path, "expected an array of strings");
      return [];
    }
    return value.slice(start).map((item: unknown, index) => {
      const place = [...path, start + index];
      return this.#expand(place, this.#scalar(place, item));
    });
  }

  /**
   * Reads the environment variables that the entry defines. The values of these
   * variables, and strings that are read later, may refer to them.
   */
  env(paths: readonly ConfigPath[]): Variables | undefined {
    const all = paths.map((path) => [path, this.#scalars(path)] as const);
    this.#own = Object.fromEntries(all.flatMap(([, texts]) => texts ?? []));
    return this.#expandAll(all, (name) => [name]);
  }

  /**
   * Reads objects with string values at several paths. Returns one object with
   * the members of all these objects.
   */
  record(paths: readonly ConfigPath[]): Variables | undefined {
    return this.#expandAll(
      paths.map((path) => [path, this.#scalars(path)] as const),
    );
  }

  /**
   * Returns the value of the variable `name`. In the file, the string at `path`
   * is only this name, without `${}`. Reports a variable that is not set. If
   * `required` is true, the server is then omitted.
   */
  variable(
    path: ConfigPath,
    name: unknown,
    required = true,
  ): string | undefined {
    if (typeof name !== "string") {
      this.#report(path, "expected the name of a variable");
      return undefined;
    }
    const value = lookUpVariable(this.#setup.variables, name);
    if (value === undefined)
      this.#report(path, `the variable ${name} is not set`, required);
    return value;
  }

  /**
   * Reads the variables of a `.env` file. Its lines have the form `NAME=value`.
   */
  envFile(path: ConfigPath): Variables {
    const file = this.text(path);
    const process = getProcess("envFile");
    const util = process.getBuiltinModule?.("node:util") as Util | undefined;
    try {
      if (!util) throw new Error("it needs Node 20.16 or later");
      return util.parseEnv(readFile(file));
    } catch (error) {
      this.#report(path, `cannot be read: ${getReason(error)}`);
      return {};
    }
  }

  #scalars(path: ConfigPath): readonly Entry[] | undefined {
    const value = getAtPath(this.#server, path);
    if (!isObject(value)) {
      this.#report(path, "expected an object with string values");
      return undefined;
    }
    return (
      Object.entries(value)
        // In VS Code, the value `null` removes a variable from the environment,
        // so such a variable is left out.
        .filter(([, item]) => item !== null || this.#setup.strict)
        .map(([name, item]) => [name, this.#scalar([...path, name], item)])
    );
  }

  #expandAll(
    all: readonly (readonly [ConfigPath, readonly Entry[] | undefined])[],
    getOpen?: (name: string) => readonly string[],
  ): Variables | undefined {
    if (all.every(([, texts]) => texts === undefined)) return undefined;
    return Object.fromEntries(
      all.flatMap(([path, texts = []]) =>
        texts.map(([name, text]) => {
          const place = [...path, name];
          // In Crush, `$(...)` runs a command. Other programs, and this host,
          // use the text literally.
          if (/\$\([^(]/.test(text) && !this.#setup.strict)
            this.#report(place, "the host does not run the command in $(...)");
          return [name, this.#expand(place, text, getOpen?.(name))];
        }),
      ),
    );
  }

  #scalar(path: ConfigPath, value: unknown): string {
    if (typeof value === "string") return value;
    const plain = typeof value === "number" || typeof value === "boolean";
    if (plain && !this.#setup.strict) return String(value);
    this.#report(path, "expected a string");
    return "";
  }

  #expand(
    path: ConfigPath,
    text: string,
    open: readonly string[] = [],
  ): string {
    const { strict, variables } = this.#setup;
    const warn = (message: string): void => this.#report(path, message, false);
    const program = strict ? undefined : { readFile: readVariable, warn };
    try {
      return expandVariables(text, this.#own, variables, program, open);
    } catch (error) {
      if (!(error instanceof VariableError)) throw error;
      this.#report(path, error.message);
      return "";
    }
  }
}

type Entry = readonly [name: string, text: string];

function readFile(path: string): string {
  const process = getProcess("a file in a configuration");
  const fs = process.getBuiltinModule?.("node:fs") as Files | undefined;
  if (!fs) throw new Error("it needs Node 20.16 or later");
  return fs.readFileSync(path, "utf8");
}

/** Returns the value of the variable `${file:PATH}`: the text of the file. */
function readVariable(path: string): string {
  try {
    return readFile(path).trimEnd();
  } catch (error) {
    throw new VariableError(
      `the file ${path} cannot be read: ${getReason(error)}`,
    );
  }
}

function getReason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return code ?? message;
}

interface Files {
  readFileSync(path: string, encoding: string): string;
}

interface Util {
  parseEnv(text: string): { readonly [name: string]: string };
}
