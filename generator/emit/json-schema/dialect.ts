/**
 * Dialects of JSON Schema, draft-07 and 2020-12. The upstream `schema.json` of
 * each revision uses one of the two.
 */
import type { ProtocolModel } from "../../model/types.js";

/**
 * Differences between the dialects: the URI for `$schema`, and the keyword for
 * named schemas (`definitions` or `$defs`).
 */
export const DIALECTS = {
  "draft-07": {
    uri: "http://json-schema.org/draft-07/schema#",
    definitions: "definitions",
  },
  "draft-2020-12": {
    uri: "https://json-schema.org/draft/2020-12/schema",
    definitions: "$defs",
  },
} as const;

/** Name of a JSON Schema dialect that can be emitted. */
export type Dialect = keyof typeof DIALECTS;

/** First revision whose upstream `schema.json` uses draft 2020-12. */
const FIRST_2020_12 = "2025-11-25";

/**
 * Returns the dialect that the upstream `schema.json` of a revision uses. The
 * current draft uses 2020-12. Drafts from before 2025-06-18, such as
 * `DRAFT-2025-v2`, use draft-07. Schemas without a version also use draft-07.
 */
export function getDialect(model: ProtocolModel): Dialect {
  const version = model.protocolVersion ?? "";
  const dated = /^\d{4}-\d{2}-\d{2}$/.test(version);
  if (model.source.revision === "draft") return "draft-2020-12";
  return dated && version >= FIRST_2020_12 ? "draft-2020-12" : "draft-07";
}
