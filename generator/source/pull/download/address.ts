import { unescape } from "node:querystring";
import { DownloadFailure } from "./failure.js";

/** True for this machine itself: `localhost`, `127.x.x.x`, `[::1]`. */
function isLoopback(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, "");
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** HTTPS anywhere; plain HTTP within this machine only. */
export function isAllowed(url: URL, start: URL): boolean {
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && isLoopback(url) && isLoopback(start);
}

/**
 * Where a redirect leads.
 *
 * @throws DownloadFailure for one that is not followed.
 */
export function redirectTarget(location: string, from: URL, start: URL): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (to && isAllowed(to, start)) return to;
  throw new DownloadFailure(
    "MCP037",
    `${shownUrl(from)} redirects to where it is not followed.`,
    to
      ? `${shownUrl(to)} is not HTTPS.`
      : `It names no address: ${JSON.stringify(location)}.`,
  );
}

/**
 * The proxy that the environment names for an address, or null; lower case
 * wins, as for curl. To which hosts it does not apply is undici's to know.
 *
 * @throws DownloadFailure for one that is no HTTP proxy.
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): URL | null {
  const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const value = env[name] || env[name.toUpperCase()];
  if (!value) return null;
  const text = value.includes("://") ? value : `http://${value}`;
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new DownloadFailure(
    "MCP040",
    `${name.toUpperCase()} names no proxy that can be used.`,
    "Its value is no URL with http:// or https://.",
  );
}

/** The header for the user in a URL, which undici leaves to us. */
export function basicAuthorization(url: URL): string {
  const pair = `${unescape(url.username)}:${unescape(url.password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** A URL as people are shown it: without a password. */
export function shownUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}
