/** What types come to, so that two of them can be compared. */
import { membersOf, type EffectiveMembers } from "../members.js";
import { isPrimitive, type PlainKind } from "../plain-types.js";
import {
  findMember,
  literalOf,
  resolveAlias,
  type Declarations,
} from "../resolve.js";
import type { Doc, Member, TypeNode } from "../types.js";

const NO_DOC: Doc = { text: "", tags: [], deprecated: null, since: null };
/** What an optional member may be too. */
export const UNDEFINED: TypeNode = { kind: "primitive", name: "undefined" };

/** Reads the types of one file. */
export interface Readings {
  /** What a type comes to, without names; null where that is not known. */
  readonly reduced: (type: TypeNode) => TypeNode | null;
  /** What values of a type are; null where that is not known. */
  readonly kindOf: (type: TypeNode) => PlainKind | "object" | "never" | null;
  /** All members; null where `membersOf` does not know them all. */
  readonly fullMembers: (type: TypeNode) => EffectiveMembers | null;
}

/** Readings of the types of one file; what was found is kept. */
export function createReadings(declarations: Declarations): Readings {
  const closed = new Map<string, boolean>();
  return { reduced, kindOf, fullMembers };

  function fullMembers(type: TypeNode): EffectiveMembers | null {
    if (isPrimitive(type, "object")) return new Map();
    return isFull(type) ? membersOf(declarations, type) : null;
  }

  function isFull(type: TypeNode): boolean {
    // Of what stands for a record, the keys are not among the members.
    const { kind } = resolveAlias(declarations, type);
    if (kind === "record" || kind === "indexed" || kind === "readonly")
      return false;
    const inner = reduced(type);
    switch (inner?.kind) {
      case "object":
        return true;
      case "reference": {
        const found = declarations.get(inner.name);
        if (found?.kind !== "interface") return false;
        const before = closed.get(inner.name);
        if (before !== undefined) return before;
        const full = found.extends.every(isFull);
        closed.set(inner.name, full);
        return full;
      }
      case "intersection":
        return inner.types.every(isFull);
      case "partial":
      case "required":
        return isFull(inner.type);
      case "omit":
      case "pick": {
        const members = membersOf(declarations, inner.type);
        // Of other keys TypeScript's own definitions make something else.
        return isFull(inner.type) && members !== null && !hasIndex(members);
      }
      default:
        return false;
    }
  }

  function kindOf(type: TypeNode): PlainKind | "object" | "never" | null {
    const literal =
      type.kind === "literal" || type.kind === "constant"
        ? literalOf(declarations, type)
        : undefined;
    if (literal !== undefined)
      return literal === null ? "null" : (typeof literal as PlainKind);
    switch (type.kind) {
      case "primitive":
        return type.name === "any" || type.name === "unknown"
          ? null
          : type.name;
      case "template":
        return "string";
      case "array":
      case "tuple":
        return "array";
      default:
        return membersOf(declarations, type) ? "object" : null;
    }
  }

  function reduced(type: TypeNode): TypeNode | null {
    const found = resolveAlias(declarations, type);
    switch (found.kind) {
      case "reference":
        return declarations.has(found.name) ? found : null;
      case "indexed": {
        const key = literalOf(declarations, found.index);
        const member =
          typeof key === "string"
            ? findMember(declarations, found.object, key)
            : null;
        if (!member) return null;
        if (!member.optional) return reduced(member.type);
        return { kind: "union", types: [member.type, UNDEFINED] };
      }
      case "readonly": {
        const inner = reduced(found.type);
        return inner?.kind === "array" || inner?.kind === "tuple"
          ? { ...inner, readonly: true }
          : inner;
      }
      case "record":
        return recordType(found.key, found.value);
      case "nonNullable":
      case "exclude":
      case "extract":
      case "keyof":
        return null;
      default:
        return found;
    }
  }

  function recordType(key: TypeNode, value: TypeNode): TypeNode | null {
    const inner = resolveAlias(declarations, key);
    const common = {
      readonly: false,
      type: value,
      doc: NO_DOC,
      position: { line: 0, column: 0 },
    };
    if (inner.kind === "primitive")
      return {
        kind: "object",
        members: [{ kind: "index", parameter: "key", key: inner, ...common }],
      };
    const parts = inner.kind === "union" ? inner.types : [inner];
    const names = parts.map((part) => literalOf(declarations, part));
    const members = names.flatMap((name): Member[] =>
      typeof name === "string"
        ? [{ kind: "property", name, optional: false, ...common }]
        : [],
    );
    return members.length === names.length ? { kind: "object", members } : null;
  }
}

/** Whether members have keys that are not named among them. */
export function hasIndex(members: EffectiveMembers | null): boolean {
  return [...(members?.keys() ?? [])].some((name) => name.startsWith("["));
}
