/** Runs single scripts of the store in a real Redis server. */
import { SharedStore } from "../../../runtime/redis/store/store.js";
import { wireOf } from "../../../runtime/redis/store/clients.js";
import type { World } from "./cluster.js";

/** Lifetime of keys, in milliseconds. Tests pass it to scripts. */
export const LIFE = 800_000;

export interface Scripts {
  readonly client: Awaited<ReturnType<World["client"]>>;
  /** Runs a script. Adds the prefix `p:` to each name in `keys`. */
  run(
    script: string,
    keys: readonly string[],
    ...args: readonly (string | number)[]
  ): Promise<unknown>;
  /** Returns the names of all keys in the store. */
  names(): Promise<string[]>;
  /**
   * Returns the remaining lifetime of each key, rounded to 100 seconds. The
   * lifetime of a key that does not expire is -1.
   */
  lifetimes(): Promise<{ readonly [name: string]: number }>;
  /** Returns the messages published since the last call, as `CHANNEL TEXT`. */
  published(): Promise<string[]>;
}

let count = 0;

export async function startScripts(world: World): Promise<Scripts> {
  const client = await world.client();
  await client.flushDb();
  const prefix = "p";
  const store = new SharedStore(wireOf(client), prefix, 10_000, 1_000_000);
  const messages: string[] = [];
  const subscriber = await world.client();
  const end = `end-${++count}`;
  let ended = (): void => {};
  await subscriber.pSubscribe("*", (text, channel) => {
    if (channel === end) ended();
    else messages.push(`${channel} ${text}`);
  });
  const names = async (): Promise<string[]> =>
    (await client.keys("*")).map((key) => key.slice(prefix.length + 1)).sort();
  return {
    client,
    run: (script, keys, ...args) =>
      store.run(
        script,
        keys.map((key) => `${prefix}:${key}`) as never,
        args.map(String) as never,
      ),
    names,
    async lifetimes() {
      const all: [string, number][] = [];
      for (const name of await names()) {
        const left = await client.pTTL(`${prefix}:${name}`);
        all.push([name, left < 0 ? left : Math.round(left / 1e5) * 1e5]);
      }
      return Object.fromEntries(all);
    },
    async published() {
      const done = new Promise<void>((resolve) => (ended = resolve));
      await client.publish(end, "");
      await done;
      return messages.splice(0);
    },
  };
}
