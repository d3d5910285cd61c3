/** Rules that servers and hosts apply to the HTML pages of tools. */
import { isObject, own, type Fields } from "../validation/guards.js";

/** MIME type of every page. */
export const PAGE_TYPE = "text/html;profile=mcp-app";

/**
 * Pattern of the start of an HTML document: the document type or the root
 * element, after optional comments.
 */
const DOCUMENT = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)\b/i;

/**
 * Pattern of the origins that a page may name. Any other text could add
 * directives to the Content-Security-Policy.
 */
const ORIGIN =
  /^(?:https?|wss?):\/\/(?:\*\.)?[\w.-]+(?::\d+)?(?:\/[\w.~%/-]*)?$/;

/** Returns whether a value is the text of an HTML document. */
export function isDocument(value: unknown): value is string {
  return typeof value === "string" && DOCUMENT.test(value);
}

/** Returns whether a value is the address of a page: a `ui://` URI. */
export function isPageAddress(value: unknown): value is string {
  return typeof value === "string" && /^ui:\/\/[^\s{}]+$/.test(value);
}

/**
 * Checks the origins of a page, because browsers would silently ignore invalid
 * ones.
 *
 * @throws TypeError if an origin is not valid.
 */
export function checkOrigins({ csp }: Fields): void {
  for (const origin of Object.values(csp ?? {}).flat())
    if (!ORIGIN.test(String(origin)))
      throw new TypeError(
        `\`csp\` has the invalid origin ${JSON.stringify(origin)}; use an origin such as https://api.example`,
      );
}

/**
 * Returns the Content-Security-Policy of a page. Everything that the page does
 * not declare is blocked. Invalid origins are left out.
 */
export function getPagePolicy(csp: object = {}): string {
  const list = (purpose: string, none = ""): string =>
    ((csp as { readonly [purpose: string]: readonly string[] })[purpose] ?? [])
      .filter((source) => ORIGIN.test(source))
      .map((source) => ` ${source}`)
      .join("") || none;
  const resources = list("resourceDomains");
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline'${resources}`,
    `style-src 'self' 'unsafe-inline'${resources}`,
    `img-src 'self' data:${resources}`,
    `font-src 'self'${resources}`,
    `media-src 'self' data:${resources}`,
    `connect-src${list("connectDomains", " 'none'")}`,
    `frame-src${list("frameDomains", " 'none'")}`,
    "object-src 'none'",
    `base-uri${list("baseUriDomains", " 'self'")}`,
  ].join("; ");
}

/** Returns the attribute `allow` of a frame for the permissions of a page. */
export function getAllowAttribute(permissions: object = {}): string {
  return ["camera", "microphone", "geolocation", "clipboardWrite"]
    .filter((name) => isObject(own(permissions, name)))
    .map((name) => (name === "clipboardWrite" ? "clipboard-write" : name))
    .join("; ");
}
