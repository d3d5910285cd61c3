/** Questions that fail while their handler waits for something else. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Call } from "../../templates/runtime/connection/call.js";
import { call, serveTool, textOf } from "./rounds-support.js";

const test = suite("rounds of input: refused questions");

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
test.before(() => void process.on("unhandledRejection", note));
test.after(() => void process.off("unhandledRejection", note));
test.before.each(() => void unhandled.splice(0));

const turn = () => new Promise((resolve) => setImmediate(resolve));

for (const [what, ask] of [
  ["a question that the client cannot answer", (ctx: Call) => ctx.roots()],
  [
    "an effect that fails",
    (ctx: Call) => ctx.once("k", () => Promise.reject(new Error("no"))),
  ],
] as const)
  test(`${what} ends no program`, async () => {
    const server = serveTool(async (_args: never, ctx: Call) => {
      const asked = ask(ctx) as Promise<unknown>;
      await turn();
      await turn();
      return asked.then(
        () => "answered",
        () => "refused",
      );
    });
    assert.is(textOf(await call(server, {}, {})), "refused");
    await turn();
    assert.equal(unhandled, []);
  });

test.run();
