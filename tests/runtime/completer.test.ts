/** Suggestions while somebody types. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { suggesting } from "../../templates/runtime/features/client/completer.js";
import type {
  CompleterOptions,
  Suggest,
} from "../../templates/runtime/features/client/completer.js";
import type { Params } from "../../templates/runtime/connection/json-rpc/messages.js";
import { messageOf } from "./support.js";

const test = suite("completer");
const REF = { type: "ref/prompt", name: "p" };

interface Asked {
  readonly params: Params;
  readonly signal: AbortSignal;
  answer(...values: string[]): void;
  fail(problem: Error): void;
}

/** A completer whose server is the test. */
function open(options: CompleterOptions = {}): {
  readonly suggest: Suggest;
  readonly asked: Asked[];
  next(): Promise<Asked>;
} {
  const asked: Asked[] = [];
  let wake = (): void => {};
  const suggest = suggesting(
    (params, { signal }) =>
      new Promise((resolve, reject) => {
        const given = signal as AbortSignal;
        given.addEventListener("abort", () => reject(given.reason as Error));
        asked.push({
          params,
          signal: given,
          answer: (...values) => resolve({ completion: { values } }),
          fail: reject,
        });
        wake();
      }),
    REF,
    { delay: 1, ...options },
  );
  const next = async (): Promise<Asked> => {
    while (asked.length === 0) {
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return asked.shift() as Asked;
  };
  return { suggest, asked, next };
}

test("what is asked, and what is answered", async () => {
  const { suggest, next } = open();
  const found = suggest("city", "Li", { country: "pt" });
  const { params, answer } = await next();
  assert.equal(params, {
    ref: REF,
    argument: { name: "city", value: "Li" },
    context: { arguments: { country: "pt" } },
  });
  answer("Lisbon");
  assert.equal(await found, { values: ["Lisbon"] });
});

test("while typing goes on, nothing is asked", async () => {
  const { suggest, asked, next } = open();
  const typed = ["L", "Li", "Lis"].map((value) => suggest("city", value));
  const { params, answer } = await next();
  answer("Lisbon");
  assert.equal(params.argument, { name: "city", value: "Lis" });
  assert.is("context" in params, false);
  assert.equal(await Promise.all(typed), [
    undefined,
    undefined,
    { values: ["Lisbon"] },
  ]);
  assert.equal(asked, []);
});

test("a newer question ends one that was asked", async () => {
  const { suggest, next } = open();
  const stale = suggest("city", "L");
  const first = await next();
  const fresh = suggest("city", "Li");
  assert.is(first.signal.aborted, true);
  assert.is(await stale, undefined);
  (await next()).answer("Lisbon");
  assert.equal(await fresh, { values: ["Lisbon"] });
});

test("the same is not asked twice, and a kept answer ends a question too", async () => {
  const { suggest, asked, next } = open();
  const found = suggest("city", "Li", { a: "1", b: "2" });
  (await next()).answer("Lisbon");
  await found;
  const open_ = suggest("city", "X");
  const other = await next();
  const again = await suggest("city", "Li", { b: "2", a: "1" });
  assert.equal(again, { values: ["Lisbon"] });
  assert.is(other.signal.aborted, true);
  assert.is(await open_, undefined);
  assert.equal(asked, []);
});
test("a failure is told, and not kept", async () => {
  const { suggest, next } = open();
  const found = suggest("x", "a");
  (await next()).fail(new Error("no"));
  assert.is(await messageOf(found), "no");
  const again = suggest("x", "a");
  (await next()).answer("b");
  assert.equal(await again, { values: ["b"] });
});

test.run();
