/** Nodes that the program makes itself, which no source text holds. */
import { structureText } from "./identity/canonical.js";
import type {
  Doc,
  LiteralValue,
  Position,
  PropertyMember,
  ReferenceType,
  TypeNode,
} from "./type-nodes.js";

/** A doc with nothing in it. */
export const NO_DOC: Doc = {
  text: "",
  tags: [],
  deprecated: null,
  since: null,
};

/** The place of what stands in no file. */
export const NOWHERE: Position = { line: 0, column: 0 };

/** The type that names a declaration. */
export function reference(name: string): ReferenceType {
  return { kind: "reference", name };
}

/** `name: type`, a member without a comment unless one is given. */
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

/** `A | B`; of one type, that one. */
export function unionType(types: readonly TypeNode[]): TypeNode {
  const [only] = types;
  return only && types.length === 1 ? only : { kind: "union", types };
}

/** `A & B`, each type once; of one type, that one. */
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

/** `"a" | "b"` */
export function literalUnion(values: readonly LiteralValue[]): TypeNode {
  return unionType(values.map((value) => ({ kind: "literal", value })));
}
