import { delay } from "../../limits/timer.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../json-rpc/requests.js";

/** Values for what somebody is typing. */
export interface Suggestions {
  readonly values: readonly string[];
  /** How many there are in all, where the server says. */
  readonly total?: number | undefined;
  readonly hasMore?: boolean | undefined;
}

/** Options of `completer`. Times are in milliseconds. */
export interface CompleterOptions {
  /** How long nothing must be typed before the server is asked. Default: 150. */
  readonly delay?: number | undefined;
  /** Answers that are kept. Default: 100. */
  readonly cache?: number | undefined;
  /** How long they are kept. Default: one minute. */
  readonly keep?: number | undefined;
}

/** Suggests values for an argument; undefined when it was asked again since. */
export type Suggest = (
  argument: string,
  value: string,
  context?: { readonly [name: string]: string },
) => Promise<Suggestions | undefined>;

interface KeptValues {
  readonly answer: Suggestions;
  readonly until: number;
}

type Complete = (
  params: Params,
  options: RequestOptions,
) => Promise<{ readonly completion: Suggestions }>;

/**
 * What suggests values while somebody types: it waits until the typing stops,
 * keeps the answers, and gives up what a newer question has made stale.
 */
export function suggesting(
  complete: Complete,
  ref: object,
  { delay: quiet = 150, cache = 100, keep = 60_000 }: CompleterOptions = {},
): Suggest {
  const kept = new Map<string, KeptValues>();
  let current = new AbortController();

  const remember = (key: string, answer: Suggestions): void => {
    kept.delete(key);
    kept.set(key, { answer, until: performance.now() + keep });
    for (const oldest of kept.keys()) {
      if (kept.size <= cache) break;
      kept.delete(oldest);
    }
  };

  return async (name, value, context) => {
    current.abort();
    const { signal } = (current = new AbortController());
    const known = Object.entries(context ?? {}).sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const key = JSON.stringify([name, value, known]);
    const found = kept.get(key);
    if (found && found.until > performance.now()) return found.answer;
    await delay(quiet, signal);
    if (signal.aborted) return undefined;
    const params: Params = { ref, argument: { name, value } };
    if (known.length > 0) params.context = { arguments: context };
    try {
      const { completion } = await complete(params, { signal });
      remember(key, completion);
      return completion;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  };
}
