/** What the members of a union are known by that are objects. */
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

/** Bits of an integer that V8 does not box. */
const MAX_SIGNS = 30;

/** Kinds that are right or wrong at first sight, where they are free. */
const SIMPLE: ReadonlySet<string> = new Set([
  "any",
  "boolean",
  "integer",
  "literal",
  "number",
  "string",
]);

/** The signs of a union's members. A tag is none where it is wrong for all. */
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
  // Should there be too many, those that nothing requires are left out.
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
  // What all must have alike says nothing of any: it is never looked for.
  const all = members.reduce((set, one) => set & one.required, ~telling);
  return { members, signs: signs.filter(({ bit }) => bit & ~all), telling };
}

/** The sign of a property, which is added to them if it is new. */
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

/** The objects that a member may be. */
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
