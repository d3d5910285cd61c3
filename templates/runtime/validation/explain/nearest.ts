/** Which member of a union a wrong value was meant to be. */
import type { Fields } from "../guards.js";
import { hasKind } from "../kinds.js";
import type { Place } from "./places.js";
import {
  made,
  type Made,
  type Member,
  type Members,
  type Shape,
  type Sign,
  type Tagged,
  type Signs,
} from "../shape.js";

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
export type Count = (member: Made, value: unknown, at: Place) => number;

/**
 * The member that lacks the least of an object: keys, or literals where those
 * are required. Of two that lack as much it is the one of which more is there;
 * and of two that are alike in this too, the one with fewer issues, where they
 * may be counted.
 */
export function nearest(
  { members, byKey, telling }: Signs,
  value: Fields,
  at: Place,
  count: Count | null,
): Made | undefined {
  const there = signsOf(value, byKey);
  let best: Made | undefined;
  let least = Infinity;
  let tied = false;
  for (const member of members) {
    const distance = distanceTo(member, there);
    if (distance === least) tied = true;
    if (distance >= least) continue;
    best = member.it;
    least = distance;
    tied = false;
  }
  if (!tied || !count) return best;
  const alike = members.filter((one) => distanceTo(one, there) === least);
  const common = alike.reduce((set, { known }) => set & known, ~telling);
  if ((there & ~common) === 0) return best;
  return fewest(
    alike.map(({ it }) => it),
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
  branches: Tagged["branches"],
  found: string,
): Made | undefined {
  let best: Shape | undefined;
  let longest = 0;
  for (const [literal, shape] of branches) {
    // Most share no more than the best: one character shows it.
    if (literal.charCodeAt(longest) !== found.charCodeAt(longest)) continue;
    let i = 0;
    while (i < found.length && found.charCodeAt(i) === literal.charCodeAt(i))
      i++;
    if (i <= longest) continue;
    best = shape;
    longest = i;
  }
  return best && made(best);
}

/** The same for what is no object: the member of its kind. */
export function ofKind(
  members: readonly Shape[],
  value: unknown,
  at: Place,
  count: Count | null,
): Made | undefined {
  const all = members.filter((one) => hasKind(one, value)).map(made);
  return all.length > 1 && count ? fewest(all, value, at, count) : all[0];
}

/** The member with the least count, the first of several. */
function fewest(
  members: readonly Made[],
  value: unknown,
  at: Place,
  count: Count,
): Made | undefined {
  let best: Made | undefined;
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
function signsOf(value: Fields, byKey: Signs["byKey"]): number {
  let there = 0;
  try {
    for (const key in value) {
      const signs = byKey.get(key);
      if (signs === undefined) continue;
      const child = value[key];
      if (child === undefined) continue;
      for (const { bit, literal } of signs)
        if (literal === null || hasKind(literal, child)) there |= bit;
    }
  } catch {
    // A getter, or a proxy: what was read before it has to do.
  }
  return there;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The signs of all objects that a union's members may be. */
export function signsOfMembers(
  shapes: readonly Shape[],
  except?: string,
): Signs {
  const byKey = new Map<string, Sign[]>();
  const objects = shapes.flatMap((shape) => {
    const it = made(shape);
    return objectsOf(it).map(({ properties }) => ({
      it,
      properties: properties.filter(({ name }) => name !== except),
    }));
  });
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
  const members = objects.map(({ it, properties }) => {
    let required = 0;
    let known = 0;
    for (const property of properties) {
      const bit = signOf(byKey, property.name, property.shape)?.bit ?? 0;
      known |= bit;
      if (property.required) required |= bit;
    }
    return { it, required, known };
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
