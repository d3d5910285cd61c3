/**
 * HTML documents of the pages of tools. Servers publish these documents, and
 * hosts show them.
 */

/** MIME type of every page. */
export const PAGE_TYPE = "text/html;profile=mcp-app";

/**
 * Pattern of the start of an HTML document: the document type or the root
 * element, after optional comments.
 */
const DOCUMENT = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)\b/i;

/** Returns whether a value is the text of an HTML document. */
export function isDocument(value: unknown): value is string {
  return typeof value === "string" && DOCUMENT.test(value);
}

/** Returns whether a value is the address of a page: a `ui://` URI. */
export function isPageAddress(value: unknown): value is string {
  return typeof value === "string" && /^ui:\/\/[^\s{}]+$/.test(value);
}
