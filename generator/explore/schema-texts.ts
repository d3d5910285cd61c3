/**
 * Compares the parts of two JSON Schemas that have no TypeScript type: texts
 * for models, and keywords that the protocol's comparison does not know.
 */
import { walkSchema } from "../lint-tools/schema-parts.js";
import type { Json } from "../new/manifest/listing.js";
import { UNTYPED } from "../new/schema/keywords.js";
import { textChanges } from "./listing-entries.js";
import type { ListingChange } from "./page-data.js";

/** Keywords that models read, but that do not restrict values. */
const TEXTS = ["description", "default", "examples"];

/**
 * Returns the changed texts of the subschemas that both schemas have at the same
 * path.
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

/**
 * Returns the paths of changed keywords for which there is no rule, such as
 * `.properties.a.not`.
 */
export function uncomparedChanges(was: Json, is: Json): string[] {
  const [before, after] = [was, is].map(uncomparedKeywords) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
}

function uncomparedKeywords(schema: Json): Map<string, string> {
  return new Map(
    [...partsByPath(schema)].flatMap(([path, part]) =>
      UNTYPED.filter((keyword) => part[keyword] !== undefined).map(
        (keyword) =>
          [`${path}.${keyword}`, JSON.stringify(part[keyword])] as const,
      ),
    ),
  );
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
