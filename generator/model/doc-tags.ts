import type { Doc } from "./types.js";
import { compilePattern } from "./util/pattern.js";

/** Meaning of the text of a tag. */
type TagValue =
  /** The presence of the tag is the fact; its text is prose. */
  | "presence"
  /** The tag does not restrict the values. */
  | "note"
  | "kind"
  | "a number"
  | "a count"
  | "a regular expression";

/**
 * Doc tags that state facts of the protocol. They are part of the structural
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
  // Upstream uses this tag only where the type already allows null.
  ["nullable", "note"],
]);

/**
 * Returns the tags that state facts, such as `@minimum 0`, sorted because their
 * order has no meaning.
 */
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

/** Tags that hold prose: those of upstream's schemas and those of TSDoc. */
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

/** Returns true for tags that need no warning. */
export function isKnownTag(name: string): boolean {
  return MEANING_TAGS.has(name) || PROSE_TAGS.has(name);
}

/** Returns true for tags that restrict the values. */
export function isLimit(name: string): boolean {
  const value = MEANING_TAGS.get(name) ?? "note";
  return value !== "note" && value !== "presence";
}

/**
 * Returns a description of the value that the tag needs, or null if `text` is
 * valid.
 */
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
