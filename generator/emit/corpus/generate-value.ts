/** Generates random valid values of a type. */
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

/**
 * Maximum depth of optional members, and of array items in excess of
 * `minItems`. Deeper values contain only required members and items.
 */
const MAX_OPTIONAL_DEPTH = 4;

/**
 * Maximum depth of a generated value. If the type requires a deeper value,
 * `NoKnownValue` is thrown.
 */
const MAX_VALUE_DEPTH = 24;

/**
 * Maximum length of a generated string or array. A schema may require billions
 * of characters or items, which do not fit into memory.
 */
export const MAX_LENGTH = 1_000;

const TEXTS = ["", "a", "text", "é", "𝒳y", "__proto__", " two words"];

const FORMAT_TEXTS: { readonly [format: string]: readonly string[] } = {
  uri: ["https://example.com/a?b=c#d", "file:///tmp/x", "urn:a:b"],
  "uri-template": ["file:///{path}", "https://example.com{?q,page*}"],
  byte: ["", "AAAA", "aGk=", "aA=="],
  date: ["2024-02-29"],
  "date-time": ["2025-06-18T12:00:00Z", "2025-06-18T12:00:00.5+02:00"],
  email: ["a.b@example.com"],
};

const NUMBERS = [0, 1, -1, 0.5, 7, 100, -0, 2 ** 53, 1e21, -1e-7];

const KEYS = ["x", "x-1", "a key", "constructor", "__proto__", "y/z~", "0"];

/** Returns a random JSON value of any type. */
function generateAnything(random: Random, depth = 0): unknown {
  const inner = () => generateAnything(random, depth + 1);
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
 * @throws NoKnownValue if no value can be generated: the type is `never`, is
 *   nested too deeply, requires a value that is too long, or has a pattern that
 *   no sample text matches.
 */
export function generateValue(
  type: Normal,
  normals: Normals,
  random: Random,
  /** Probability that an optional member is generated, from 0 to 1. */
  optional = 0.5,
): unknown {
  return generateAt(type, 0);

  function generateAt(type: Normal, depth: number): unknown {
    if (depth > MAX_VALUE_DEPTH) throw new NoKnownValue(type);
    switch (type.kind) {
      case "any":
        return generateAnything(random);
      case "never":
        throw new NoKnownValue(type);
      case "boolean":
        return random.chance(0.5);
      case "string":
        return generateText(type, random);
      case "number":
        return generateNumber(type, random);
      case "literals":
        return random.pick(type.values);
      case "array": {
        const least = type.minItems ?? 0;
        if (least > MAX_LENGTH) throw new NoKnownValue(type);
        const most = Math.min(type.maxItems ?? least + 2, least + 2);
        const full =
          optional === 1 ? Math.min(Math.max(least, 1), most) : least;
        const length =
          depth > MAX_OPTIONAL_DEPTH
            ? least
            : full + random.below(most - full + 1);
        return Array.from({ length }, () =>
          generateAt(type.element, depth + 1),
        );
      }
      case "object":
        return generateObject(type, depth);
      case "union":
        return generateMember(type.members, depth);
      case "tagged":
        return generateMember(taggedTypes(type), depth);
      case "ref":
        return generateAt(normals.body(type.name), depth);
      default:
        return unreachable(type);
    }
  }

  function generateObject(object: NormalObject, depth: number): unknown {
    const { properties } = object;
    const made: [name: string, value: unknown][] = [];
    for (const { name, type, required } of properties) {
      if (!required && (depth > MAX_OPTIONAL_DEPTH || !random.chance(optional)))
        continue;
      try {
        made.push([name, generateAt(type, depth + 1)]);
      } catch (error) {
        if (required || !(error instanceof NoKnownValue)) throw error;
      }
    }
    const declared = new Set(properties.map(({ name }) => name));
    const keys =
      depth > MAX_OPTIONAL_DEPTH
        ? []
        : KEYS.filter((key) => !declared.has(key));
    const { index } = object;
    const wanted = optional === 1 && index !== null;
    // An index signature of type `never`, as in `Record<string, never>`, allows
    // no keys.
    const more = keys.length > 0 && index?.kind !== "never";
    if (more && (wanted || random.chance(0.3)))
      made.push([
        random.pick(keys),
        index ? generateAt(index, depth + 1) : generateAnything(random),
      ]);
    // `Object.fromEntries` creates own members, even for the key `__proto__`.
    return Object.fromEntries(made);
  }

  function generateMember(members: readonly Normal[], depth: number): unknown {
    const member = random.pick(members);
    try {
      return generateAt(member, depth);
    } catch (error) {
      if (!(error instanceof NoKnownValue) || members.length === 1) throw error;
      const others = members.filter((other) => other !== member);
      return generateMember(others, depth);
    }
  }
}

/** Thrown if no sample value of a type can be generated. */
export class NoKnownValue extends Error {
  constructor(type: Normal) {
    super(`Cannot generate a sample value of type ${JSON.stringify(type)}`);
  }
}

/**
 * Calls `sample` and returns the generated value, or undefined if no value can
 * be generated.
 */
export function tryGenerate<T>(sample: () => T): T | undefined {
  try {
    return sample();
  } catch (error) {
    if (error instanceof NoKnownValue) return undefined;
    throw error;
  }
}

/** Sample texts that match common regular expressions. */
const PATTERN_TEXTS = [
  "https://example.com/x",
  "file:///x",
  "example.com/x",
  "a/x",
  "data:image/png;base64,AA==",
  "0123456789abcdef".repeat(4),
];

/**
 * Returns a random sample string that is valid for the type. If no sample is
 * valid, returns the letter `a` repeated to an allowed length.
 */
function generateText(type: StringShape, random: Random): string {
  const { format = "", minLength = 0, maxLength = Infinity, patterns } = type;
  const fits = (text: string): boolean => {
    const length = [...text].length;
    const inLimits = length >= minLength && length <= maxLength;
    return inLimits && !patterns?.some((p) => !compilePattern(p).test(text));
  };
  const special = patterns ? PATTERN_TEXTS : [];
  const known = [...(FORMAT_TEXTS[format] ?? []), ...TEXTS, ...special];
  const pool = known.filter(fits);
  if (pool.length > 0) return random.pick(pool);
  const exact = "a".repeat(Math.min(minLength, MAX_LENGTH));
  if (fits(exact)) return exact;
  throw new NoKnownValue(type);
}

/** Returns a sample number that is valid for the type. */
function generateNumber(type: NumberShape, random: Random): number {
  const { integer, minimum = -Infinity, maximum = Infinity } = type;
  const bounds = [minimum, maximum].filter(Number.isFinite);
  const pool = [...NUMBERS, ...bounds].filter(
    (n) => n >= minimum && n <= maximum && (!integer || Number.isInteger(n)),
  );
  if (pool.length === 0) throw new NoKnownValue(type);
  return random.pick(pool);
}
