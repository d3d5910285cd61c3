/**
 * Tests of caches with a maximum number of entries. A full cache evicts the
 * oldest entry.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PendingUrlElicitations } from "../../../runtime/features/client/pending-url-elicitations.js";
import { Callers } from "../../../runtime/http/security/callers.js";
import { TaskWatch } from "../../../runtime/tasks/core/client/watch.js";
import { OwnerRates } from "../../../runtime/tasks/owner.js";
import type { HttpSettings } from "../../../runtime/http/server/options.js";
import type { HttpRequest } from "../../../runtime/http/types.js";

const test = suite("bounded caches");

type Remembers = () => {
  /** Adds the entry with the given number to the cache. */
  readonly add: (index: number) => unknown;
  /**
   * Returns whether the cache still contains the entry with the given number.
   */
  readonly knows: (index: number) => boolean | Promise<boolean>;
};

const tools: Remembers = () => {
  const watch = TaskWatch.of({} as never);
  return {
    add: (index) =>
      watch.toolsReceived({
        tools: [{ name: `${index}`, execution: { taskSupport: "required" } }],
      }),
    knows: (index) => watch.supportOf(`${index}`) === "required",
  };
};

const progress: Remembers = () => {
  const watch = TaskWatch.of({} as never);
  const heard: unknown[] = [];
  const tokens: string[] = [];
  return {
    add: () =>
      tokens.push(watch.onProgress((progress) => heard.push(progress)).token),
    knows: (index) => {
      watch.progressReceived({ progressToken: tokens[index], progress: 1 });
      return heard.splice(0).length === 1;
    },
  };
};

const owners: Remembers = () => {
  const rates = new OwnerRates({ burst: 1, perSecond: 0 });
  const count = (index: number): void =>
    rates.count({ name: "", connectionScoped: false, holder: `${index}` });
  return {
    add: count,
    knows: (index) => {
      try {
        count(index);
        return false;
      } catch {
        return true;
      }
    },
  };
};

const visits: Remembers = () => {
  const all = new PendingUrlElicitations();
  return {
    add: (index) => all.begin(`${index}`),
    knows: (index) => all.end(`${index}`),
  };
};

/**
 * Cache of valid tokens. The test uses up the rate limit of the address with
 * wrong tokens, so that the server then accepts only tokens in the cache.
 */
const tokens: Remembers = () => {
  const rate = { burst: 2, perSecond: 0 };
  const verify = (token: string) =>
    token === "wrong" ? undefined : { subject: token };
  const callers = new Callers({
    auth: { verify },
    address: () => "127.0.0.1",
    report: () => {},
    rate,
    maxKept: 1e9,
  } as unknown as HttpSettings);
  const ask = (token: string): Promise<number> =>
    new Promise((resolve) => {
      const header = () => `Bearer ${token}`;
      callers.identify(
        { header, target: "/mcp" } as unknown as HttpRequest,
        () => resolve(200),
        ({ status }) => resolve(status),
      );
    });
  return {
    add: (index) => ask(`${index}`),
    knows: async (index) => {
      while ((await ask("wrong")) !== 429);
      return (await ask(`${index}`)) === 200;
    },
  };
};

for (const [what, remembers, most] of [
  ["tools of a peer", tools, 40_000],
  ["progress tokens of tasks", progress, 10_000],
  ["owners of tasks", owners, 10_000],
  ["valid tokens", tokens, 10_000],
  ["pending URL elicitations", visits, 1_000],
] as const)
  test(`a cache of ${what} keeps the latest ${most} entries`, async () => {
    const { add, knows } = remembers();
    for (let index = 0; index <= most; index += 1) await add(index);
    assert.is(await knows(1), true);
    assert.is(await knows(most), true);
    assert.is(await knows(0), false);
  });

test.run();
