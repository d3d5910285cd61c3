/**
 * Tests of the encrypted request state in input-required results: its lifetime,
 * its length, and the request and user to which it is bound.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { promptHandlers } from "../../../../runtime/features/prompts.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import {
  Sealer,
  useSharedKey,
} from "../../../../runtime/protocol/input-required/seal.js";
import { toolHandlers } from "../../../../runtime/features/tools.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import { STATELESS_SERVER, Wire } from "../../../harness/wire/wire.js";
import type { Opened } from "../../../harness/wire/wire.js";
import {
  ABLE,
  serve,
  serveTool,
  send,
  call,
  getContentText,
  getState,
} from "../../../harness/wire/input-required.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("input-required results: request state");

const clock = Date.now;
test.after.each(() => void (Date.now = clock));

const OLD = "o".repeat(32);

const askRoots = async (_args: never, ctx: Call) => {
  await ctx.roots();
  return "done";
};

const ROOTS = { inputResponses: { roots: { roots: [] } } };

const FORGED =
  "Invalid params: requestState was not created by this server for this request";

requirement("0afea3007694 f3ed4ad6a13a");
test("a request state is valid only for the same request, user and server", async () => {
  const state = { key: "s".repeat(32) };
  const server = serveTool(askRoots, { state });
  const ada = { subject: "ada" };
  const params = { name: "t", arguments: { a: 1, b: { c: [2, 3] } } };
  const first = await send(server, "tools/call", params, ABLE, ada);
  const requestState = getState(first);
  const outcome = async (
    to: Pick<Opened, "wire">,
    method: string,
    more: object,
    auth: unknown,
  ): Promise<unknown> => {
    const all = { ...params, ...ROOTS, requestState, ...more };
    const answer = await send(to, method, all, ABLE, auth);
    return answer.error ?? getContentText(answer);
  };
  const refused = { code: -32602, message: FORGED };
  const reordered = { arguments: { b: { c: [2, 3] }, a: 1 } };
  const same = serveTool(askRoots, { state });
  const stranger = serveTool(askRoots);
  const prompts = serve(promptHandlers({ t: { handler: askRoots as never } }), {
    state,
  });
  const inputSchema = { type: "object" };
  const tools = toolHandlers({ t: { inputSchema, handler: askRoots } });
  const info = { name: "other", version: "1" };
  const renamed = new Wire();
  await new ServerCore(STATELESS_SERVER, info, tools, { state }).connect(
    renamed,
  );
  assert.equal(await outcome(server, "tools/call", {}, ada), "done");
  assert.equal(await outcome(same, "tools/call", reordered, ada), "done");
  for (const [to, method, more, auth] of [
    [server, "tools/call", {}, { subject: "eve" }],
    [server, "tools/call", {}, undefined],
    [server, "tools/call", { arguments: { a: 2, b: { c: [2, 3] } } }, ada],
    [prompts, "prompts/get", {}, ada],
    [stranger, "tools/call", {}, ada],
    [{ wire: renamed }, "tools/call", {}, ada],
  ] as const)
    assert.equal(await outcome(to, method, more, auth), refused);
});

requirement("e494fb4a9333 41c3ac89de8b 8f39e71e3936 6076e6b1d0a1");
test("a server rejects a modified request state", async () => {
  const server = serveTool(askRoots);
  const state = getState(await call(server));
  const flip = (at: number): string =>
    state.slice(0, at) + (state[at] === "A" ? "B" : "A") + state.slice(at + 1);
  const changed: unknown[] = [
    "",
    "none",
    "ß",
    5,
    null,
    {},
    `${state}A`,
    `${state}=`,
    `${state}-TAMPERED`,
    `${state}\n`,
    ` ${state}`,
    `-${state}`,
    state.slice(1),
    state.slice(0, -1),
    state.slice(0, 16),
    "A".repeat(2_000_000),
  ];
  for (let at = 0; at < state.length; at += 7) changed.push(flip(at));
  changed.push(flip(state.length - 1));
  for (const requestState of changed) {
    const { error } = await call(server, { ...ROOTS, requestState });
    assert.equal([requestState, error?.code], [requestState, -32602]);
  }
  const right = await call(server, { ...ROOTS, requestState: state });
  assert.is(getContentText(right), "done");
});

requirement("0afea3007694");
for (const [ttl, most] of [
  [undefined, 600_000],
  [50, 50],
  [0, 0],
  [Infinity, 1e12],
] as const)
  test(`a request state with the option ttl: ${ttl} ${ttl === Infinity ? "is still valid" : "expires"} after ${most} ms`, async () => {
    let now = 1_000_000;
    Date.now = () => now;
    // Servers without a configured key share one generated key within a
    // process.
    const server = serveTool(askRoots, { state: { ttl } });
    const requestState = getState(
      await call(serveTool(askRoots, { state: { ttl } })),
    );
    const outcome = () => call(server, { ...ROOTS, requestState });
    now += most - 1;
    if (most > 0) assert.is(getContentText(await outcome()), "done");
    now += 1;
    const { error } = await outcome();
    const message =
      "Invalid params: requestState has expired; send the request without requestState";
    const expired = { code: -32602, message };
    assert.equal(error, ttl === Infinity ? undefined : expired);
  });

test("a server decrypts request state with any configured key", async () => {
  const next = new Uint8Array(32).fill(7);
  const secret = async (_args: never, ctx: Call) => {
    const kept = await ctx.once("secret", () => "hunter2");
    await ctx.roots();
    return kept;
  };
  const before = serveTool(secret, { state: { key: OLD } });
  const after = serveTool(secret, { state: { key: [next, OLD] } });
  const newest = serveTool(secret, { state: { key: next } });
  const first = getState(await call(before));
  assert.not.match(atob(first.replace(/[-_]/g, "A")), "hunter2");
  const more = { ...ROOTS, requestState: first };
  assert.is(getContentText(await call(after, more)), "hunter2");
  assert.is((await call(newest, more)).error?.code, -32602);
  const sealed = { ...ROOTS, requestState: getState(await call(after)) };
  assert.is((await call(before, sealed)).error?.code, -32602);
  const second = getState(await call(after));
  const last = await call(newest, { ...ROOTS, requestState: second });
  assert.is(getContentText(last), "hunter2");
});

test("a server limits the length of a request state", async () => {
  const server = serveTool(async ({ size }: { size: number }, ctx) => {
    await ctx.once("much", () => "x".repeat(size));
    await ctx.roots();
  });
  const asked = (size: number) => call(server, { arguments: { size } });
  const rest = atob(getState(await asked(1_000))).length - 1_000;
  const most = (1_048_576 / 4) * 3 - rest;
  const requestState = getState(await asked(most));
  assert.is(requestState.length, 1_048_576);
  const params = { ...ROOTS, requestState, arguments: { size: most } };
  assert.is((await call(server, params)).error, undefined);
  assert.is((await asked(most + 1)).error?.code, -32603);
  assert.match(
    server.errors.join(),
    /encrypted state of a call has \d+ characters/,
  );
});

for (const [state, text] of [
  [{ key: "short" }, "state.key needs at least 32 bytes"],
  [{ key: [] }, "state.key needs at least 32 bytes"],
  [{ key: "s".repeat(31) }, "state.key needs at least 32 bytes"],
  [{ key: [OLD, "short"] }, "state.key needs at least 32 bytes"],
  [{ ttl: -1 }, "state.ttl must not be negative"],
  [{ ttl: NaN }, "state.ttl must not be negative"],
] as const)
  test(`a server rejects the invalid state options ${JSON.stringify(state)}`, () => {
    assert.throws(
      () => serve({}, { state }),
      (error: Error) => error instanceof RangeError && error.message === text,
    );
  });

test("if the callback for the shared `requestState` key fails, the server calls the callback again", async () => {
  let requests = 0;
  useSharedKey(() => {
    requests += 1;
    return requests === 1
      ? Promise.reject(new Error("The store failed"))
      : Promise.resolve(new Uint8Array(32));
  });
  const sealer = new Sealer();
  const failed = await sealer.seal("value", "call").catch(String);
  assert.is(failed, "Error: The store failed");
  const state = await sealer.seal("value", "call");
  assert.equal(await sealer.open(state, "call"), { value: "value" });
  assert.is(requests, 2);
  assert.is(await sealer.open(state, "other"), "forged");
});

test.run();
