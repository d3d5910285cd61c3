/**
 * JSON Schema annotations from doc comments. Constraints are part of the
 * shapes.
 */
import type { Doc } from "../../model/types.js";

/** JSON Schema, or the document that contains all of them. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Returns `description`, `deprecated` and `default` from a doc comment. */
export function createAnnotations(doc: Doc | undefined): JsonSchema {
  if (!doc) return {};
  const fallback = doc.tags.find(({ name }) => name === "default");
  return {
    ...(doc.text && { description: doc.text }),
    ...(doc.deprecated !== null && { deprecated: true }),
    ...(fallback && { default: parseTag(fallback.text) }),
  };
}

/** Returns the value of a tag, which is JSON or plain text. */
function parseTag(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
