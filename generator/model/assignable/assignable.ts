/**
 * Whether every value of one type can stand where another is expected, as
 * TypeScript has it. Without a type checker some questions stay open.
 */
import { structureText } from "../canonical.js";
import { membersOf, type EffectiveMembers } from "../members.js";
import {
  apparentMembers,
  fitsTemplate,
  isPrimitive,
  type PlainKind,
} from "../plain-types.js";
import { literalOf, type Declarations } from "../resolve.js";
import type { ReferenceType, TypeNode } from "../types.js";
import { createReadings, hasIndex, UNDEFINED } from "./readings.js";
import { all, some, type Verdict } from "./verdict.js";

/** Types in types that are looked into; deeper ones are left open. */
const MAX_DEPTH = 40;

const BOOLEANS: readonly TypeNode[] = [true, false].map((value) => ({
  kind: "literal",
  value,
}));

/** Whether `own` can stand where `base` is expected. */
export type Assignable = (own: TypeNode, base: TypeNode) => Verdict;

/**
 * Answers for the types of one file; what was found is kept.
 *
 * @param unreadable A type that nothing is known of.
 */
export function createAssignable(
  declarations: Declarations,
  unreadable?: TypeNode,
): Assignable {
  const known = new Map<string, Verdict>();
  const { reduced, kindOf, fullMembers } = createReadings(declarations);
  return (own, base) => relate(own, base, MAX_DEPTH, true);

  /** @param weak Whether objects need a member in common. */
  function relate(
    own: TypeNode,
    base: TypeNode,
    depth: number,
    weak: boolean,
  ): Verdict {
    if (own === unreadable || base === unreadable || depth === 0) return null;
    if (own.kind !== "reference" || base.kind !== "reference")
      return decide(own, base, depth, weak);
    const key = `${keyOf(own)} ${keyOf(base)} ${weak}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    // What leads back to the same question does not decide it.
    known.set(key, true);
    const verdict = decide(own, base, depth, weak);
    known.set(key, verdict);
    return verdict;
  }

  function decide(
    own: TypeNode,
    base: TypeNode,
    depth: number,
    weak: boolean,
  ): Verdict {
    const from = reduced(own);
    const to = reduced(base);
    if (isPrimitive(to, "any") || isPrimitive(to, "unknown")) return true;
    if (isPrimitive(from, "never")) return true;
    if (!from || !to) return null;
    if (isPrimitive(from, "any")) return !isPrimitive(to, "never");
    if (from.kind === to.kind && structureText(from) === structureText(to))
      return true;
    const inner = (a: TypeNode, b: TypeNode, common = weak): Verdict =>
      relate(a, b, depth - 1, common);

    if (from.kind === "union") return all(from.types, (one) => inner(one, to));
    if (to.kind === "intersection")
      return all(to.types, (one) => inner(from, one, false));
    if (to.kind === "union") return toUnion(from, to.types, inner);
    if (isPrimitive(from, "unknown")) return false;
    if (from.kind === "intersection") {
      // One part says nothing of the keys that others have.
      const whole = hasIndex(membersOf(declarations, to));
      if (!whole && from.types.some((one) => inner(one, to) === true))
        return true;
      if (!membersOf(declarations, from)) return null;
    }
    return plain(from, to, inner, weak);
  }

  function toUnion(
    from: TypeNode,
    types: readonly TypeNode[],
    inner: (own: TypeNode, base: TypeNode) => Verdict,
  ): Verdict {
    const objects = types.filter(isObject);
    // `{}`, `null` and `undefined` are everything together.
    if (isPrimitive(from, "unknown") && !types.some(isTop))
      return objects.some((one) => membersOf(declarations, one)?.size === 0)
        ? null
        : false;
    const found = some(types, (one) => inner(from, one));
    if (found !== false) return found;
    if (isPrimitive(from, "boolean"))
      return all(BOOLEANS, (value) => some(types, (one) => inner(value, one)));
    // Several objects may share out the values of a member among them.
    const members = [...(membersOf(declarations, from) ?? new Map()).values()];
    const shared = objects.length > 1 && members.some(isSeveral);
    return shared ? null : false;
  }

  function isTop(type: TypeNode): boolean {
    const inner = reduced(type);
    return isPrimitive(inner, "unknown") || isPrimitive(inner, "any");
  }

  function isObject(type: TypeNode): boolean {
    const inner = reduced(type);
    return inner === null || kindOf(inner) === "object";
  }

  function isSeveral({ type }: { readonly type: TypeNode }): boolean {
    const inner = reduced(type);
    return !inner || inner.kind === "union" || isPrimitive(inner, "boolean");
  }

  function plain(
    from: TypeNode,
    to: TypeNode,
    inner: (own: TypeNode, base: TypeNode, common?: boolean) => Verdict,
    weak: boolean,
  ): Verdict {
    const [a, b] = [kindOf(from), kindOf(to)];
    if (a === null || b === null) return null;
    if (a === "never") return true;
    if (b === "never") return false;
    if (isPrimitive(to, "object")) return a === "object" || a === "array";
    if (b === "object")
      return a === "object"
        ? toObject(from, to, inner, weak)
        : fromPlain(a, to, weak);
    if (a !== b) return false;
    if (a === "array") return toArray(from, to, inner);
    if (to.kind === "primitive") return true;
    if (to.kind === "template") {
      const text = literalOf(declarations, from);
      return typeof text === "string"
        ? fitsTemplate(text, to)
        : from.kind === "template"
          ? null
          : false;
    }
    if (from.kind === "template" && from.spans.length === 0) return null;
    return literalOf(declarations, from) === literalOf(declarations, to);
  }

  function toArray(
    from: TypeNode,
    to: TypeNode,
    inner: (own: TypeNode, base: TypeNode) => Verdict,
  ): Verdict {
    const readonly = (type: TypeNode): boolean =>
      "readonly" in type && type.readonly;
    if (readonly(from) && !readonly(to)) return false;
    if (to.kind === "array") {
      if (from.kind === "array") return inner(from.element, to.element);
      if (from.kind !== "tuple" || from.elements.some((one) => one.rest))
        return null;
      return all(from.elements, ({ type }) => inner(type, to.element));
    }
    if (to.kind !== "tuple" || to.elements.some((one) => one.rest)) return null;
    if (from.kind === "array") return false;
    if (from.kind !== "tuple" || from.elements.some((one) => one.rest))
      return null;
    const required = to.elements.filter((one) => !one.optional).length;
    const given = from.elements.filter((one) => !one.optional).length;
    if (given < required || from.elements.length > to.elements.length)
      return false;
    return all(from.elements, ({ type }, at) => {
      const wanted = to.elements[at]?.type;
      return wanted ? inner(type, wanted) : false;
    });
  }

  /** Texts, numbers and lists have members too, which are TypeScript's own. */
  function fromPlain(kind: PlainKind, to: TypeNode, weak: boolean): Verdict {
    const wanted = fullMembers(to);
    if (kind === "null" || kind === "undefined") return false;
    if (!wanted) return null;
    const own = apparentMembers(kind);
    if (wanted.size === 0) return true;
    const all = [...wanted.values()];
    const has = (name: string): boolean => own.has(name) || /^\d+$/.test(name);
    if (all.some(({ name }) => name.startsWith("["))) {
      const open = all.some(({ type }) => isPrimitive(reduced(type), "any"));
      const texts = all.every(({ name }) => name !== "[number]");
      return open || !texts ? null : false;
    }
    if (all.some(({ name, optional }) => !optional && !has(name))) return false;
    if (all.some(({ name }) => has(name))) return null;
    return weak ? false : null;
  }

  function toObject(
    from: TypeNode,
    to: TypeNode,
    inner: (own: TypeNode, base: TypeNode) => Verdict,
    weak: boolean,
  ): Verdict {
    const had = fullMembers(from);
    const wanted = fullMembers(to);
    if (!had || !wanted) return null;
    const isWeak =
      weak &&
      wanted.size > 0 &&
      had.size > 0 &&
      [...wanted.values()].every(
        ({ name, optional }) => optional && !name.startsWith("["),
      );
    const open = hasIndex(had);
    if (isWeak && !open && ![...wanted.keys()].some((name) => had.has(name)))
      return false;
    return all([...wanted.values()], (member) => {
      const own = had.get(member.name);
      if (member.name.startsWith("["))
        return toIndex(from, had, member, own?.type, inner);
      if (!own)
        return member.optional
          ? open
            ? null
            : true
          : member.name in Object.prototype
            ? null
            : false;
      if (own.optional && !member.optional) return false;
      const type: TypeNode = member.optional
        ? { kind: "union", types: [member.type, UNDEFINED] }
        : member.type;
      return inner(own.type, type);
    });
  }

  function toIndex(
    from: TypeNode,
    had: EffectiveMembers,
    wanted: { readonly name: string; readonly type: TypeNode },
    own: TypeNode | undefined,
    inner: (own: TypeNode, base: TypeNode) => Verdict,
  ): Verdict {
    if (own) return inner(own, wanted.type);
    if (wanted.name !== "[string]") return null;
    if (isPrimitive(reduced(wanted.type), "any")) return true;
    // Only types that are no interface have every member that they will have.
    if (isInterface(from)) return false;
    return all([...had.values()], ({ type }) => inner(type, wanted.type));
  }

  function isInterface(type: TypeNode): boolean {
    const inner = reduced(type);
    if (inner?.kind === "intersection") return inner.types.some(isInterface);
    return inner?.kind === "reference";
  }
}

function keyOf(type: ReferenceType): string {
  return type.arguments.length === 0 ? type.name : structureText(type);
}
