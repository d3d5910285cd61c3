/** Index of a union's object members by the keys that identify them. */
import {
  made,
  type Made,
  type Members,
  type Property,
  type Shape,
} from "../shape.js";
import {
  innerOf,
  type Part,
  type ShapeNode,
  type Sign,
  type Signs,
} from "./nodes.js";

/**
 * Maximum number of keys in the index. V8 stores an integer with this many bits
 * without boxing it.
 */
const MAX_SIGNS = 30;

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
export function signsIn(union: ShapeNode): Signs {
  const inner = innerOf(union);
  return (inner.signs ??= signsOf(inner.parts, inner.tag?.name));
}

function signsOf(parts: readonly Part[], tag: string | undefined): Signs {
  const signs: Sign[] = [];
  const objects = parts.flatMap(({ node }) =>
    objectsOf(node.it).map(({ properties }) => ({
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
    const { bit, it: first } = signOf(signs, property);
    const it = made(property.shape);
    const alike = first.kind === it.kind && it.free && SIMPLE.has(it.kind);
    if (first !== it && !alike) telling |= bit;
  }
  const members = objects.map(({ node, properties }) => {
    let required = 0;
    let known = 0;
    for (const property of properties) {
      const { bit } = signOf(signs, property);
      known |= bit;
      if (property.required) required |= bit;
    }
    return { node, required, known };
  });
  // A key that all members require with the same shape identifies none of them.
  // Leave it out.
  const all = members.reduce((set, one) => set & one.required, ~telling);
  return { members, signs: signs.filter(({ bit }) => bit & ~all), telling };
}

/** Returns the key of a property, and adds it if it is new. */
function signOf(signs: Sign[], { name, shape }: Property): Sign {
  const values = valuesOf(shape);
  const text = String(values);
  const known = signs.find(
    (sign) => sign.name === name && String(sign.values) === text,
  );
  if (known) return known;
  const bit = signs.length < MAX_SIGNS ? 1 << signs.length : 0;
  const sign = { name, bit, values, it: made(shape) };
  signs.push(sign);
  return sign;
}

function valuesOf(shape: Shape): Sign["values"] {
  const it = made(shape);
  return it.kind === "literal" ? it.of : null;
}

/** Returns the object shapes that a member consists of. */
function objectsOf(it: Made): Members[] {
  switch (it.kind) {
    case "object":
      return [it.of];
    case "tagged": {
      const { branches, absent } = it.of;
      const all = [...branches.values(), ...(absent ? [absent] : [])];
      return all.flatMap((branch) => objectsOf(made(branch)));
    }
    default:
      return [];
  }
}
