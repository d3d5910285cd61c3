import type { Doc } from "./types.js";
import { compilePattern } from "./util/pattern.js";

/** What a meaning-carrying tag says by its text. */
type TagValue =
  /** Its presence is the fact; a text is prose. */
  | "presence"
  /** Says nothing about which values are legal. */
  | "note"
  | "kind"
  | "a number"
  | "a count"
  | "a regular expression";

/**
 * Doc tags that are facts of the protocol, and part of the structural
 * fingerprint.
 */
const MEANING_TAGS: ReadonlyMap<string, TagValue> = new Map([
  ["deprecated", "presence"],
  ["default", "note"],
  ["minimum", "a number"],
  ["maximum", "a number"],
  ["minItems", "a count"],
  ["maxItems", "a count"],
  ["minLength", "a count"],
  ["maxLength", "a count"],
  ["pattern", "a regular expression"],
  ["items", "note"],
  ["format", "note"],
  ["TJS-type", "kind"],
  ["TJS-pattern", "a regular expression"],
  ["internal", "presence"],
  ["category", "note"],
  // Upstream's stands where the type says so itself.
  ["nullable", "note"],
]);

/** The tags that are facts, as `@minimum 0`; sorted, as their order says nothing. */
export function facts({ tags }: Doc): readonly string[] {
  return tags
    .filter(({ name }) => MEANING_TAGS.has(name))
    .map(({ name, text }) =>
      MEANING_TAGS.get(name) === "presence"
        ? `@${name}`
        : `@${name} ${text.trim()}`,
    )
    .sort();
}

/** Tags that hold prose: the protocol's own and those of TSDoc. */
const PROSE_TAGS: ReadonlySet<string> = new Set([
  "description",
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

/** True for a tag that says which values there are. */
export function isLimit(name: string): boolean {
  const value = MEANING_TAGS.get(name) ?? "note";
  return value !== "note" && value !== "presence";
}

/** What a tag takes for its value; null when `text` is one. */
export function wantedValue(name: string, text: string): string | null {
  const wanted = MEANING_TAGS.get(name);
  const value = text.trim();
  const number = value === "" ? NaN : Number(value);
  switch (wanted) {
    case "a number":
      return Number.isFinite(number) ? null : wanted;
    case "a count":
      return Number.isInteger(number) && number >= 0 ? null : wanted;
    case "a regular expression":
      return value !== "" && compiles(value) ? null : wanted;
    default:
      return null;
  }
}

function compiles(pattern: string): boolean {
  try {
    return compilePattern(pattern).source !== "";
  } catch {
    return false;
  }
}
