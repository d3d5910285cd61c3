/** The members that two objects are compared by. */
import { membersOf } from "../members.js";
import type { EffectiveMember, EffectiveMembers } from "../members.js";
import { literalOf, resolveAlias } from "../resolve.js";
import type { Declarations } from "../resolve.js";
import { typeText } from "../type-text.js";
import type { Doc, RecordType, TypeNode } from "../types.js";

const NO_DOC: Doc = { text: "", tags: [], deprecated: null, since: null };

/**
 * Members of an object type, a record's by its keys; null for what is none.
 * `other` is what it is compared with, in a model that has `others`.
 */
export function objectMembers(
  type: TypeNode,
  declarations: Declarations,
  other: TypeNode,
  others: Declarations,
): EffectiveMembers | null {
  const plain = unwrapped(type, declarations);
  if (plain.kind === "record") return recordMembers(plain, declarations);
  return membersOf(declarations, type) ?? unnamed(type, others, other);
}

/** `Readonly` and `Partial` make no other index signature of one. */
function unwrapped(type: TypeNode, declarations: Declarations): TypeNode {
  const resolved = resolveAlias(declarations, type);
  return resolved.kind === "readonly"
    ? unwrapped(resolved.type, declarations)
    : resolved;
}

/** The records that a type is, or is made of: not all of their keys are members. */
export function recordsIn(
  type: TypeNode,
  declarations: Declarations,
): readonly string[] {
  const records: string[] = [];
  const seen = new Set<string>();
  const pending = [type];
  for (let part = pending.pop(); part; part = pending.pop()) {
    const resolved = resolveAlias(declarations, part);
    if (resolved.kind === "record") records.push(typeText(resolved));
    if (resolved.kind === "reference") {
      if (seen.has(resolved.name)) continue;
      seen.add(resolved.name);
    }
    pending.push(...partsOf(resolved, declarations));
  }
  return records;
}

/** What a type is made of: the types that it extends, or is all of. */
function partsOf(
  type: TypeNode,
  declarations: Declarations,
): readonly TypeNode[] {
  switch (type.kind) {
    case "reference": {
      const found = declarations.get(type.name);
      return found?.kind === "interface" ? found.extends : [];
    }
    case "intersection":
      return type.types;
    case "omit":
    case "pick":
    case "partial":
    case "required":
    case "readonly":
    case "nonNullable":
      return [type.type];
    default:
      return [];
  }
}

function recordMembers(
  { key, value }: RecordType,
  declarations: Declarations,
): EffectiveMembers {
  const resolved = resolveAlias(declarations, key);
  const keys = resolved.kind === "union" ? resolved.types : [resolved];
  return new Map(
    keys.map((one) => {
      const literal = literalOf(declarations, one);
      const name = literal === undefined ? `[${typeText(one)}]` : `${literal}`;
      const member: EffectiveMember = {
        name,
        type: value,
        optional: literal === undefined,
        doc: NO_DOC,
        position: { line: 1, column: 1 },
        origin: null,
      };
      return [name, member];
    }),
  );
}

/** `object` is an object without names, beside one that has some. */
function unnamed(
  type: TypeNode,
  others: Declarations,
  other: TypeNode,
): EffectiveMembers | null {
  if (type.kind !== "primitive" || type.name !== "object") return null;
  const names = [...(membersOf(others, other) ?? new Map()).keys()];
  return names.some((name) => !name.startsWith("[")) ? new Map() : null;
}

/** A member that went and the only one of its type that came instead. */
export function renamedMembers(
  older: EffectiveMembers,
  newer: EffectiveMembers,
): ReadonlyMap<string, string> {
  const gone = [...older.values()].filter(({ name }) => !newer.has(name));
  const come = [...newer.values()].filter(({ name }) => !older.has(name));
  const [from, ...others] = gone;
  const [to, ...more] = come;
  const alike =
    from &&
    to &&
    others.length + more.length === 0 &&
    !isIndex(from) &&
    !isIndex(to) &&
    from.optional === to.optional &&
    typeText(from.type) === typeText(to.type);
  return new Map(alike ? [[from.name, to.name]] : []);
}

/** True for `[key: string]: …`, which is about keys that have no name. */
export function isIndex({ name }: EffectiveMember): boolean {
  return name.startsWith("[");
}

/** True where a value may do without the member: `undefined` is absence. */
export function mayBeAbsent(
  { optional, type }: EffectiveMember,
  declarations: Declarations,
): boolean {
  const takes = (part: TypeNode): boolean => {
    const resolved = resolveAlias(declarations, part);
    return resolved.kind === "union"
      ? resolved.types.some(takes)
      : resolved.kind === "primitive" && resolved.name === "undefined";
  };
  return optional || takes(type);
}
