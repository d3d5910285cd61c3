/** HTML documents of pages, which servers publish and hosts read. */

/** MIME type of every page. */
export const PAGE_TYPE = "text/html;profile=mcp-app";

/** Start of every HTML document: the document type, or the root element. */
const DOCUMENT = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)\b/i;

/** Returns whether a value is the text of an HTML document. */
export function isDocument(value: unknown): value is string {
  return typeof value === "string" && DOCUMENT.test(value);
}

/** Returns whether a value is the address of a page. */
export function isPageAddress(value: unknown): value is string {
  return typeof value === "string" && /^ui:\/\/[^\s{}]+$/.test(value);
}
