import { unescape } from "node:querystring";

/** Host names of the local machine: `localhost`, `127.x.x.x`, `[::1]`. */
const LOOPBACK = /^((.*\.)?localhost|\[::1\]|127(\.\d{1,3}){3})\.?$/;

/**
 * Returns whether a file may be downloaded from a URL: an HTTPS URL, or an HTTP
 * URL of the local machine. Plain HTTP is allowed only if `start`, the URL
 * before all redirects, is also on the local machine.
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
