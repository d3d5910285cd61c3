/** What the members of a union are known by that are objects. */
import { made, type Made, type Members, type Shape } from "../shape.js";
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
  const byKey = new Map<string, Sign[]>();
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
  let count = 0;
  let telling = 0;
  for (const { name, shape } of inOrder) {
    const known = signOf(byKey, name, shape);
    const it = made(shape);
    const sign = known ?? {
      bit: count < MAX_SIGNS ? 1 << count++ : 0,
      values: valuesOf(shape),
      it,
    };
    if (!known) byKey.set(name, [...(byKey.get(name) ?? []), sign]);
    const alike = sign.it.kind === it.kind && it.free && SIMPLE.has(it.kind);
    if (sign.it !== it && !alike) telling |= sign.bit;
  }
  const members = objects.map(({ node, properties }) => {
    let required = 0;
    let known = 0;
    for (const property of properties) {
      const bit = signOf(byKey, property.name, property.shape)?.bit ?? 0;
      known |= bit;
      if (property.required) required |= bit;
    }
    return { node, required, known };
  });
  // What all must have alike says nothing of any.
  const all = members.reduce((set, one) => set & one.required, ~telling);
  for (const [key, signs] of byKey)
    if (signs.every(({ bit }) => (bit & ~all) === 0)) byKey.delete(key);
  return {
    members: members.map(({ node, required, known }) => {
      return { node, required: required & ~all, known: known & ~all };
    }),
    byKey,
    telling,
  };
}

function signOf(
  byKey: Signs["byKey"],
  name: string,
  shape: Shape,
): Sign | undefined {
  const text = String(valuesOf(shape));
  return byKey.get(name)?.find(({ values }) => String(values) === text);
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
