import type { TypeNode } from "../model/types.js";
import { unreachable } from "../model/walk.js";
import { startOf } from "./reporter.js";
import type { TypeContext } from "./types.js";
import type { ts } from "./typescript.js";

/** TypeScript's own types that the model knows, with their arguments. */
const UTILITIES = {
  Array: 1,
  Record: 2,
  Omit: 2,
  Partial: 1,
  NonNullable: 1,
} as const;

/** Name of a utility type that the model knows. */
export type UtilityName = keyof typeof UTILITIES;

/** True for the name of a utility type; a declaration of the file goes first. */
export function isUtilityName(name: string): name is UtilityName {
  return Object.hasOwn(UTILITIES, name);
}

/** The model's form of a utility type over arguments that are already read. */
export function readUtility(
  name: UtilityName,
  given: readonly TypeNode[],
  nodes: readonly ts.TypeNode[],
  at: number,
  context: TypeContext,
): TypeNode {
  const never: TypeNode = { kind: "primitive", name: "never" };
  const count = UTILITIES[name];
  if (given.length !== count) {
    const types = count === 1 ? "argument" : "arguments";
    context.reporter.error(
      "MCP121",
      at,
      `\`${name}\` takes ${count} type ${types}, not ${given.length}`,
    );
    return never;
  }
  const [type = never, second = never] = given;
  const keysAt = nodes[1] ? startOf(nodes[1], context.source) : at;
  switch (name) {
    case "Array":
      return { kind: "array", element: type };
    case "Record":
      return { kind: "record", key: type, value: second };
    case "Omit":
      return { kind: "omit", type, keys: keysOf(second, keysAt, context) };
    case "Partial":
      return { kind: "partial", type };
    case "NonNullable":
      return { kind: "nonNullable", type };
    default:
      return unreachable(name);
  }
}

function keysOf(
  type: TypeNode,
  at: number,
  { reporter }: TypeContext,
): readonly string[] {
  const keys: string[] = [];
  for (const key of type.kind === "union" ? type.types : [type]) {
    if (key.kind === "literal" && typeof key.value === "string")
      keys.push(key.value);
    else {
      reporter.error("MCP115", at, "Keys that are not text literals");
      return keys;
    }
  }
  return keys;
}
