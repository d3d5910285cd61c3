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
 * Kinds whose values are checked completely by their kind, if the shape has no
 * limits.
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
 * Returns the index of a union's members. The tag of a tagged union is not part
 * of it: the tag already matched no member.
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
  const signs: MemberKey[] = [];
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
  let telling = 0;
  for (const property of inOrder) {
    const { bit, shape: first } = getMemberKey(signs, property);
    const it = resolveShape(property.shape);
    const alike =
      first.kind === it.kind && it.unrestricted && SIMPLE.has(it.kind);
    if (first !== it && !alike) telling |= bit;
  }
  const members = objects.map(({ node, properties }) => {
    let required = 0;
    let known = 0;
    for (const property of properties) {
      const { bit } = getMemberKey(signs, property);
      known |= bit;
      if (property.required) required |= bit;
    }
    return { node, required, known };
  });
  // A key that all members require with the same shape identifies none of them.
  // Leave it out.
  const all = members.reduce((set, one) => set & one.required, ~telling);
  return {
    members,
    keys: signs.filter(({ bit }) => bit & ~all),
    distinguishingBits: telling,
  };
}

/** Returns the key of a property, and adds it if it is new. */
function getMemberKey(
  signs: MemberKey[],
  { name, shape }: Property,
): MemberKey {
  const values = getLiteralValues(shape);
  const text = String(values);
  const known = signs.find(
    (sign) => sign.name === name && String(sign.values) === text,
  );
  if (known) return known;
  const bit = signs.length < MAX_MEMBER_KEYS ? 1 << signs.length : 0;
  const sign = { name, bit, values, shape: resolveShape(shape) };
  signs.push(sign);
  return sign;
}

function getLiteralValues(shape: Shape): MemberKey["values"] {
  const it = resolveShape(shape);
  return it.kind === "literal" ? it.details : null;
}

/** Returns the object shapes that a member consists of. */
function getObjects(it: ResolvedShape): ObjectDetails[] {
  switch (it.kind) {
    case "object":
      return [it.details];
    case "tagged": {
      const { branches, absent } = it.details;
      const all = [...branches.values(), ...(absent ? [absent] : [])];
      return all.flatMap((branch) => getObjects(resolveShape(branch)));
    }
    default:
      return [];
  }
}
