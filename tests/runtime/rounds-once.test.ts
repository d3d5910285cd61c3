/** Effects of handlers that run again: they happen once. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Call } from "../../templates/runtime/connection/call.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import {
  serve,
  serveTool,
  call,
  textOf,
  answering,
  accept,
} from "./rounds-support.js";

const test = suite("rounds of input: once");

type Fields = { readonly [name: string]: unknown };

test("once: an effect happens once over three rounds and two processes", async () => {
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
  const second = await call(serveOne(), answering(first, accept({})));
  const third = await call(serveOne(), answering(second, accept({})));
  assert.is(textOf(third), '[{"order":1},"nothing"]');
  assert.is(effects, 2);
});

for (const requestState of [undefined, "mine"]) {
  const with_ = requestState === undefined ? "without" : "with";
  test(`once: kept when a handler asks by its result, ${with_} a state of its own`, async () => {
    let effects = 0;
    const handlers = {
      "tools/call": async (
        params: { inputResponses?: object; requestState?: unknown },
        ctx: Call,
      ) => {
        const paid = await ctx.once("pay", () => ++effects);
        const { action } = (await ctx.elicit({ message: "?" })) as Fields;
        if (params.inputResponses && "roots" in params.inputResponses) {
          const said = JSON.stringify([paid, action, params.requestState]);
          return { content: [{ type: "text", text: said }] };
        }
        return {
          resultType: "input_required",
          inputRequests: { roots: { method: "roots/list" } },
          ...(requestState && { requestState }),
        };
      },
    };
    const server = serve(handlers as unknown as Handlers);
    const first = await call(server);
    const second = await call(server, answering(first, accept({})));
    const third = await call(
      server,
      answering(second, () => ({ roots: [] })),
    );
    assert.is(textOf(third), JSON.stringify([1, "accept", requestState]));
    assert.is(effects, 1);
  });
}
test("once: what is under way when a round ends is waited for", async () => {
  let effects = 0;
  let finish = (): void => {};
  let ended = (): void => {};
  const end = new Promise<void>((resolve) => (ended = resolve));
  const server = serveTool(async (_args, ctx) => {
    const [, paid] = await Promise.all([
      ctx.elicit({ message: "?" }).finally(ended),
      ctx.once("pay", async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        assert.is(ctx.signal.aborted, false);
        return (effects += 1);
      }),
    ]);
    return `${String(paid)}`;
  });
  const pending = call(server);
  await end;
  finish();
  const first = await pending;
  const second = await call(server, answering(first, accept({})));
  assert.is(textOf(second), "1");
  assert.is(effects, 1);
});

test("once: one that failed is not kept", async () => {
  let tries = 0;
  const server = serveTool(async (_args, ctx) => {
    const attempt = () => {
      tries += 1;
      if (tries === 1) throw new Error("offline");
      return tries;
    };
    const got = await ctx.once("try", attempt).catch(() => "failed");
    await ctx.roots();
    return String(got);
  });
  const first = await call(server);
  const second = await call(
    server,
    answering(first, () => ({ roots: [] })),
  );
  assert.is(textOf(second), "2");
});
test.run();
