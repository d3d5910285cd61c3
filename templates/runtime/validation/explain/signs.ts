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
  const properties = objects.flatMap(({ properties }) => properties);
  // Should there be too many, those that nothing requires are left out.
  const inOrder = [
    ...properties.filter(({ required }) => required),
    ...properties.filter(({ required }) => !required),
  ];
  let telling = 0;
  for (const property of inOrder) {
    const known = signOf(signs, property);
    const { name, shape } = property;
    const it = made(shape);
    if (known === undefined) {
      const bit = signs.length < MAX_SIGNS ? 1 << signs.length : 0;
      signs.push({ name, bit, values: valuesOf(shape), it });
      continue;
    }
    const alike = known.it.kind === it.kind && it.free && SIMPLE.has(it.kind);
    if (known.it !== it && !alike) telling |= known.bit;
  }
  const members = objects.map(({ node, properties }) => {
    let required = 0;
    let known = 0;
    for (const property of properties) {
      const bit = signOf(signs, property)?.bit ?? 0;
      known |= bit;
      if (property.required) required |= bit;
    }
    return { node, required, known };
  });
  // What all must have alike says nothing of any.
  const all = members.reduce((set, one) => set & one.required, ~telling);
  return {
    members: members.map(({ node, required, known }) => {
      return { node, required: required & ~all, known: known & ~all };
    }),
    signs: signs.filter(({ bit }) => (bit & ~all) !== 0),
    telling,
  };
}

function signOf(
  signs: readonly Sign[],
  { name, shape }: Property,
): Sign | undefined {
  const text = String(valuesOf(shape));
  return signs.find(
    (sign) => sign.name === name && String(sign.values) === text,
  );
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
