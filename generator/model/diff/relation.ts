import { membersOf } from "../members.js";
import type { EffectiveMembers } from "../members.js";
import { literalOf, resolveAlias } from "../resolve.js";
import type { Declarations } from "../resolve.js";
import { typeText } from "../type-text.js";
import type { LiteralValue, TypeNode } from "../types.js";

/** How a type of one model compares with a type of another. */
export interface Relation {
  /** The newer type takes values that the older one does not. */
  readonly widened: boolean;
  /** The newer type refuses values that the older one takes. */
  readonly narrowed: boolean;
}

/** A type, and the model that its names belong to. */
export interface Typed {
  readonly type: TypeNode;
  readonly in: Declarations;
}

/** Decides about types of an older and a newer model. */
export interface Comparer {
  readonly older: Declarations;
  readonly newer: Declarations;
  /** True when both names mean the same type, as it is compared by itself. */
  same(older: string, newer: string): boolean;
}

/** What became of a type; names that mean the same are equal. */
export function relate(
  older: TypeNode,
  newer: TypeNode,
  comparer: Comparer,
): Relation {
  const before = { type: older, in: comparer.older };
  const after = { type: newer, in: comparer.newer };
  return {
    widened: !fits(after, before, comparer, new Set()),
    narrowed: !fits(before, after, comparer, new Set()),
  };
}

/** True when each value of `a` is one of `b`, as far as structure tells. */
function fits(
  a: Typed,
  b: Typed,
  comparer: Comparer,
  assumed: Set<string>,
): boolean {
  if (sameNames(a, b, comparer)) return true;
  const targets = alternatives(b);
  return alternatives(a).every((part) => {
    const literals =
      part.type.kind === "primitive" && part.type.name === "boolean";
    return (
      targets.some((target) => partFits(part, target, comparer, assumed)) ||
      (literals &&
        [true, false].every((value) =>
          targets.some(
            ({ type }) => type.kind === "literal" && type.value === value,
          ),
        ))
    );
  });
}

/** The types of a union, nested unions and aliases of unions opened. */
export function alternatives({ type, in: declarations }: Typed): Typed[] {
  const resolved = resolveAlias(declarations, type);
  if (resolved.kind === "union")
    return resolved.types.flatMap((part) =>
      alternatives({ type: part, in: declarations }),
    );
  if (resolved.kind === "constant") {
    const value = literalOf(declarations, resolved);
    if (value !== undefined)
      return [{ type: { kind: "literal", value }, in: declarations }];
  }
  if (resolved.kind === "primitive" && resolved.name === "never") return [];
  return [{ type: resolved, in: declarations }];
}

function partFits(
  a: Typed,
  b: Typed,
  comparer: Comparer,
  assumed: Set<string>,
): boolean {
  const from = a.type;
  const to = b.type;
  if (to.kind === "primitive" && (to.name === "unknown" || to.name === "any"))
    return true;
  if (from.kind === "literal")
    return to.kind === "literal"
      ? to.value === from.value
      : to.kind === "primitive" && to.name === primitiveOf(from.value);
  if (from.kind === "template")
    return (
      (to.kind === "primitive" && to.name === "string") ||
      typeText(from) === typeText(to)
    );
  if (sameNames(a, b, comparer)) return true;
  if (from.kind === "reference" && to.kind === "reference")
    if (extendsName(a, to.name)) return true;
  // A recursive type fits when nothing else speaks against it.
  const key = `${a.in === comparer.older ? "<" : ">"}${typeText(from)} ${typeText(to)}`;
  if (assumed.has(key)) return true;
  assumed.add(key);
  return (
    arrayFits(a, b, comparer, assumed) ??
    objectFits(a, b, comparer, assumed) ??
    typeText(from) === typeText(to)
  );
}

/** True for names of the two models that mean the same. */
function sameNames(a: Typed, b: Typed, comparer: Comparer): boolean {
  if (a.type.kind !== "reference" || b.type.kind !== "reference") return false;
  if (a.in === b.in || a.type.arguments.length + b.type.arguments.length > 0)
    return false;
  return a.in === comparer.older
    ? comparer.same(a.type.name, b.type.name)
    : comparer.same(b.type.name, a.type.name);
}

function primitiveOf(value: LiteralValue): string {
  return value === null ? "null" : typeof value;
}

/** Null when the first of the two is no list. */
function arrayFits(
  { type: from, in: source }: Typed,
  { type: to, in: target }: Typed,
  comparer: Comparer,
  assumed: Set<string>,
): boolean | null {
  if (from.kind !== "array" && from.kind !== "tuple") return null;
  if (from.kind === "array" && to.kind === "array")
    return fits(
      { type: from.element, in: source },
      { type: to.element, in: target },
      comparer,
      assumed,
    );
  if (from.kind === "tuple" && to.kind === "array")
    return from.elements.every(({ type, rest }) =>
      fits(
        {
          type: rest && type.kind === "array" ? type.element : type,
          in: source,
        },
        { type: to.element, in: target },
        comparer,
        assumed,
      ),
    );
  return typeText(from) === typeText(to);
}

/** Null when one of the two is no object. */
function objectFits(
  a: Typed,
  b: Typed,
  comparer: Comparer,
  assumed: Set<string>,
): boolean | null {
  const members = objectMembers(a);
  const wanted = objectMembers(b);
  if (!members || !wanted) return null;
  for (const [name, want] of wanted) {
    const has = members.get(name);
    if (!has && !want.optional) return false;
    if (!has) continue;
    if (has.optional && !want.optional) return false;
    const from = { type: has.type, in: a.in };
    if (!fits(from, { type: want.type, in: b.in }, comparer, assumed))
      return false;
  }
  return true;
}

/** Members of a type; of `object` there are none to speak of. */
function objectMembers({
  type,
  in: declarations,
}: Typed): EffectiveMembers | null {
  return type.kind === "primitive" && type.name === "object"
    ? new Map()
    : membersOf(declarations, type);
}

/** True when a type is, or inherits from, the declaration `name`. */
function extendsName({ type, in: declarations }: Typed, name: string): boolean {
  const pending = [type];
  const seen = new Set<string>();
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.kind !== "reference") continue;
    if (next.name === name && next !== type) return true;
    if (seen.has(next.name)) continue;
    seen.add(next.name);
    const found = declarations.get(next.name);
    if (found?.kind === "interface") pending.push(...found.extends);
  }
  return false;
}
