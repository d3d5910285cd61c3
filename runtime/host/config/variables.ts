/**
 * Replaces `${NAME}`, `${env:NAME}` and `${NAME:-default}` in configurations.
 */
import type { ProcessLike } from "../../transport/streams.js";

export type Variables = { readonly [name: string]: string | undefined };

/** Syntax of variables, including the prefixes that VS Code defines. */
const ENV_VARIABLE =
  /\$\{(?:env:)?([A-Za-z_]\w*|\/|(?:input|command|config|file|workspaceFolder):[^}]+?)(?::-([^}]*))?\}/g;

/** Error of a variable that is not set, or that depends on itself. */
export class VariableError extends Error {
  override readonly name: string = "VariableError";
}

/**
 * Replaces variables in a text. Values in `own` may contain variables
 * themselves. A variable that refers to its own name uses the value from
 * `outside`.
 *
 * @throws VariableError when a variable is not set, or variables form a cycle.
 */
export function expandVariables(
  text: string,
  own: Variables,
  outside: readonly Variables[],
  open: readonly string[] = [],
): string {
  // Search only up to the last `}`: unclosed `${` would make the search
  // quadratic.
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
              `the variables refer to each other: ${cycle}`,
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

/** Returns the value from the first source that has the variable. */
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

/** Returns the variables that editors define in addition to the environment. */
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
