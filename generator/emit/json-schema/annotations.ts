/** What a doc comment becomes in JSON Schema, but for constraints. */
import type { Doc } from "../../model/types.js";

/** A schema, or the document of all. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** `description`, `deprecated` and `default`. */
export function annotations(doc: Doc | undefined): JsonSchema {
  if (!doc) return {};
  const fallback = doc.tags.find(({ name }) => name === "default");
  return {
    ...(doc.text && { description: doc.text }),
    ...(doc.deprecated !== null && { deprecated: true }),
    ...(fallback && { default: parsed(fallback.text) }),
  };
}

/** Tags hold JSON, or plain text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
