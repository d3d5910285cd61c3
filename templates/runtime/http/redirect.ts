import type { Fetch } from "./fetcher.js";

/** Redirects of one request that are followed. */
const MAX_REDIRECTS = 5;

/** With these the request stays what it is: method and body. */
const SAME_REQUEST: readonly number[] = [307, 308];
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Sends a request, also to where the same server has it sent. To another server
 * it is not: it holds what is meant for this one, a session's id and secrets.
 *
 * @throws Error when the server redirects it elsewhere, or turns it into another.
 */
export async function redirected(
  fetch: Fetch,
  url: string,
  init: Parameters<Fetch>[1],
): Promise<Response> {
  let from = url;
  for (let count = 0; ; count += 1) {
    const response = await fetch(from, init);
    const { status, type } = response;
    // Browsers do not say where it leads.
    const hidden = type === "opaqueredirect";
    if (!hidden && !REDIRECTS.includes(status)) return response;
    await response.body?.cancel();
    const location = hidden ? null : response.headers.get("location");
    const to = location === null ? undefined : new URL(location, from);
    const same = to?.origin === new URL(url).origin;
    if (!to || !same || !SAME_REQUEST.includes(status)) {
      const where = to ? withoutSecrets(to) : "another address";
      throw new Error(
        `The server redirects to ${where} (${status}), which is not followed`,
      );
    }
    if (count >= MAX_REDIRECTS) throw new Error("Too many redirects");
    from = to.href;
  }
}

/** The address as it may stand in a log. */
function withoutSecrets({ origin, pathname }: URL): string {
  return origin + pathname;
}
