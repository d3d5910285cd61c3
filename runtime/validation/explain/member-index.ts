/** Index of a union's object members by the keys that identify them. */
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
 * Maximum number of keys in the index. V8 stores an integer with this many bits
 * without boxing it.
 */
const MAX_MEMBER_KEYS = 30;

/**
 * Kinds of shapes that always accept the same values if they have the same kind
 * and no limits.
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
 * Returns the index of a union's members. Leaves out the tag of a tagged union,
 * since the value's tag matched no member.
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
  // Required keys come first, so that only optional ones exceed the maximum.
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
  // A key that all members require with the same shape identifies none of them.
  // Leave it out.
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

/** Returns the key of a property, and adds it if it is new. */
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

/** Returns the object shapes that a member consists of. */
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
