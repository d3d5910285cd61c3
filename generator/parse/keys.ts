/** What may be the key of an index signature, and of a `Record`. */
import { literalOf, resolveAlias } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import type { IndexMember, Member, TypeNode } from "../model/types.js";
import { UNREADABLE } from "./constructs.js";
import type { Reporter } from "./reporter.js";

/** Primitive types that keys of objects can have. */
const KEYS: ReadonlySet<string> = new Set(["string", "number"]);

/** Reports keys of index signatures that are neither text nor number. */
export function checkIndexes(
  members: readonly Member[],
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const member of members)
    if (member.kind === "index" && !isKey(member, declarations))
      reporter.error(
        "MCP114",
        member.position,
        `The key \`${member.parameter}\` of the index signature is neither text nor number`,
      );
}

/** `Record` takes more than index signatures do: single names as well. */
export function isRecordKey(
  key: TypeNode,
  declarations: Declarations,
): boolean {
  const type = resolveAlias(declarations, key);
  switch (type.kind) {
    case "primitive":
      // `never` is no key at all, which makes an object of nothing.
      return type.name === "never" || KEYS.has(type.name);
    case "object":
    case "array":
    case "tuple":
    case "record":
      return false;
    case "literal":
      return typeof type.value === "string" || typeof type.value === "number";
    case "reference":
      return declarations.get(type.name)?.kind !== "interface";
    case "union":
      return type.types.every((part) => isRecordKey(part, declarations));
    default:
      return true;
  }
}

function isKey({ key }: IndexMember, declarations: Declarations): boolean {
  const type = resolveAlias(declarations, key);
  if (type === UNREADABLE || type.kind === "template") return true;
  if (literalOf(declarations, type) !== undefined) return false;
  return type.kind === "primitive" && KEYS.has(type.name);
}
