/** Listening for changes, where a server tells of them only while it is asked to. */
import { asError } from "../json-rpc/messages/errors.js";
import { declares } from "../protocol/capabilities.js";
import { CHANGES } from "./lists.js";
import { isUnknown, type ListName } from "./fetch-lists.js";
import type { HostedClient } from "./client.js";

const METHOD = "subscriptions/listen";
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

export interface ListeningSetup {
  readonly client: HostedClient;
  /** Waits before it is asked for again; the last one is that of all later ones. */
  readonly waits: readonly number[];
  /** Listening goes on; what changed in between was missed. */
  readonly missed: (lists: readonly ListName[]) => void;
  readonly failed: (error: Error) => void;
  /** Calls back later; what it returns takes that back. */
  readonly after?: (milliseconds: number, callback: () => void) => () => void;
}

/**
 * Asks for changes, and again whenever that has ended, as a server may do at
 * any time (basic/patterns/subscriptions). What it gives ends that.
 */
export function keepListening({
  client,
  waits,
  missed,
  failed,
  after = later,
}: ListeningSetup): () => void {
  const features = ["tools", "resources", "prompts"].filter((feature) =>
    declares(client.server.capabilities, `${feature}.listChanged`),
  );
  if (features.length === 0) return () => {};
  const notifications = Object.fromEntries(
    features.map((feature) => [`${feature}ListChanged`, true]),
  );
  const lists = features.flatMap(
    (feature) => CHANGES[`notifications/${feature}/list_changed`] ?? [],
  );
  const stop = new AbortController();
  const { signal } = stop;
  /** Subscriptions that ended since the last notification. */
  let ends = 0;
  const listen = async (again: boolean): Promise<void> => {
    const onNotification = (method: string): void => {
      if (method !== ACKNOWLEDGED) ends = 0;
      else if (again) missed(lists);
    };
    const forEver = { timeout: Infinity, maxTimeout: Infinity };
    const ended = await client
      .request(METHOD, { notifications }, { ...forEver, onNotification })
      .then(() => undefined, asError);
    if (signal.aborted || isUnknown(ended)) return;
    const wait = waits[Math.min(ends++, waits.length - 1)] ?? 0;
    const takeBack = after(wait, () => {
      signal.removeEventListener("abort", takeBack);
      // The owner of the connection handles its end, which aborts this, too.
      if (ended) failed(ended);
      void listen(true);
    });
    signal.addEventListener("abort", takeBack);
  };
  void listen(false);
  return () => stop.abort();
}

function later(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
