import { compilePattern } from "./util/pattern.js";

/**
 * Doc tags whose value is a fact of the protocol: they are part of the
 * structural fingerprint.
 */
export const MEANING_TAGS: ReadonlySet<string> = new Set([
  "deprecated",
  "default",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
  "items",
  "format",
  "TJS-type",
  "TJS-pattern",
  "internal",
  "category",
  "nullable",
]);

/** Meaning-carrying tags whose text is prose: only their presence is a fact. */
export const PRESENCE_TAGS: ReadonlySet<string> = new Set([
  "deprecated",
  "internal",
]);

/** Tags that hold prose: the protocol's own and those of TSDoc. */
const PROSE_TAGS: ReadonlySet<string> = new Set([
  "example",
  "includeCode",
  "link",
  "see",
  "remarks",
  "alpha",
  "author",
  "beta",
  "defaultValue",
  "experimental",
  "license",
  "packageDocumentation",
  "param",
  "privateRemarks",
  "public",
  "returns",
  "since",
  "throws",
  "todo",
  "typeParam",
]);

/** True for a tag that needs no warning. */
export function isKnownTag(name: string): boolean {
  return MEANING_TAGS.has(name) || PROSE_TAGS.has(name);
}

const NUMBERS: ReadonlySet<string> = new Set(["minimum", "maximum"]);
const COUNTS: ReadonlySet<string> = new Set([
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
]);
const PATTERNS: ReadonlySet<string> = new Set(["pattern", "TJS-pattern"]);

/** What a tag takes for its value; null when `text` is one. */
export function wantedValue(name: string, text: string): string | null {
  const value = text.trim();
  const number = value === "" ? NaN : Number(value);
  if (NUMBERS.has(name)) return Number.isFinite(number) ? null : "a number";
  if (COUNTS.has(name))
    return Number.isInteger(number) && number >= 0 ? null : "a count";
  if (!PATTERNS.has(name)) return null;
  return value !== "" && compiles(value) ? null : "a regular expression";
}

function compiles(pattern: string): boolean {
  try {
    return compilePattern(pattern).source !== "";
  } catch {
    return false;
  }
}
