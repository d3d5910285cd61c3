/**
 * Compares the parts of two JSON Schemas that have no TypeScript type: texts
 * for language models, and keywords such as `not` that restrict values.
 */
import { walkSchema } from "../lint-tools/schema-parts.js";
import type { Json } from "../new/manifest/listing.js";
import { UNTYPED } from "../new/schema/keywords.js";
import { textChanges } from "./listing-entries.js";
import type { ListingChange } from "./page-data.js";

/** Keywords that language models read, but that do not restrict values. */
const TEXTS = ["description", "default", "examples"];

/**
 * Returns the changed texts. Compares only subschemas that exist at the same
 * path in both schemas.
 */
export function descriptionChanges(
  tool: string,
  at: string,
  was: Json,
  is: Json,
): ListingChange[] {
  const before = partsByPath(was);
  return [...partsByPath(is)].flatMap(([path, after]) => {
    const earlier = before.get(path);
    if (!earlier) return [];
    return TEXTS.flatMap((keyword) =>
      textChanges("tool", tool, `${at}${path}.${keyword}`, true, [
        earlier[keyword],
        after[keyword],
      ]),
    );
  });
}

/** Change of a keyword that restricts values. */
interface KeywordChange {
  /** Path of the keyword, such as `.properties.a.not`. */
  readonly path: string;
  readonly kind: "narrowed" | "widened" | "changed";
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Keywords that restrict values, and that the comparison of types ignores. For
 * `additionalProperties`, only the value `false` is compared here, because the
 * comparison of types covers all other values.
 */
const RESTRICTIONS: readonly string[] = [
  ...UNTYPED,
  "additionalProperties",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "multipleOf",
  "unevaluatedItems",
  "unevaluatedProperties",
  "uniqueItems",
];

/** Returns the changes of the keywords in `RESTRICTIONS`. */
export function keywordChanges(was: Json, is: Json): KeywordChange[] {
  const [older, newer] = [partsByPath(was), partsByPath(is)];
  return [...newer].flatMap(([path, after]) =>
    RESTRICTIONS.flatMap((keyword) => {
      const before = older.get(path);
      if (!before) return [];
      const [old, now] = [before, after].map((part) => valueOf(part, keyword));
      if (old === now) return [];
      const kind = relate(keyword, old, now);
      const at = `${path}.${keyword}`;
      return [{ path: at, kind, before: old ?? null, after: now ?? null }];
    }),
  );
}

/**
 * Returns a keyword's value as JSON, or undefined if the value restricts
 * nothing.
 */
function valueOf(schema: Json, keyword: string): string | undefined {
  const value = schema[keyword];
  const isOpen = /^(?:additional|unevaluated)/.test(keyword)
    ? value !== false
    : value === undefined || value === false;
  return isOpen ? undefined : JSON.stringify(value);
}

function relate(
  keyword: string,
  before: string | undefined,
  after: string | undefined,
): KeywordChange["kind"] {
  if (before === undefined) return "narrowed";
  if (after === undefined) return "widened";
  const difference = Number(after) - Number(before);
  if (keyword === "exclusiveMaximum")
    return difference > 0 ? "widened" : "narrowed";
  if (keyword === "exclusiveMinimum")
    return difference < 0 ? "widened" : "narrowed";
  return "changed";
}

/** Returns a schema and all its subschemas by path, such as `.properties.a`. */
function partsByPath(schema: Json): ReadonlyMap<string, Json> {
  return new Map(
    [...walkSchema(schema, [])].map((part) => [
      part.path.map((step) => `.${step}`).join(""),
      part.schema,
    ]),
  );
}
