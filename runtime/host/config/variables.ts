/** `${NAME}`, `${env:NAME}` and `${NAME:-default}` in configuration. */
import type { ProcessLike } from "../../transport/streams.js";

export type Variables = { readonly [name: string]: string | undefined };

/** Variables, and the other kinds of value that VS Code has. */
const ENV_VARIABLE =
  /\$\{(?:env:)?([A-Za-z_]\w*|\/|(?:input|command|config|file|workspaceFolder):[^}]+?)(?::-([^}]*))?\}/g;

/** A variable that is not set, or that needs itself. */
export class VariableError extends Error {
  override readonly name: string = "VariableError";
}

/**
 * Fills variables in. Those of `own` may refer to one another; one that refers
 * to itself means the variable of that name outside.
 *
 * @throws VariableError when one is not set, or some need each other.
 */
export function expand(
  text: string,
  own: Variables,
  outside: readonly Variables[],
  open: readonly string[] = [],
): string {
  // What is never closed would be looked at to its end again and again.
  const end = text.lastIndexOf("}") + 1;
  const closed = text
    .slice(0, end)
    .replace(
      ENV_VARIABLE,
      (_all, name: string, otherwise: string | undefined) => {
        const mine = name === open.at(-1) ? undefined : valueOf(own, name);
        if (mine !== undefined) {
          if (open.includes(name)) {
            const cycle = [...open.slice(open.indexOf(name)), name].join(
              " -> ",
            );
            throw new VariableError(`the variables need each other: ${cycle}`);
          }
          return expand(mine, own, outside, [...open, name]);
        }
        const found = lookUp(outside, name) ?? otherwise;
        if (found !== undefined) return found;
        const input = name.startsWith("input:");
        const what = input ? "input" : "variable";
        const plain = input ? name.slice("input:".length) : name;
        throw new VariableError(`the ${what} ${plain} is not set`);
      },
    );
  return closed + text.slice(end);
}

/** The value of a variable in the first that have it. */
export function lookUp(
  variables: readonly Variables[],
  name: string,
): string | undefined {
  for (const one of variables) {
    const value = valueOf(one, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** What editors fill in beside the environment. */
export function predefined(folder: string | undefined): Variables {
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

function valueOf(variables: Variables, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
