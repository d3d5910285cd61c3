import { unescape } from "node:querystring";

/** This machine itself: `localhost`, `127.x.x.x`, `[::1]`. */
const LOOPBACK = /^((.*\.)?localhost|\[::1\]|127(\.\d{1,3}){3})\.?$/;

/** HTTPS anywhere; plain HTTP within this machine only. */
export function isAllowed(url: URL, start: URL): boolean {
  if (url.protocol === "https:") return true;
  return (
    url.protocol === "http:" &&
    [url, start].every(({ hostname }) => LOOPBACK.test(hostname))
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
