/**
 * Tests of prompts, completions of prompt arguments, and the client's completer
 * (a debounced completion function).
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  createCompletionHandler,
  completionHandlers,
} from "../../../runtime/features/completions.js";
import { createCompleter } from "../../../runtime/features/client/completer.js";
import type {
  CompleterOptions,
  Suggest,
} from "../../../runtime/features/client/completer.js";
import type { Params } from "../../../runtime/json-rpc/messages/messages.js";
import { promptHandlers } from "../../../runtime/features/prompts.js";
import { ask, getRejectionMessage, text } from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("features: prompts");

requirement(`
  cbb07f678165 2686c9225a47 54786d4da575 4445a1130496 1296329bb4c9
  216155149f0f
`);
test("a server lists its prompts and refuses a request with missing arguments", async () => {
  const args = [{ name: "a", required: true }, { name: "b" }];
  const handlers = promptHandlers({
    plain: { description: "Plain", handler: () => "Hi" },
    args: {
      arguments: args,
      handler: ({ a }: { a: string }) => ({ messages: [], _meta: { a } }),
    },
  });
  const get = (name: string, args?: object) =>
    ask(handlers, "prompts/get", { name, arguments: args });
  const prompts = [
    { name: "plain", description: "Plain" },
    { name: "args", arguments: args },
  ];
  assert.equal((await ask(handlers, "prompts/list")).result, { prompts });
  const messages = [{ role: "user", content: text("Hi") }];
  const plain = { description: "Plain", messages };
  assert.equal((await get("plain")).result, plain);
  const filled = { messages: [], _meta: { a: "1" } };
  assert.equal((await get("args", { a: "1" })).result, filled);
  for (const [{ error }, message] of [
    [await get("args", { b: "1" }), "Missing arguments for args: a"],
    [await get("none"), "Unknown prompt: none"],
  ] as const)
    assert.equal(error, { code: -32602, message });
});

test("completions of prompt arguments obey the access hook", async () => {
  const prompt = (...complete: string[]) => ({
    arguments: [{ name: "a", required: true, complete }],
    handler: () => "",
  });
  const access = (name: string) => name !== "hidden";
  const handlers = promptHandlers(
    { p: prompt("x", "y"), hidden: prompt("z") },
    { access, rate: { burst: 1, perSecond: 0 } },
    createCompletionHandler,
  );
  const complete = async (name: string): Promise<unknown> => {
    const ref = { type: "ref/prompt", name };
    const argument = { name: "a", value: "" };
    const params = { ref, argument };
    const answer = await ask(handlers, "completion/complete", params);
    return answer.error?.message ?? answer.result;
  };
  const values = (...all: string[]) => ({
    completion: { values: all, total: all.length, hasMore: false },
  });
  const nothing = (name: string) => `No completions for prompt ${name}`;
  // Completion requests do not count towards the rate limit of the prompt.
  for (let typed = 0; typed < 3; typed += 1)
    assert.equal(await complete("p"), values("x", "y"));
  assert.is(await complete("hidden"), nothing("hidden"));
  const shown = { name: "p", arguments: [{ name: "a", required: true }] };
  const { result } = await ask(handlers, "prompts/list");
  assert.equal(result, { prompts: [shown] });
  handlers.set("q", prompt("q"));
  assert.equal(await complete("q"), values("q"));
  handlers.set("p", { handler: () => "" });
  assert.ok(handlers.remove("q"));
  for (const name of ["p", "q"]) assert.is(await complete(name), nothing(name));
  const plain = promptHandlers(
    { p: { handler: () => "" } },
    {},
    createCompletionHandler,
  );
  assert.not("completion/complete" in plain);
});

const COMPLETIONS = completionHandlers({
  prompts: {
    p: {
      a: ["Banana", "cabana", "b-n-x", "apple", "ban"],
      many: (count) => Array.from({ length: +count }, (_, index) => `${index}`),
      context: (value, context) => [value + context.other],
    },
  },
  resources: { "r://{x}": { x: ["1"] } },
});

const PROMPT = { type: "ref/prompt", name: "p" };

/** Requests the completion of a value. Returns the completion, or the error. */
async function complete(
  name: string,
  value: string,
  ref = PROMPT as object,
  context?: object,
): Promise<unknown> {
  const argument = { name, value };
  const params = { ref, argument, context };
  const answer = await ask(COMPLETIONS, "completion/complete", params);
  return answer.result?.completion ?? answer.error;
}

const found = (...values: string[]): object => ({
  values,
  total: values.length,
  hasMore: false,
});

requirement("b44f2c0618d1");
test("completions that start with the text come before completions that only contain it", async () => {
  assert.equal(await complete("a", "ban"), found("Banana", "ban", "cabana"));
  const letters = found("Banana", "cabana", "b-n-x", "ban");
  assert.equal(await complete("a", "bn"), letters);
  assert.equal(await complete("other", ""), found());
});

requirement("b44f2c0618d1 11e911d78d3a b83bf10cabf0");
test("a server returns at most 100 completions, and passes the other arguments to the completion function", async () => {
  const many = Array.from({ length: 100 }, (_, index) => `${index}`);
  assert.equal(await complete("many", "100"), found(...many));
  const cut = { values: many, total: 101, hasMore: true };
  assert.equal(await complete("many", "101"), cut);
  const context = { arguments: { other: "b" } };
  assert.equal(await complete("context", "a", PROMPT, context), found("ab"));
  const template = { type: "ref/resource", uri: "r://{x}" };
  assert.equal(await complete("x", "", template), found("1"));
  const none = await complete("a", "", { ...PROMPT, name: "toString" });
  const message = "No completions for prompt toString";
  assert.equal(none, { code: -32602, message });
});

/** Reference to the prompt whose arguments the completer completes. */
const REF = { type: "ref/prompt", name: "p" };

interface Asked {
  readonly params: Params;
  readonly signal: AbortSignal;
  answer(...values: string[]): void;
  fail(problem: Error): void;
}

/** Creates a completer whose requests are answered by the test. */
function open(options: CompleterOptions = {}): {
  readonly suggest: Suggest;
  readonly asked: Asked[];
  next(): Promise<Asked>;
} {
  const asked: Asked[] = [];
  let wake = (): void => {};
  const suggest = createCompleter(
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

requirement("c49661cbac9d");
test("a completer sends only one request if the user types several letters quickly", async () => {
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

requirement("c49661cbac9d");
test("a completer uses the cached completions if the user types the same text again", async () => {
  const { suggest, asked, next } = open();
  const found = suggest("city", "Li", { a: "1", b: "2" });
  const { params, answer } = await next();
  assert.equal(params, {
    ref: REF,
    argument: { name: "city", value: "Li" },
    context: { arguments: { a: "1", b: "2" } },
  });
  answer("Lisbon");
  await found;
  const pending = suggest("city", "X");
  const other = await next();
  const again = await suggest("city", "Li", { b: "2", a: "1" });
  assert.equal(again, { values: ["Lisbon"] });
  assert.is(other.signal.aborted, true);
  assert.is(await pending, undefined);
  assert.equal(asked, []);
});
requirement("c49661cbac9d");
test("after a failed completion request, the completer sends a new request for the same text", async () => {
  const { suggest, next } = open();
  const found = suggest("x", "a");
  (await next()).fail(new Error("no"));
  assert.is(await getRejectionMessage(found), "no");
  const again = suggest("x", "a");
  (await next()).answer("b");
  assert.equal(await again, { values: ["b"] });
});

test.run();
