/** Restrictions that the frames around a page set: its origins and permissions. */
import { isObject, own } from "../validation/guards.js";

/** Origins that a page may use, by their purpose. */
type PageOrigins = {
  readonly [purpose: string]: readonly string[] | undefined;
};

/**
 * Pattern of the origins that a page may name. Any other text could add
 * directives to the Content-Security-Policy.
 */
const SOURCE =
  /^(?:https?|wss?):\/\/(?:\*\.)?[\w.-]+(?::\d+)?(?:\/[\w.~%/-]*)?$/;

/**
 * Returns the Content-Security-Policy of a page. Everything that the page does
 * not declare is blocked. Invalid origins are left out.
 */
export function getPagePolicy(csp: object = {}): string {
  const list = (purpose: string, none = ""): string =>
    ((csp as PageOrigins)[purpose] ?? [])
      .filter((source) => SOURCE.test(source))
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
