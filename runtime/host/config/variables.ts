/** Replacement of variables, such as `${NAME}`, in configuration files. */
import type { ProcessLike } from "../../transport/streams.js";

export type Variables = { readonly [name: string]: string | undefined };

/**
 * Pattern of variables. The first two groups are the name and the default value
 * of a variable that all programs support: `${NAME}`, `${env:NAME}`,
 * `${NAME:-default}`, and the prefixes that editors define, such as `input:`.
 * The other groups are the names of variables that only some programs support:
 * other prefixes, `${{ secrets.NAME }}` of Continue, `{env:NAME}` and
 * `{file:PATH}` of opencode, and `{{NAME}}` of LibreChat.
 */
const VARIABLE =
  /\$\{(?:env:)?([A-Za-z_]\w*|\/|(?:input|command|config|file|workspaceFolder):[^}]+?)(?::-([^}]*))?\}|\$\{([A-Za-z]\w*:[A-Za-z_./~][^}]*)\}|\$\{\{ *\w+\.(?:[\w-]+\/)*([\w-]+) *\}\}|\{env:(\w+)\}|\{(file:[^${}]+)\}|\{\{([A-Z][A-Z0-9_]*)\}\}/g;

/** Variables of Gemini and Copilot: `$NAME`. */
const PLAIN_VARIABLE = /\$([A-Za-z_]\w*)/g;

/**
 * Error thrown if a variable is not set, depends on itself, or names a file
 * that cannot be read.
 */
export class VariableError extends Error {
  override readonly name: string = "VariableError";
}

/** Functions for variables that only some programs support. */
export interface ProgramVariables {
  /** Returns the text of a file, for `${file:PATH}` and `{file:PATH}`. */
  readFile(path: string): string;
  /** Callback invoked for `$NAME` if `NAME` is not set. */
  warn(message: string): void;
}

/**
 * Replaces the variables in a text by their values, which come from `own` or
 * else from the sources in `outside`. Variables in the values of `own` are also
 * replaced. If the value of a variable refers to the variable itself, as in
 * `PATH=/bin:${PATH}`, the inner value comes from `outside`.
 *
 * @param program If set, variables that only some programs support are also
 *   replaced. If `NAME` is not set, `$NAME` remains unchanged, because it may
 *   be literal text.
 * @throws VariableError if a variable is not set, or if variables refer to each
 *   other in a cycle.
 */
export function expandVariables(
  text: string,
  own: Variables,
  outside: readonly Variables[],
  program?: ProgramVariables,
  open: readonly string[] = [],
): string {
  const getValue = (name: string): string | undefined => {
    const value = name === open.at(-1) ? undefined : getVariable(own, name);
    if (value === undefined) return lookUpVariable(outside, name);
    if (open.includes(name)) {
      const cycle = [...open.slice(open.indexOf(name)), name].join(" -> ");
      throw new VariableError(
        `the variables refer to each other in a cycle: ${cycle}`,
      );
    }
    return expandVariables(value, own, outside, program, [...open, name]);
  };
  const replacePlain = (part: string): string =>
    program
      ? part.replace(PLAIN_VARIABLE, (all, name: string) => {
          // By convention, names of environment variables are upper case. Any
          // other name may be literal text, so no warning is given if no source
          // contains it.
          const isVariable = name === name.toUpperCase();
          if (
            !isVariable &&
            ![own, ...outside].some((source) => name in source)
          )
            return all;
          const value = getValue(name);
          if (value === undefined && isVariable)
            program.warn(`the variable ${name} is not set; ${all} is kept`);
          return value ?? all;
        })
      : part;
  // Search for `${NAME}` only up to the last `}`. Otherwise, a text with many
  // unclosed `${` would take quadratic time.
  const end = text.lastIndexOf("}") + 1;
  let expanded = "";
  let last = 0;
  for (const match of text.slice(0, end).matchAll(VARIABLE)) {
    const [all, common, defaultValue, ...others] = match;
    if (common === undefined && !program) continue;
    const name = common ?? others.find((other) => other !== undefined) ?? "";
    expanded += replacePlain(text.slice(last, match.index));
    const value =
      getValue(name) ??
      defaultValue ??
      (program && name.startsWith("file:")
        ? program.readFile(name.slice("file:".length))
        : undefined);
    if (value === undefined) {
      const input = name.startsWith("input:");
      const what = input ? "input" : "variable";
      const plain = input ? name.slice("input:".length) : name;
      throw new VariableError(`the ${what} ${plain} is not set`);
    }
    expanded += value;
    last = match.index + all.length;
  }
  return expanded + replacePlain(text.slice(last));
}

/** Returns the value of a variable from the first source that contains it. */
export function lookUpVariable(
  variables: readonly Variables[],
  name: string,
): string | undefined {
  for (const source of variables) {
    const value = getVariable(source, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * Returns the variables that editors define in addition to the environment
 * variables, such as `workspaceFolder`.
 */
export function getEditorVariables(folder: string | undefined): Variables {
  const { process } = globalThis as unknown as { process?: Process };
  const workspaceFolder = folder ?? process?.cwd?.();
  const separator = process?.platform === "win32" ? "\\" : "/";
  return {
    workspaceFolder,
    workspaceFolderBasename: workspaceFolder?.split(/[\\/]/).at(-1),
    cwd: workspaceFolder,
    CLAUDE_PROJECT_DIR: workspaceFolder,
    userHome: process?.env?.HOME ?? process?.env?.USERPROFILE,
    pathSeparator: separator,
    "/": separator,
  };
}

/**
 * Returns the sources of variables, in the order in which a variable is
 * searched: the given variables, then the environment of the process.
 */
export function getVariableSources(
  variables: Variables | undefined,
): readonly Variables[] {
  const { process } = globalThis as unknown as { process?: Process };
  return [variables, process?.env].filter(
    (source): source is Variables => source !== undefined,
  );
}

type Process = Partial<ProcessLike> & { cwd?(): string };

function getVariable(variables: Variables, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
