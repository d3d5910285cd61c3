/** What `Type["key"]` finds in a type, as TypeScript has it. */
import { fitsTemplate, isPrimitive } from "../model/plain-types.js";
import { findMember, literalOf, resolveAlias } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import { typeText } from "../model/type-text.js";
import type { Member, TupleType, TypeNode } from "../model/types.js";

/** Types through which a type is looked for; what is deeper is not known. */
const MAX_STEPS = 500;

/** The type of what is there, `missing`, or null where that is not known. */
export type Found = TypeNode | "missing" | null;

const NEVER: TypeNode = { kind: "primitive", name: "never" };
const UNDEFINED: TypeNode = { kind: "primitive", name: "undefined" };

/** The keys that an index names, `[string]` for all; null if not known. */
export function keysNamed(
  index: TypeNode,
  declarations: Declarations,
): readonly string[] | null {
  const literal = literalOf(declarations, index);
  if (typeof literal === "string" || typeof literal === "number")
    return [String(literal)];
  const inner = resolveAlias(declarations, index);
  if (inner.kind === "union") {
    const all = inner.types.map((part) => keysNamed(part, declarations));
    return all.some((keys) => keys === null)
      ? null
      : all.flatMap((keys) => keys ?? []);
  }
  const open =
    isPrimitive(inner, "string") ||
    isPrimitive(inner, "number") ||
    inner.kind === "template";
  return open ? [`[${typeText(inner)}]`] : null;
}

/** The type without names and indexed accesses; null if that is not known. */
export function plainType(
  type: TypeNode,
  declarations: Declarations,
  steps = 0,
): TypeNode | null {
  if (steps > MAX_STEPS) return null;
  const inner = resolveAlias(declarations, type);
  switch (inner.kind) {
    case "reference":
      return declarations.get(inner.name)?.kind === "interface" ? inner : null;
    case "readonly":
      return plainType(inner.type, declarations, steps + 1);
    case "nonNullable": {
      const whole = plainType(inner.type, declarations, steps + 1);
      return whole && withoutNull(whole, declarations, steps);
    }
    case "indexed": {
      const keys = keysNamed(inner.index, declarations);
      const found = keys?.map((key) =>
        memberAt(inner.object, key, declarations, steps + 1),
      );
      const types = found?.filter((one) => one !== "missing");
      if (!types || types.length < (found?.length ?? 0)) return null;
      const whole = unionOf(types);
      return whole && plainType(whole, declarations, steps + 1);
    }
    default:
      return inner;
  }
}

/** What `type` has under a key, or under all keys of a kind. */
export function memberAt(
  type: TypeNode,
  key: string,
  declarations: Declarations,
  steps = 0,
): Found {
  const inner = plainType(type, declarations, steps);
  const at = (part: TypeNode): Found =>
    memberAt(part, key, declarations, steps + 1);
  switch (inner?.kind) {
    case undefined:
    case "exclude":
    case "extract":
      return null;
    case "union": {
      const all = inner.types.map(at);
      return all.includes("missing")
        ? "missing"
        : unionOf(all.filter((one) => one !== "missing"));
    }
    case "intersection": {
      const all = inner.types.map(at);
      const types = all.filter((one) => one !== "missing");
      if (types.length === 0) return "missing";
      return types.includes(null)
        ? null
        : { kind: "intersection", types: types.flatMap((one) => one ?? []) };
    }
    case "primitive":
      return inner.name === "any" || inner.name === "never" ? inner : "missing";
    case "array":
      return isPosition(key) ? inner.element : "missing";
    case "tuple":
      return elementAt(inner, key);
    case "record": {
      const keys = keysNamed(inner.key, declarations);
      if (keys?.includes(key) || keys?.includes("[string]")) return inner.value;
      return keys?.every((one) => !one.startsWith("[")) ? "missing" : null;
    }
    case "object":
      return findIn(inner.members, key) ?? "missing";
    case "reference": {
      const found = findMember(declarations, inner, key);
      if (found) return orAbsent(found.type, found.optional);
      return isClosed(inner, declarations) ? "missing" : null;
    }
    case "omit":
      return inner.keys.includes(key) ? "missing" : at(inner.type);
    case "pick":
      return inner.keys.includes(key) ? at(inner.type) : "missing";
    case "partial": {
      const found = at(inner.type);
      return found === null || found === "missing"
        ? found
        : orAbsent(found, true);
    }
    case "required": {
      const found = at(inner.type);
      return found === null || found === "missing"
        ? found
        : { kind: "exclude", type: found, excluded: UNDEFINED };
    }
    default:
      return "missing";
  }
}

/** `5`, `[number]` */
function isPosition(key: string): boolean {
  return key === "[number]" || /^\d+$/.test(key);
}

function elementAt({ elements }: TupleType, key: string): Found {
  if (!isPosition(key)) return "missing";
  if (elements.some(({ rest }) => rest)) return null;
  if (key === "[number]")
    return unionOf(
      elements.map(({ type, optional }) => orAbsent(type, optional)),
    );
  const element = elements[Number(key)];
  return element ? orAbsent(element.type, element.optional) : "missing";
}

/** What members have under a key, be it by an index signature. */
function findIn(members: readonly Member[], key: string): TypeNode | null {
  for (const member of members)
    if (member.kind === "property" && member.name === key)
      return orAbsent(member.type, member.optional);
  for (const member of members)
    if (member.kind === "index" && takes(member.key, key)) return member.type;
  return null;
}

function takes(index: TypeNode, key: string): boolean {
  if (isPrimitive(index, "string") || `[${typeText(index)}]` === key)
    return true;
  if (isPrimitive(index, "number")) return isPosition(key);
  // A name as a template's key: only the shapes know what it takes.
  if (index.kind !== "template") return index.kind === "reference";
  return !key.startsWith("[") && fitsTemplate(key, index) !== false;
}

/** True for interfaces without index signatures, own or inherited. */
function isClosed(
  type: TypeNode,
  declarations: Declarations,
  seen: Set<string> = new Set(),
): boolean {
  const inner = resolveAlias(declarations, type);
  if (inner.kind === "object")
    return inner.members.every(({ kind }) => kind === "property");
  if (inner.kind !== "reference") return false;
  const found = declarations.get(inner.name);
  // What is being looked into by another way decides there.
  if (seen.has(inner.name)) return true;
  seen.add(inner.name);
  return (
    found?.kind === "interface" &&
    found.members.every(({ kind }) => kind === "property") &&
    found.extends.every((base) => isClosed(base, declarations, seen))
  );
}

function withoutNull(
  type: TypeNode,
  declarations: Declarations,
  steps: number,
): TypeNode | null {
  if (type.kind !== "union") return isNull(type) ? NEVER : type;
  const parts = type.types.map((part) =>
    plainType({ kind: "nonNullable", type: part }, declarations, steps + 1),
  );
  return unionOf(parts);
}

function isNull(type: TypeNode): boolean {
  return (
    isPrimitive(type, "undefined") ||
    (type.kind === "literal" && type.value === null)
  );
}

function orAbsent(type: TypeNode, optional: boolean): TypeNode {
  return optional ? { kind: "union", types: [type, UNDEFINED] } : type;
}

/** Null if one of them is not known. */
function unionOf(types: readonly (TypeNode | null)[]): TypeNode | null {
  const known = types.flatMap((type) => type ?? []);
  if (known.length < types.length) return null;
  const some = known.filter((type) => !isPrimitive(type, "never"));
  const [only = NEVER] = some;
  return some.length > 1 ? { kind: "union", types: some } : only;
}
