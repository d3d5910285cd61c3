/**
 * Replacement of the variables `${NAME}`, `${env:NAME}` and `${NAME:-default}`
 * in configuration files.
 */
import type { ProcessLike } from "../../transport/streams.js";

export type Variables = { readonly [name: string]: string | undefined };

/**
 * Regular expression for variables in configuration files, including the
 * prefixes that VS Code defines.
 */
const ENV_VARIABLE =
  /\$\{(?:env:)?([A-Za-z_]\w*|\/|(?:input|command|config|file|workspaceFolder):[^}]+?)(?::-([^}]*))?\}/g;

/** Error thrown if a variable is not set or depends on itself. */
export class VariableError extends Error {
  override readonly name: string = "VariableError";
}

/**
 * Replaces the variables in a text. Variables in the values of `own` are also
 * replaced. If the value of a variable refers to the variable itself, as in
 * `PATH=/bin:${PATH}`, the inner value comes from `outside`.
 *
 * @throws VariableError if a variable is not set, or if variables refer to each
 *   other in a cycle.
 */
export function expandVariables(
  text: string,
  own: Variables,
  outside: readonly Variables[],
  open: readonly string[] = [],
): string {
  // Search for variables only up to the last `}`. Otherwise, a text with many
  // unclosed `${` would take quadratic time.
  const end = text.lastIndexOf("}") + 1;
  const closed = text
    .slice(0, end)
    .replace(
      ENV_VARIABLE,
      (_all, name: string, defaultValue: string | undefined) => {
        const ownValue =
          name === open.at(-1) ? undefined : getVariable(own, name);
        if (ownValue !== undefined) {
          if (open.includes(name)) {
            const cycle = [...open.slice(open.indexOf(name)), name].join(
              " -> ",
            );
            throw new VariableError(
              `the variables refer to each other in a cycle: ${cycle}`,
            );
          }
          return expandVariables(ownValue, own, outside, [...open, name]);
        }
        const outsideValue = lookUpVariable(outside, name) ?? defaultValue;
        if (outsideValue !== undefined) return outsideValue;
        const input = name.startsWith("input:");
        const what = input ? "input" : "variable";
        const plain = input ? name.slice("input:".length) : name;
        throw new VariableError(`the ${what} ${plain} is not set`);
      },
    );
  return closed + text.slice(end);
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
 * variables.
 */
export function getEditorVariables(folder: string | undefined): Variables {
  const { process } = globalThis as unknown as { process?: Process };
  const workspaceFolder = folder ?? process?.cwd?.();
  const separator = process?.platform === "win32" ? "\\" : "/";
  return {
    workspaceFolder,
    workspaceFolderBasename: workspaceFolder?.split(/[\\/]/).at(-1),
    cwd: workspaceFolder,
    userHome: process?.env?.HOME ?? process?.env?.USERPROFILE,
    pathSeparator: separator,
    "/": separator,
  };
}

type Process = Partial<ProcessLike> & { cwd?(): string };

function getVariable(variables: Variables, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
