/**
 * Tests of `ctx.once`. A function that a handler passes to `ctx.once` runs
 * once, although the handler runs again for each retry of the request.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import { defer } from "../../../harness/run/deferred.js";
import {
  serveTool,
  call,
  getContentText,
  answerRequests,
  accept,
} from "../../../harness/wire/input-required.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("input-required results: ctx.once");

requirement("1b69998c8d23");
test("ctx.once calls its function once per tool call, even if several servers process the retries", async () => {
  let effects = 0;
  const key = "k".repeat(32);
  const serveOne = () =>
    serveTool(
      async (_args, ctx) => {
        const order = await ctx.once("order", async () => {
          effects += 1;
          return { order: effects, note: undefined };
        });
        await ctx.elicit({ message: "1" }, { key: "one" });
        const nothing = await ctx.once("nothing", () => {
          effects += 1;
        });
        await ctx.elicit({ message: "2" }, { key: "two" });
        return JSON.stringify([order, nothing ?? "nothing"]);
      },
      { state: { key } },
    );
  const first = await call(serveOne());
  const second = await call(serveOne(), answerRequests(first, accept()));
  const third = await call(serveOne(), answerRequests(second, accept()));
  assert.is(getContentText(third), '[{"order":1},"nothing"]');
  assert.is(effects, 2);
});

test("a server sends an input-required result only after all running functions of ctx.once have settled", async () => {
  let effects = 0;
  const paying = defer();
  const end = defer();
  const server = serveTool(async (_args, ctx) => {
    const [, paid] = await Promise.all([
      ctx.elicit({ message: "?" }).finally(end.resolve),
      ctx.once("pay", async () => {
        await paying.promise;
        assert.is(ctx.signal.aborted, false);
        return (effects += 1);
      }),
    ]);
    return `${String(paid)}`;
  });
  const pending = call(server);
  await end.promise;
  paying.resolve();
  const second = await call(server, answerRequests(await pending, accept()));
  assert.is(getContentText(second), "1");
  assert.is(effects, 1);
});

test("a handler can ask for input while a callback of `ctx.once` fails", async () => {
  const server = serveTool(async (_args, ctx) => {
    const fail = () => Promise.reject(new Error("no"));
    const [failed] = await Promise.all([
      ctx.once("k", fail).catch(({ message }: Error) => message),
      ctx.elicit({ message: "?" }),
    ]);
    return String(failed);
  });
  const first = await call(server);
  const second = await call(server, answerRequests(first, accept()));
  assert.is(getContentText(second), "no");
});

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
test.before(() => void process.on("unhandledRejection", note));
test.after(() => void process.off("unhandledRejection", note));
test.before.each(() => void unhandled.splice(0));

const turn = () => new Promise((resolve) => setImmediate(resolve));

for (const [what, ask] of [
  ["an unanswerable input request", (ctx: Call) => ctx.roots()],
  [
    "a failing effect of ctx.once",
    (ctx: Call) => ctx.once("k", () => Promise.reject(new Error("no"))),
  ],
] as const)
  test(`a handler that waits for ${what} leaves no unhandled rejection`, async () => {
    const server = serveTool(async (_args: never, ctx: Call) => {
      const asked = ask(ctx) as Promise<unknown>;
      await turn();
      await turn();
      return asked.then(
        () => "answered",
        () => "refused",
      );
    });
    assert.is(getContentText(await call(server, {}, {})), "refused");
    await turn();
    assert.equal(unhandled, []);
  });

test.run();
