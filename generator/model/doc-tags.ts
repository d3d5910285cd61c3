import type { Doc } from "./types.js";
import { compilePattern } from "./util/pattern.js";

/** Meaning of the text after a doc tag. */
type TagValue =
  /**
   * Text after the tag is prose. Only the presence of the tag has a meaning for
   * the protocol.
   */
  | "presence"
  /**
   * Text after the tag has a meaning for the protocol, but does not restrict
   * the values of the type.
   */
  | "note"
  | "kind"
  | "a number"
  | "a count"
  | "a regular expression";

/**
 * Doc tags that have a meaning for the protocol, such as `@minimum`. The
 * fingerprint (hash) of a schema depends on these tags.
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
  // The upstream schemas use `@nullable` only where the type already allows
  // null, so the tag does not change the accepted values.
  ["nullable", "note"],
]);

/**
 * Returns the tags that have a meaning for the protocol, such as `@minimum 0`.
 * The tags are sorted, because their order has no meaning.
 */
export function meaningTags({ tags }: Doc): readonly string[] {
  return tags
    .filter(({ name }) => MEANING_TAGS.has(name))
    .map(({ name, text }) =>
      MEANING_TAGS.get(name) === "presence"
        ? `@${name}`
        : `@${name} ${text.trim()}`,
    )
    .sort();
}

/**
 * Known tags without a meaning for the protocol: tags of the upstream schemas
 * and tags of TSDoc.
 */
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

/**
 * Tags in the first comment of an extension's schema. They define which side
 * declares the extension, and the types of its settings.
 */
export const EXTENSION_TAGS: ReadonlySet<string> = new Set([
  "declaredBy",
  "clientSettings",
  "serverSettings",
]);

/** Returns true for known doc tags. Unknown tags cause a warning. */
export function isKnownTag(name: string): boolean {
  return (
    MEANING_TAGS.has(name) || PROSE_TAGS.has(name) || EXTENSION_TAGS.has(name)
  );
}

/**
 * Returns true for tags that restrict the values of a type, such as `@minimum`.
 */
export function isLimit(name: string): boolean {
  const value = MEANING_TAGS.get(name) ?? "note";
  return value !== "note" && value !== "presence";
}

/**
 * Returns a description of the text that must follow the tag, such as `a
 * number`. Returns null if `text` is valid, or if the tag accepts any text.
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
