import { MAX_REDIRECTS } from "./constants.js";
import { discardBody } from "./received.js";
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import type { Abortable } from "./abort.js";
import type { Received } from "./received.js";

/** HTTP statuses of redirects that keep the method and the body. */
const SAME_REQUEST: readonly number[] = [307, 308];
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Function that sends a request to a URL. */
type SendTo<R> = (url: string) => Promise<R>;

/**
 * Sends a request, and follows redirects only within the origin of the URL,
 * because the request contains a session id and secrets.
 *
 * @throws Error when a redirect leads to a different origin, or would change
 *   the method.
 */
export async function redirected<R extends Received>(
  send: SendTo<R>,
  url: string,
  signal: Abortable,
): Promise<R> {
  let from = url;
  for (let count = 0; ; count += 1) {
    const response = await reached(send, from, signal);
    const { status, type } = response;
    // A browser hides the target of a redirect. The client cannot check a
    // hidden target, so it does not follow the redirect.
    const hidden = type === "opaqueredirect";
    if (!hidden && !REDIRECTS.includes(status)) return response;
    discardBody(response);
    const location = hidden ? null : response.headers.get("location");
    const to =
      location !== null && URL.canParse(location, from)
        ? new URL(location, from)
        : undefined;
    const same = to?.origin === new URL(url).origin;
    if (!to || !same || !SAME_REQUEST.includes(status)) {
      const where = to ? withoutSecrets(to.href) : "another address";
      throw new Error(
        `The server redirects to ${where} (${status}), which is not followed`,
      );
    }
    if (count >= MAX_REDIRECTS) throw new Error("Too many redirects");
    from = to.href;
  }
}

/**
 * Sends a request. If the request fails, throws an error with the message of
 * the innermost `cause`, because the error of `fetch` itself says only `fetch
 * failed`.
 */
async function reached<R>(
  send: SendTo<R>,
  url: string,
  signal: Abortable,
): Promise<R> {
  try {
    return await send(url);
  } catch (error) {
    if (signal.aborted) throw error;
    let why = error as { message?: string; code?: string; cause?: unknown };
    while (typeof why?.cause === "object" && why.cause) why = why.cause;
    // If Node.js has tried several IP addresses, the connection error has a
    // code but no message. The code is then quoted instead.
    const reason = why?.message || why?.code || String(error);
    const name = withoutSecrets(url);
    const text = `${name} could not be reached: ${reason.replaceAll(url, name)}`;
    throw new ConnectionError("closed", text, error);
  }
}

/**
 * Removes the credentials, query and fragment from a URL, so that logs contain
 * no secrets.
 */
export function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
