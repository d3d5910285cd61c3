import { unescape } from "node:querystring";

/** Host names of the local machine: `localhost`, `127.x.x.x`, `[::1]`. */
const LOOPBACK = /^((.*\.)?localhost|\[::1\]|127(\.\d{1,3}){3})\.?$/;

/**
 * Returns true for an HTTPS URL. Also returns true for an HTTP URL of the local
 * machine if the first URL, `start`, is of the local machine as well.
 */
export function isAllowed(url: URL, start: URL): boolean {
  if (url.protocol === "https:") return true;
  return (
    url.protocol === "http:" &&
    [url, start].every(({ hostname }) => LOOPBACK.test(hostname))
  );
}

/**
 * Returns the `Authorization` header for the user name and password in a URL.
 * undici does not send this header by itself.
 */
export function basicAuthorization(url: URL): string {
  const pair = `${unescape(url.username)}:${unescape(url.password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/**
 * Returns a URL without its user name and password, so that it can be shown to
 * people.
 */
export function shownUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}
