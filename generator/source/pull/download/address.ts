import { DownloadFailure, shownUrl } from "./failure.js";

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
 * @param seen every address so far, the first one being what was asked for
 * @throws DownloadFailure for one that is not followed.
 */
export function redirectTarget(
  location: string,
  seen: readonly URL[],
  limit: number,
): URL {
  const from = seen[seen.length - 1] as URL;
  const start = seen[0] as URL;
  const refuse = (why: string): never => {
    throw new DownloadFailure(
      "redirect",
      `${shownUrl(from)} redirects to where it is not followed.`,
      why,
    );
  };
  if (!URL.canParse(location, from.href))
    return refuse(`It names no address: ${JSON.stringify(location)}.`);
  const to = new URL(location, from);
  to.hash = "";
  if (!isAllowed(to, start)) return refuse(`${shownUrl(to)} is not HTTPS.`);
  if (seen.some((url) => url.href === to.href))
    return refuse(`It goes round in a circle: ${shownUrl(to)} was visited.`);
  if (seen.length > limit)
    return refuse(`It is redirect number ${limit + 1}; ${limit} are followed.`);
  return to;
}
