/**
 * Determines where a `number` of the schema means an integer. TypeScript has
 * only the type `number`, so doc tags of the schema distinguish integers from
 * numbers with a fraction.
 */
import type { Declaration, Doc, Member, TypeNode } from "./types.js";
import { mapChildren } from "./walk.js";

/**
 * Types and members in which `number` may have a fraction although the schema
 * lacks the tag `@TJS-type number`. Types are listed by name, and members by
 * path.
 */
const FRACTIONS: ReadonlySet<string> = new Set([
  // `JSONValue` accepts any JSON value, so a number may have a fraction.
  "JSONValue",
  // In an elicitation form, a field may have `"type": "number"`
  // (`NumberSchema`). The value that the user enters may then have a fraction.
  "ElicitResult.content",
]);

/**
 * Returns the declaration after setting the flag `integer` of each `number`
 * type. The flag is true by default. Exceptions are declarations of extensions,
 * the types and members in `FRACTIONS`, and numbers with the tag `@TJS-type
 * number`.
 */
export function markIntegers<T extends Declaration>(declaration: T): T {
  const { name, doc } = declaration;
  const integer = declaration.extension === undefined && !FRACTIONS.has(name);
  if (declaration.kind === "constant") return declaration;
  if (declaration.kind === "alias")
    return { ...declaration, type: markType(declaration.type, integer, doc) };
  return {
    ...declaration,
    extends: declaration.extends.map((base) => markType(base, integer)),
    members: declaration.members.map((member) => {
      const path = `${name}.${member.kind === "property" ? member.name : ""}`;
      return markMember(member, integer && !FRACTIONS.has(path));
    }),
  };
}

function markMember(member: Member, integer: boolean): Member {
  return { ...member, type: markType(member.type, integer, member.doc) };
}

/**
 * Returns the type after setting the flag `integer` of each `number` type in
 * it.
 *
 * @param doc Doc comment whose tags apply to the type, but not to the elements
 *   and members inside the type.
 */
export function markType(
  type: TypeNode,
  integer: boolean,
  doc?: Doc,
): TypeNode {
  switch (type.kind) {
    case "primitive":
      return type.name === "number"
        ? { ...type, integer: (doc && readIntegerTag(doc)) ?? integer }
        : type;
    case "object":
      return {
        ...type,
        members: type.members.map((member) => markMember(member, integer)),
      };
    case "union":
    case "intersection":
    case "nonNullable":
      return mapChildren(type, (child) => markType(child, integer, doc));
    default:
      return mapChildren(type, (child) => markType(child, integer));
  }
}

/**
 * Returns whether the tags of a doc comment restrict a number to integers.
 * Returns undefined if no tag determines this.
 */
export function readIntegerTag({ tags }: Doc): boolean | undefined {
  const find = (wanted: string) =>
    tags.find(({ name, text }) => name === wanted && text.trim() !== "");
  if (find("format")?.text.trim() === "int") return true;
  return find("TJS-type")?.text.trim() === "number" ? false : undefined;
}
