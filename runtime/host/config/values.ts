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

/** Reads the strings of one server entry and reports invalid strings. */
export class ConfigValues {
  readonly #server: ConfigFields;
  readonly #setup: ValuesSetup;
  readonly #report: (path: ConfigPath, message: string) => void;

  constructor(
    server: ConfigFields,
    setup: ValuesSetup,
    report: (path: ConfigPath, message: string) => void,
  ) {
    this.#server = server;
    this.#setup = setup;
    this.#report = report;
  }

  /** Reads a string that is required and must not be empty. */
  text(key: string, siblings: Variables = {}): string {
    const value = this.#server[key];
    if (typeof value === "string" && value !== "")
      return this.#expand([key], value, siblings);
    this.#report([key], "expected a string");
    return "";
  }

  args(siblings: Variables = {}): string[] {
    const { args = [] } = this.#server;
    if (!Array.isArray(args)) {
      this.#report(["args"], "expected an array of strings");
      return [];
    }
    return args.map((item: unknown, index) => {
      const path = ["args", index];
      return this.#expand(path, this.#scalar(path, item), siblings);
    });
  }

  /**
   * Reads an object whose values are strings. Variables in the values may refer
   * to `siblings` or, if `siblings` is not passed, to members of the object
   * itself.
   */
  record(
    key: string,
    siblings?: Variables,
  ): { readonly [name: string]: string } | undefined {
    const value = this.#server[key];
    if (value === undefined) return undefined;
    if (!isObject(value)) {
      this.#report([key], "expected an object with string values");
      return undefined;
    }
    const texts = Object.entries(value)
      // In VS Code, the value `null` removes a variable from the environment.
      .filter(([, item]) => item !== null || this.#setup.strict)
      .map(
        ([name, item]) => [name, this.#toVariable([key, name], item)] as const,
      );
    const values = siblings ?? Object.fromEntries(texts);
    return Object.fromEntries(
      texts.map(([name, text]) => [
        name,
        this.#expand([key, name], text, values, [name]),
      ]),
    );
  }

  /**
   * Reads the variables of a `.env` file. Its lines have the form `NAME=value`.
   */
  envFile(): { readonly [name: string]: string } | undefined {
    if (this.#server.envFile === undefined) return undefined;
    const path = this.text("envFile");
    const process = getProcess("envFile");
    const fs = process.getBuiltinModule?.("node:fs") as Files | undefined;
    const util = process.getBuiltinModule?.("node:util") as Util | undefined;
    try {
      if (!fs || !util) throw new Error("it needs Node 20.16 or later");
      return util.parseEnv(fs.readFileSync(path, "utf8"));
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      this.#report(["envFile"], `cannot be read: ${code ?? message}`);
      return undefined;
    }
  }

  /**
   * Converts a variable in Gemini's syntax `$NAME` to `${NAME}`. Other programs
   * take `$NAME` literally, so `$NAME` is converted only if the variable is
   * set.
   */
  #toVariable(path: ConfigPath, item: unknown): string {
    const text = this.#scalar(path, item);
    const [, name = ""] = /^\$([A-Za-z_]\w*)$/.exec(text) ?? [];
    const { strict, variables } = this.#setup;
    const set = lookUpVariable(variables, name) !== undefined;
    return set && !strict ? `\${${name}}` : text;
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
    siblings: Variables,
    open: readonly string[] = [],
  ): string {
    try {
      return expandVariables(text, siblings, this.#setup.variables, open);
    } catch (error) {
      if (!(error instanceof VariableError)) throw error;
      this.#report(path, error.message);
      return "";
    }
  }
}

interface Files {
  readFileSync(path: string, encoding: string): string;
}

interface Util {
  parseEnv(text: string): { readonly [name: string]: string };
}
