import { membersOf } from "../model/members.js";
import {
  findMember,
  literalOf,
  resolveAlias,
  type Declarations,
} from "../model/resolve.js";
import { typeText } from "../model/type-text.js";
import type {
  InterfaceDeclaration,
  LiteralValue,
  TypeNode,
} from "../model/types.js";
import { UNREADABLE } from "./constructs.js";
import type { Reporter } from "./reporter.js";

/** Objects in objects that are looked into; deeper ones are believed. */
const MAX_DEPTH = 20;

/** What `boolean` is. */
const BOOLEANS: readonly TypeNode[] = [true, false].map((value) => ({
  kind: "literal",
  value,
}));

/**
 * Reports members that contradict the ones that they inherit. Only what no
 * reading of the types makes right is reported: TypeScript knows more.
 */
export function checkOverrides(
  { name, members, extends: bases }: InterfaceDeclaration,
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const member of members) {
    if (member.kind !== "property") continue;
    for (const base of bases) {
      const inherited = findMember(declarations, base, member.name);
      if (!inherited) continue;
      const loose = member.optional && !inherited.optional;
      if (
        !loose &&
        !contradicts(member.type, inherited.type, declarations, MAX_DEPTH)
      )
        continue;
      const sign = ({ optional }: { optional: boolean }) =>
        optional ? "?" : "";
      reporter.error(
        "MCP133",
        member.position,
        `\`${name}.${member.name}${sign(member)}: ${typeText(member.type)}\` contradicts the inherited \`${member.name}${sign(inherited)}: ${typeText(inherited.type)}\``,
      );
      break;
    }
  }
}

/** True when an `own` can certainly not stand where a `base` is expected. */
function contradicts(
  own: TypeNode,
  base: TypeNode,
  declarations: Declarations,
  depth: number,
): boolean {
  if (depth === 0) return false;
  const clash = (a: TypeNode, b: TypeNode): boolean =>
    contradicts(a, b, declarations, depth - 1);
  const from = resolveAlias(declarations, own);
  const to = resolveAlias(declarations, base);
  if (from.kind === "union") return from.types.some((type) => clash(type, to));
  if (to.kind === "union") {
    if (from.kind === "primitive" && from.name === "boolean")
      return BOOLEANS.some((type) => clash(type, to));
    // One of several objects may be chosen by any of their members.
    const kind = kindOf(from, declarations);
    return kind !== "object" && to.types.every((type) => clash(from, type));
  }
  const [a, b] = [kindOf(from, declarations), kindOf(to, declarations)];
  if (a === null || b === null) return false;
  if (a === "array" && b === "array")
    return from.kind === "array" && to.kind === "array"
      ? clash(from.element, to.element)
      : false;
  if (a === "object" && b === "object")
    return objectsClash(from, to, declarations, clash);
  // Texts and lists have members too, and `{}` is anything.
  if (b === "object") return false;
  if (a !== b) return true;
  const [had, wanted] = [from, to].map((type) => valueOf(type, declarations));
  return wanted !== undefined && had !== wanted;
}

function objectsClash(
  own: TypeNode,
  base: TypeNode,
  declarations: Declarations,
  clash: (own: TypeNode, base: TypeNode) => boolean,
): boolean {
  for (const [name, wanted] of membersOf(declarations, base) ?? []) {
    const had = findMember(declarations, own, name);
    if (!had && (wanted.optional || name.startsWith("["))) continue;
    if (!had || (had.optional && !wanted.optional)) return true;
    if (clash(had.type, wanted.type)) return true;
  }
  return false;
}

type Kind = "string" | "number" | "boolean" | "null" | "array" | "object";

/** What kind of value a type has, or null where that can not be told. */
function kindOf(type: TypeNode, declarations: Declarations): Kind | null {
  if (type === UNREADABLE) return null;
  const literal = valueOf(type, declarations);
  if (literal !== undefined)
    return literal === null ? "null" : (typeof literal as Kind);
  switch (type.kind) {
    case "primitive":
      return type.name === "string" ||
        type.name === "number" ||
        type.name === "boolean"
        ? type.name
        : null;
    case "array":
    case "tuple":
      return "array";
    default:
      return membersOf(declarations, type) ? "object" : null;
  }
}

function valueOf(
  type: TypeNode,
  declarations: Declarations,
): LiteralValue | undefined {
  return type.kind === "literal" || type.kind === "constant"
    ? literalOf(declarations, type)
    : undefined;
}
