/** `${NAME}`, `${env:NAME}` and `${NAME:-default}` in configuration. */

export type Variables = { readonly [name: string]: string | undefined };

const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

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
  outside: Variables,
  open: readonly string[] = [],
): string {
  return text.replace(
    VARIABLE,
    (_all, name: string, otherwise: string | undefined) => {
      const mine = name === open.at(-1) ? undefined : valueOf(own, name);
      if (mine !== undefined) {
        if (open.includes(name)) {
          const cycle = [...open.slice(open.indexOf(name)), name].join(" -> ");
          throw new VariableError(`the variables need each other: ${cycle}`);
        }
        return expand(mine, own, outside, [...open, name]);
      }
      const found = valueOf(outside, name) ?? otherwise;
      if (found !== undefined) return found;
      throw new VariableError(`the variable ${name} is not set`);
    },
  );
}

function valueOf(variables: Variables, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
