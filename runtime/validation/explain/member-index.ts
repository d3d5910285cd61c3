/**
 * Index of the union members that are object types. With this index,
 * explanations find the member that is most similar to an invalid object.
 */
import {
  resolveShape,
  type ResolvedShape,
  type ObjectDetails,
  type Property,
  type Shape,
} from "../shape.js";
import {
  getChildren,
  type Part,
  type ShapeNode,
  type MemberKey,
  type MemberIndex,
} from "./nodes.js";

/**
 * Maximum number of keys in the index. Each key is one bit of an integer, and
 * V8 stores an integer of 30 bits without boxing.
 */
const MAX_MEMBER_KEYS = 30;

/**
 * Kinds of simple types. Two types of the same simple kind accept the same
 * values if neither has limits.
 */
const SIMPLE: ReadonlySet<string> = new Set([
  "any",
  "boolean",
  "integer",
  "literal",
  "number",
  "string",
]);

/**
 * Returns the index of a union's members. The index omits the tag
 * (discriminant) of the union: the index is used only if the value's tag
 * matches no member.
 */
export function getMemberIndex(union: ShapeNode): MemberIndex {
  const inner = getChildren(union);
  return (inner.memberIndex ??= createMemberIndex(
    inner.parts,
    inner.tag?.name,
  ));
}

function createMemberIndex(
  parts: readonly Part[],
  tag: string | undefined,
): MemberIndex {
  const keys: MemberKey[] = [];
  const objects = parts.flatMap(({ node }) =>
    getObjects(node.shape).map(({ properties }) => ({
      node,
      properties: properties.filter(({ name }) => name !== tag),
    })),
  );
  // Required keys are processed first, so that they get the available bits
  // before optional keys.
  const inOrder = objects
    .flatMap(({ properties }) => properties)
    .sort((a, b) => Number(b.required) - Number(a.required));
  let distinguishingBits = 0;
  for (const property of inOrder) {
    const { bit, shape: first } = getMemberKey(keys, property);
    const resolved = resolveShape(property.shape);
    const equalKind =
      first.kind === resolved.kind &&
      resolved.unrestricted &&
      SIMPLE.has(resolved.kind);
    if (first !== resolved && !equalKind) distinguishingBits |= bit;
  }
  const members = objects.map(({ node, properties }) => {
    let required = 0;
    let known = 0;
    for (const property of properties) {
      const { bit } = getMemberKey(keys, property);
      known |= bit;
      if (property.required) required |= bit;
    }
    return { node, required, known };
  });
  // A key that all members require with the same type is omitted, because the
  // key does not identify any member.
  const requiredByAll = members.reduce(
    (set, member) => set & member.required,
    ~distinguishingBits,
  );
  return {
    members,
    keys: keys.filter(({ bit }) => bit & ~requiredByAll),
    distinguishingBits,
  };
}

/**
 * Returns the index entry for a property. Adds the entry to `keys` if it is
 * missing.
 */
function getMemberKey(keys: MemberKey[], { name, shape }: Property): MemberKey {
  const values = getLiteralValues(shape);
  const text = String(values);
  const known = keys.find(
    (memberKey) => memberKey.name === name && String(memberKey.values) === text,
  );
  if (known) return known;
  const bit = keys.length < MAX_MEMBER_KEYS ? 1 << keys.length : 0;
  const memberKey = { name, bit, values, shape: resolveShape(shape) };
  keys.push(memberKey);
  return memberKey;
}

function getLiteralValues(shape: Shape): MemberKey["values"] {
  const resolved = resolveShape(shape);
  return resolved.kind === "literal" ? resolved.details : null;
}

/** Returns the runtime schemas of the object types in a union member. */
function getObjects(resolved: ResolvedShape): ObjectDetails[] {
  switch (resolved.kind) {
    case "object":
      return [resolved.details];
    case "tagged": {
      const { branches, absent } = resolved.details;
      const requiredByAll = [...branches.values(), ...(absent ? [absent] : [])];
      return requiredByAll.flatMap((branch) =>
        getObjects(resolveShape(branch)),
      );
    }
    default:
      return [];
  }
}
