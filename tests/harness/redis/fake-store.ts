/**
 * Store that runs no Redis scripts but calls a function of the test, for unit
 * tests of the code that uses scripts.
 */
import { SharedStore } from "../../../runtime/redis/store/store.js";
import type { Wire } from "../../../runtime/redis/store/clients.js";

/** Script that was run, with its keys and arguments. */
export interface ScriptRun {
  readonly script: string;
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

export interface FakeStore {
  readonly store: SharedStore;
  /**
   * Computes and caches the digests of scripts. Otherwise, the first run of
   * each script would be delayed, because a digest is computed asynchronously.
   */
  prepare(...scripts: readonly string[]): Promise<void>;
  /** Scripts that were run, in order. */
  readonly runs: ScriptRun[];
  /** Failures that the store reported. */
  readonly reported: string[];
  /** Delivers a message of another process. */
  hear(message: object): void;
  /** Number of subscriptions that are still active. */
  readonly subscriptions: number;
}

/**
 * Returns a store that calls `answer` instead of running a script in Redis.
 * `answer` may throw an error, as a Redis client does.
 */
export function fakeStore(
  answer: (run: ScriptRun) => unknown = () => null,
): FakeStore {
  const runs: ScriptRun[] = [];
  const reported: string[] = [];
  const heard = new Set<(text: string) => void>();
  let isPreparing = false;
  const wire: Wire = {
    async send(_key, [command, script = "", count, ...rest]) {
      if (command === "EVALSHA") throw new Error("NOSCRIPT No such script");
      const run = {
        script,
        keys: rest.slice(0, Number(count)),
        args: rest.slice(Number(count)),
      };
      if (isPreparing || script === "return 1") return 1;
      runs.push(run);
      return answer(run);
    },
    subscribe(_channels, onMessage) {
      heard.add(onMessage);
      return Promise.resolve(() => void heard.delete(onMessage));
    },
  };
  const store = new SharedStore(wire, "mcp", 1_000, 1_000_000);
  store.report = (problem) => reported.push(problem.message);
  return {
    store,
    async prepare(...scripts) {
      isPreparing = true;
      for (const script of scripts) await store.run(script, []);
      isPreparing = false;
    },
    runs,
    reported,
    hear: (message) => {
      const isMessage = typeof message === "object" && !Array.isArray(message);
      const sent = isMessage && message ? { f: "1", ...message } : message;
      for (const hear of heard) hear(JSON.stringify(sent));
    },
    get subscriptions() {
      return heard.size;
    },
  };
}
