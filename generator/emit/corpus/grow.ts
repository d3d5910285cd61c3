/** Generates valid values of a type. */
import {
  taggedTypes,
  type Normal,
  type NormalObject,
  type Normals,
} from "../../model/normal/types.js";
import { compilePattern } from "../../model/util/pattern.js";
import type { NumberShape, StringShape } from "../../model/resolved/shape.js";
import { unreachable } from "../../model/walk.js";
import type { Random } from "./random.js";

/** Maximum depth of optional members and of items beyond `minItems`. */
const DEEP = 4;

/** Maximum depth of a value. Generating a deeper one fails. */
const TOO_DEEP = 24;

const TEXTS = ["", "a", "text", "é", "𝒳y", "__proto__", " two words"];

const FORMATTED: { readonly [format: string]: readonly string[] } = {
  uri: ["https://example.com/a?b=c#d", "file:///tmp/x", "urn:a:b"],
  "uri-template": ["file:///{path}", "https://example.com{?q,page*}"],
  byte: ["", "AAAA", "aGk=", "aA=="],
  date: ["2024-02-29"],
  "date-time": ["2025-06-18T12:00:00Z", "2025-06-18T12:00:00.5+02:00"],
  email: ["a.b@example.com"],
};

const NUMBERS = [0, 1, -1, 0.5, 7, 100, -0, 2 ** 53, 1e21, -1e-7];

const KEYS = ["x", "x-1", "a key", "constructor", "__proto__", "y/z~", "0"];

/** Returns any JSON value. */
function anything(random: Random, depth = 0): unknown {
  const inner = () => anything(random, depth + 1);
  const makers = [
    () => null,
    () => random.chance(0.5),
    () => random.pick(NUMBERS),
    () => random.pick(TEXTS),
    () => Array.from({ length: random.below(3) }, inner),
    () =>
      Object.fromEntries(
        Array.from({ length: random.below(3) }, () => [
          random.pick(KEYS),
          inner(),
        ]),
      ),
  ];
  return random.pick(depth > 1 ? makers.slice(0, 4) : makers)();
}

/**
 * Returns a random valid value of a type.
 *
 * @throws CannotGrow if no value is found: for `never`, or for a pattern that
 *   no known text matches.
 */
export function grow(
  type: Normal,
  normals: Normals,
  random: Random,
  /** Probability of an optional member, from 0 to 1. */
  optional = 0.5,
): unknown {
  return growAt(type, 0);

  function growAt(type: Normal, depth: number): unknown {
    if (depth > TOO_DEEP) throw new CannotGrow(type);
    switch (type.kind) {
      case "any":
        return anything(random);
      case "never":
        throw new CannotGrow(type);
      case "boolean":
        return random.chance(0.5);
      case "string":
        return growText(type, random);
      case "number":
        return growNumber(type, random);
      case "literals":
        return random.pick(type.values);
      case "array": {
        const least = type.minItems ?? 0;
        const most = Math.min(type.maxItems ?? least + 2, least + 2);
        const full =
          optional === 1 ? Math.min(Math.max(least, 1), most) : least;
        const length =
          depth > DEEP ? least : full + random.below(most - full + 1);
        return Array.from({ length }, () => growAt(type.element, depth + 1));
      }
      case "object":
        return growObject(type, depth);
      case "union":
        return growMember(type.members, depth);
      case "tagged":
        return growMember(taggedTypes(type), depth);
      case "ref":
        return growAt(normals.body(type.name), depth);
      default:
        return unreachable(type);
    }
  }

  function growObject(object: NormalObject, depth: number): unknown {
    const { properties } = object;
    const made: [name: string, value: unknown][] = [];
    for (const { name, type, required } of properties) {
      if (!required && (depth > DEEP || !random.chance(optional))) continue;
      try {
        made.push([name, growAt(type, depth + 1)]);
      } catch (error) {
        if (required || !(error instanceof CannotGrow)) throw error;
      }
    }
    const declared = new Set(properties.map(({ name }) => name));
    const keys = depth > DEEP ? [] : KEYS.filter((key) => !declared.has(key));
    const { index } = object;
    const wanted = optional === 1 && index !== null;
    // `Record<string, never>` allows no keys.
    const more = keys.length > 0 && index?.kind !== "never";
    if (more && (wanted || random.chance(0.3)))
      made.push([
        random.pick(keys),
        index ? growAt(index, depth + 1) : anything(random),
      ]);
    // `Object.fromEntries` creates own members, even for the key `__proto__`.
    return Object.fromEntries(made);
  }

  function growMember(members: readonly Normal[], depth: number): unknown {
    const member = random.pick(members);
    try {
      return growAt(member, depth);
    } catch (error) {
      if (!(error instanceof CannotGrow) || members.length === 1) throw error;
      const others = members.filter((other) => other !== member);
      return growMember(others, depth);
    }
  }
}

/** Thrown if no value of a type is known. */
export class CannotGrow extends Error {
  constructor(type: Normal) {
    super(`No value of ${JSON.stringify(type)} is known`);
  }
}

/** Texts that common patterns match. */
const PATTERNED = [
  "https://example.com/x",
  "file:///x",
  "example.com/x",
  "a/x",
  "data:image/png;base64,AA==",
  "0123456789abcdef".repeat(4),
];

/**
 * Returns a known string of the type, or a string of the shortest allowed
 * length.
 */
function growText(type: StringShape, random: Random): string {
  const { format = "", minLength = 0, maxLength = Infinity, patterns } = type;
  const fits = (text: string): boolean => {
    const length = [...text].length;
    const inLimits = length >= minLength && length <= maxLength;
    return inLimits && !patterns?.some((p) => !compilePattern(p).test(text));
  };
  const special = patterns ? PATTERNED : [];
  const known = [...(FORMATTED[format] ?? []), ...TEXTS, ...special];
  const pool = known.filter(fits);
  if (pool.length > 0) return random.pick(pool);
  const exact = "a".repeat(type.minLength ?? type.maxLength ?? 1);
  if (fits(exact)) return exact;
  throw new CannotGrow(type);
}

/** Returns a known number of the type. */
function growNumber(type: NumberShape, random: Random): number {
  const { integer, minimum = -Infinity, maximum = Infinity } = type;
  const bounds = [minimum, maximum].filter(Number.isFinite);
  const pool = [...NUMBERS, ...bounds].filter(
    (n) => n >= minimum && n <= maximum && (!integer || Number.isInteger(n)),
  );
  if (pool.length === 0) throw new CannotGrow(type);
  return random.pick(pool);
}
