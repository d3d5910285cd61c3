/**
 * Creates JSON Schema annotations from doc comments. Constraints such as
 * `@minimum` are not handled here, because the type's shape (resolved type)
 * already contains them.
 */
import type { Doc } from "../../model/types.js";

/**
 * JSON Schema of one type, or a document that contains the schemas of all
 * types.
 */
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

/**
 * Returns the value of a doc comment's tag: the parsed value if the text is
 * JSON, otherwise the text itself.
 */
function parseTag(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
