/** The two JSON Schema dialects that the protocol's own schemas use. */
import type { ProtocolModel } from "../../model/types.js";

/** What is different in each: `$schema`, and the keyword with named schemas. */
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

/** A version of JSON Schema that is written. */
export type Dialect = keyof typeof DIALECTS;

/** The first revision whose own schema.json is written in 2020-12. */
const FIRST_2020_12 = "2025-11-25";

/**
 * The dialect that upstream chose for a revision. Versions that are not dates
 * (`DRAFT-2025-v2`, none) stand between 2025-03-26 and 2025-06-18 in upstream's
 * history, and have draft-07.
 */
export function dialectOf(model: ProtocolModel): Dialect {
  const version = model.protocolVersion ?? "";
  const dated = /^\d{4}-\d{2}-\d{2}$/.test(version);
  if (model.source.revision === "draft") return "draft-2020-12";
  return dated && version >= FIRST_2020_12 ? "draft-2020-12" : "draft-07";
}
