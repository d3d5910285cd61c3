/** Creates type nodes that do not come from a source file. */
import { structureText } from "./identity/canonical.js";
import type {
  Doc,
  LiteralValue,
  Position,
  PropertyMember,
  ReferenceType,
  TypeNode,
} from "./type-nodes.js";

/** Doc comment without text and tags. */
export const NO_DOC: Doc = {
  text: "",
  tags: [],
  deprecated: null,
  since: null,
};

/** Position of nodes that do not come from a source file. */
export const NOWHERE: Position = { line: 0, column: 0 };

/** Returns a reference to the declaration with the given name. */
export function reference(name: string): ReferenceType {
  return { kind: "reference", name };
}

/** Returns the property `name: type`, without a doc comment by default. */
export function property(
  name: string,
  type: TypeNode,
  doc: Doc = NO_DOC,
  optional = false,
): PropertyMember {
  return {
    kind: "property",
    name,
    optional,
    readonly: false,
    type,
    doc,
    position: NOWHERE,
  };
}

/**
 * Returns the union of `types`, such as `A | B`. A single type is returned
 * unchanged.
 */
export function unionType(types: readonly TypeNode[]): TypeNode {
  const [only] = types;
  return only && types.length === 1 ? only : { kind: "union", types };
}

/**
 * Returns the intersection of `types` without duplicates, such as `A & B`. If
 * one type remains, that type is returned unchanged.
 */
export function intersectionType(types: readonly TypeNode[]): TypeNode {
  const flat = types.flatMap((type) =>
    type.kind === "intersection" ? type.types : [type],
  );
  const distinct = new Map(flat.map((type) => [structureText(type), type]));
  const [only, ...others] = distinct.values();
  return only && others.length === 0
    ? only
    : { kind: "intersection", types: [...distinct.values()] };
}

/**
 * Returns a union of literal types, such as `"a" | "b"`, for the given values.
 */
export function literalUnion(values: readonly LiteralValue[]): TypeNode {
  return unionType(values.map((value) => ({ kind: "literal", value })));
}
