import {
  DATA_KEYWORDS,
  DEPENDENT_KEYWORDS,
  NAMED_SCHEMA_KEYWORDS,
} from "../../runtime/json-schema/references.js";
import { isObject } from "../../runtime/validation/guards.js";
import type { Json } from "../new/manifest/listing.js";

/** JSON Schema of a tool, or a schema nested inside it. */
export interface SchemaPart {
  readonly schema: Json;
  readonly path: readonly (string | number)[];
  /** Name of the argument or property that the schema describes. */
  readonly name?: string;
}

/**
 * Yields a schema and all schemas nested inside it. Skips values that are data,
 * such as the value of `default`.
 */
export function* walkSchema(
  value: unknown,
  path: readonly (string | number)[],
  name?: string,
): Generator<SchemaPart> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      yield* walkSchema(item, [...path, index]);
  if (!isObject(value)) return;
  yield { schema: value, path, ...(name !== undefined && { name }) };
  for (const [keyword, inner] of Object.entries(value)) {
    if (DATA_KEYWORDS.includes(keyword)) continue;
    const at = [...path, keyword];
    if (
      ![...NAMED_SCHEMA_KEYWORDS, ...DEPENDENT_KEYWORDS].includes(keyword) ||
      !isObject(inner)
    )
      yield* walkSchema(inner, at);
    else
      for (const [key, part] of Object.entries(inner))
        yield* walkSchema(
          part,
          [...at, key],
          keyword === "properties" ? key : undefined,
        );
  }
}
