import { delay } from "../../limits/timer.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../json-rpc/requests.js";

/** Completion values that the server suggests for an argument. */
export interface Suggestions {
  readonly values: readonly string[];
  /**
   * Total number of matching values. Undefined if the server does not report
   * the number.
   */
  readonly total?: number | undefined;
  readonly hasMore?: boolean | undefined;
}

/** Options of `completer`. */
export interface CompleterOptions {
  /**
   * Debounce interval in milliseconds. The request is sent when this time has
   * passed without a new call.
   *
   * @default 150
   */
  readonly delay?: number | undefined;
  /**
   * Maximum number of responses in the cache. The oldest response is evicted
   * first.
   *
   * @default 100
   */
  readonly cache?: number | undefined;
  /**
   * Lifetime of a cached response in milliseconds.
   *
   * @default 60_000
   */
  readonly keep?: number | undefined;
}

/**
 * Requests completion values for the text that the user has typed so far.
 * Resolves with `undefined` if a newer call has cancelled this call.
 */
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
 * Returns a function that requests completion values for the prompt or resource
 * template `ref`. The function debounces requests and caches responses. Each
 * call cancels the previous call.
 */
export function createCompleter(
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
