/**
 * Listening for list changes with `subscriptions/listen`. In some protocol
 * revisions, servers send change notifications only while such a request is
 * open.
 */
import { asError } from "../json-rpc/messages/errors.js";
import { declares } from "../protocol/capabilities.js";
import { LISTS_BY_NOTIFICATION } from "./lists.js";
import { isUnknownMethod, type ListName } from "./fetch-lists.js";
import type { HostedClient } from "./client.js";

const LISTEN_METHOD = "subscriptions/listen";
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

export interface ListeningSetup {
  readonly client: HostedClient;
  /**
   * Delays before a new `subscriptions/listen` request, in milliseconds. The
   * last delay applies to all further requests.
   */
  readonly waits: readonly number[];
  /**
   * Callback invoked when listening has resumed after an interruption. Changes
   * during the interruption were missed, so the lists must be fetched again.
   */
  readonly missed: (lists: readonly ListName[]) => void;
  readonly failed: (error: Error) => void;
  /**
   * Function that starts a timer, replaceable in tests. Returns a function that
   * cancels the timer.
   */
  readonly after?: (milliseconds: number, callback: () => void) => () => void;
}

/**
 * Listens for list changes with a `subscriptions/listen` request. Sends a new
 * request whenever the request ends, because a server may end it at any time
 * (MCP, basic/patterns/subscriptions).
 *
 * @returns a function that stops listening.
 */
export function keepListening({
  client,
  waits,
  missed,
  failed,
  after = startTimer,
}: ListeningSetup): () => void {
  const features = ["tools", "resources", "prompts"].filter((feature) =>
    declares(client.server.capabilities, `${feature}.listChanged`),
  );
  if (features.length === 0) return () => {};
  const notifications = Object.fromEntries(
    features.map((feature) => [`${feature}ListChanged`, true]),
  );
  const lists = features.flatMap(
    (feature) =>
      LISTS_BY_NOTIFICATION[`notifications/${feature}/list_changed`] ?? [],
  );
  const stop = new AbortController();
  const { signal } = stop;
  /**
   * Number of `subscriptions/listen` requests that have ended since the last
   * notification.
   */
  let ends = 0;
  const listen = async (again: boolean): Promise<void> => {
    const onNotification = (method: string): void => {
      if (method !== ACKNOWLEDGED) ends = 0;
      else if (again) missed(lists);
    };
    const forEver = { timeout: Infinity, maxTimeout: Infinity };
    const ended = await client
      .request(LISTEN_METHOD, { notifications }, { ...forEver, onNotification })
      .then(() => undefined, asError);
    if (signal.aborted || isUnknownMethod(ended)) return;
    const wait = waits[Math.min(ends++, waits.length - 1)] ?? 0;
    const takeBack = after(wait, () => {
      signal.removeEventListener("abort", takeBack);
      // Report the error only if listening continues after the delay. When the
      // connection closes, the host stops listening during the delay, so the
      // closing is not reported as an error.
      if (ended) failed(ended);
      void listen(true);
    });
    signal.addEventListener("abort", takeBack);
  };
  void listen(false);
  return () => stop.abort();
}

function startTimer(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
