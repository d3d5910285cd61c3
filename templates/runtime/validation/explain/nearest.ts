/** Which member of a union a wrong value was meant to be. */
import type { Fields } from "../guards.js";
import { hasKind } from "../kinds.js";
import type { Place } from "./places.js";
import type { Part, ShapeNode } from "./nodes.js";
import { made, type Made, type Members, type Shape } from "../shape.js";

/** By what the members of a union are known that are objects. */
export interface Signs {
  readonly members: readonly Member[];
  readonly byKey: ReadonlyMap<string, readonly Sign[]>;
  /** Keys of which the members do not say the same. */
  readonly telling: number;
}

/** A member, and its signs as sets of bits. */
interface Member {
  readonly node: ShapeNode;
  readonly required: number;
  readonly known: number;
}

/** A key that is there, or that has this literal. */
interface Sign {
  readonly bit: number;
  readonly literal: LiteralShape | null;
  /** What the first member with the key has there. */
  readonly it: Made;
}

type LiteralShape = Extract<Made, { kind: "literal" }>;

/** Bits of an integer that V8 does not box. */
const MAX_SIGNS = 30;

/** What is missing weighs more than all that is there. */
const MISSING = 32;

/** Kinds that are right or wrong at first sight, where they are free. */
const SIMPLE: ReadonlySet<string> = new Set([
  "any",
  "boolean",
  "integer",
  "literal",
  "number",
  "string",
]);

/** Counts all that is wrong with a value as that member, which is at a place. */
export type Count = (
  member: ShapeNode,
  value: unknown,
  at: Place | null,
) => number;

/**
 * The member that lacks the least of an object: keys, or literals where those
 * are required. Of two that lack as much it is the one of which more is there;
 * and of two that are alike in this too, the one with fewer issues, where they
 * may be counted.
 */
export function nearest(
  { members, byKey, telling }: Signs,
  value: Fields,
  at: Place | null,
  count: Count | null,
): ShapeNode | undefined {
  const there = signsThere(value, byKey);
  let best: ShapeNode | undefined;
  let least = Infinity;
  let tied = false;
  for (const member of members) {
    const distance = distanceTo(member, there);
    if (distance === least) tied = true;
    if (distance >= least) continue;
    best = member.node;
    least = distance;
    tied = false;
  }
  if (!tied || !count) return best;
  const alike = members.filter((one) => distanceTo(one, there) === least);
  const common = alike.reduce((set, { known }) => set & known, ~telling);
  if ((there & ~common) === 0) return best;
  return fewest(
    alike.map(({ node }) => node),
    value,
    at,
    count,
  );
}

function distanceTo({ required, known }: Member, there: number): number {
  return MISSING * bits(required & ~there) - bits(known & there);
}

/** The member whose literal shares the longest prefix with the string. */
export function likeliest(
  byTag: ReadonlyMap<unknown, ShapeNode>,
  found: string,
): ShapeNode | undefined {
  let best: ShapeNode | undefined;
  let longest = 0;
  for (const [literal, node] of byTag) {
    if (typeof literal !== "string") continue;
    // Most share no more than the best: one character shows it.
    if (literal.charCodeAt(longest) !== found.charCodeAt(longest)) continue;
    let i = 0;
    while (i < found.length && found.charCodeAt(i) === literal.charCodeAt(i))
      i++;
    if (i <= longest) continue;
    best = node;
    longest = i;
  }
  return best;
}

/** The same for what is no object: the member of its kind. */
export function ofKind(
  members: readonly Part[],
  value: unknown,
  at: Place | null,
  count: Count | null,
): ShapeNode | undefined {
  const all = members
    .filter(({ node }) => hasKind(node.it, value))
    .map(({ node }) => node);
  return all.length > 1 && count ? fewest(all, value, at, count) : all[0];
}

/** The member with the least count, the first of several. */
function fewest(
  members: readonly ShapeNode[],
  value: unknown,
  at: Place | null,
  count: Count,
): ShapeNode | undefined {
  let best: ShapeNode | undefined;
  let least = Infinity;
  for (const member of members) {
    const found = count(member, value, at);
    if (found >= least) continue;
    best = member;
    least = found;
  }
  return best;
}

/** By the keys of the value: it has fewer than all members together. */
function signsThere(value: Fields, byKey: Signs["byKey"]): number {
  let there = 0;
  try {
    for (const key in value) {
      const signs = byKey.get(key);
      if (signs === undefined) continue;
      const child = value[key];
      if (child === undefined) continue;
      for (const { bit, literal } of signs)
        if (literal === null || literal.of.includes(child as string))
          there |= bit;
    }
  } catch {
    // A getter, or a proxy: what was read before it has to do.
  }
  return there;
}

/** How many there are in a set. */
function bits(set: number): number {
  const pairs = set - ((set >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The signs of all objects that a union's members may be. */
export function signsOf(nodes: readonly ShapeNode[], except?: string): Signs {
  const byKey = new Map<string, Sign[]>();
  const objects = nodes.flatMap((node) =>
    objectsOf(node.it).map(({ properties }) => ({
      node,
      properties: properties.filter(({ name }) => name !== except),
    })),
  );
  const all = objects.flatMap(({ properties }) => properties);
  // Should there be too many, those that nothing requires are left out.
  const inOrder = [
    ...all.filter(({ required }) => required),
    ...all.filter(({ required }) => !required),
  ];
  let count = 0;
  let telling = 0;
  for (const { name, shape } of inOrder) {
    const known = signOf(byKey, name, shape);
    const it = made(shape);
    const sign = known ?? {
      bit: count < MAX_SIGNS ? 1 << count++ : 0,
      literal: literalOf(shape),
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
  return { members, byKey, telling };
}

function signOf(
  byKey: Signs["byKey"],
  name: string,
  shape: Shape,
): Sign | undefined {
  const text = String(literalOf(shape)?.of);
  return byKey.get(name)?.find(({ literal }) => String(literal?.of) === text);
}

function literalOf(shape: Shape): Sign["literal"] {
  const it = made(shape);
  return it.kind === "literal" ? it : null;
}

/** The objects that a member may be. */
function objectsOf(it: Made): Members[] {
  switch (it.kind) {
    case "object":
      return [it.of];
    case "union":
      return it.of.flatMap((member) => objectsOf(made(member)));
    case "tagged": {
      const { branches, absent } = it.of;
      const all = [...branches.values(), ...(absent ? [absent] : [])];
      return all.flatMap((branch) => objectsOf(made(branch)));
    }
    default:
      return [];
  }
}
