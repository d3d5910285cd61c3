import { cleanText } from "../../runtime/limits/text.js";
import { isObject } from "../../runtime/validation/guards.js";
import { printDocComment, createDoc } from "../emit/print/doc-comment.js";
import { literal, objectKey } from "../emit/print/syntax.js";

/** Returns a JSON value as TypeScript text. The text is not formatted. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${objectKey(key)}: ${valueText(member)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return literal(value as string | number | boolean | null);
}

/**
 * Returns a doc comment with the description of a server. U+FFFD replaces
 * unsafe characters, such as escape sequences and text direction marks. Returns
 * an empty text if there is no description.
 */
export function doc(text = ""): string {
  // Keep the characters that join letters or emoji.
  const safe = text.replace(/[^\t\r\n\x20-\x7E\u200C-\u200D]/gu, (character) =>
    cleanText(character, Infinity),
  );
  return printDocComment(createDoc(safe)) ?? "";
}
