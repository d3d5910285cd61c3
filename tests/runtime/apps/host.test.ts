/** Tests of a host's connection to a page, with fake windows. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createPageChannel } from "../../../runtime/apps/host.js";
import { withStoppedClock } from "../../harness/time/clock.js";

const test = suite("apps: host");

const SANDBOX = "https://sandbox.example";
const HOST = "https://host.example";
const RULES = {
  received: { "ui/message": () => false },
  results: {},
  defaults: {},
};

interface Posted {
  readonly id?: number;
  readonly result?: object;
  readonly error?: { readonly code: number };
}

/**
 * Connects a host to a page. `deliver` sends a message from the page to the
 * host.
 */
function connect(handlers: object = {}, settings: object = {}) {
  const listeners = new Set<(event: object) => void>();
  const posted: Posted[] = [];
  const ends: unknown[] = [];
  const peer = {
    postMessage: (message: Posted, to: string) => {
      assert.is(to, SANDBOX);
      posted.push(structuredClone(message));
    },
  };
  Object.assign(globalThis, {
    location: { href: `${HOST}/app`, origin: HOST },
    addEventListener: (_: string, run: (event: object) => void) =>
      listeners.add(run),
    removeEventListener: (_: string, run: (event: object) => void) =>
      listeners.delete(run),
  });
  const channel = createPageChannel(RULES, peer, handlers, {
    sandbox: `${SANDBOX}/page.html`,
    onError: ({ message }) => ends.push(message),
    onClosed: (error) => ends.push(error?.message ?? "closed"),
    ...settings,
  });
  const deliver = async (
    message: object,
    origin = SANDBOX,
    from: object = peer,
  ): Promise<void> => {
    const data = { jsonrpc: "2.0", ...message };
    for (const run of listeners) run({ data, origin, source: from });
    await new Promise(setImmediate);
  };
  const open = async (): Promise<void> => {
    await deliver({ id: 0, method: "ui/initialize" });
    posted.length = 0;
    await deliver({ method: "ui/notifications/initialized" });
  };
  const ask = async (method: string, params: object = {}) => {
    await deliver({ id: 1, method, params });
    const { result, error } = posted.splice(0).at(-1) ?? {};
    return result ?? error?.code;
  };
  return { channel, posted, ends, listeners, deliver, open, ask };
}

test.after(() => {
  for (const name of ["location", "addEventListener", "removeEventListener"])
    Reflect.deleteProperty(globalThis, name);
});

for (const sandbox of ["/page.html", `${HOST}/sandbox`])
  test(`a host refuses the sandbox ${sandbox}, which has the origin of the host`, () => {
    assert.throws(
      () => connect({}, { sandbox }),
      (error: Error) =>
        error instanceof TypeError &&
        error.message ===
          `The sandbox ${new URL(sandbox, HOST).href} has the origin of the host. Serve the sandbox from another origin, such as another port or subdomain.`,
    );
  });

test("a host reads only messages that have the window and the origin of the page's sandbox", async () => {
  const heard: object[] = [];
  const method = "ui/notifications/size-changed";
  const { deliver, open } = connect({
    [method]: (params: object) => heard.push(params),
  });
  await open();
  await deliver({ method, params: { height: 1 } }, HOST);
  await deliver({ method, params: { height: 2 } }, SANDBOX, {});
  await deliver({ method, params: { height: 3 } });
  assert.equal(heard, [{ height: 3 }]);
});

test("before the handshake, a host answers only ping, ui/initialize and the sandbox", async () => {
  const ready: object[] = [];
  const { ask, deliver, ends, open } = connect({
    "ui/initialize": () => ({ a: 1 }),
    "ui/notifications/initialized": (params: object) => ready.push(params),
    "ui/notifications/sandbox-proxy-ready": (params: object) =>
      ready.push(params),
    "tools/call": () => ({ b: 2 }),
    "ui/notifications/size-changed": () => assert.unreachable(),
  });
  const call = () => ask("tools/call", { name: "a" });
  assert.equal(await ask("ping"), {});
  await deliver({ method: "ui/notifications/initialized" });
  assert.is(await call(), -32600);
  assert.equal(await ask("ui/initialize"), { a: 1 });
  assert.is(await call(), -32600);
  await deliver({ method: "ui/notifications/sandbox-proxy-ready" });
  assert.equal(ready, [{}]);
  await deliver({ method: "ui/notifications/size-changed" });
  assert.equal(
    ends,
    ["initialized", "size-changed"].map(
      (name) =>
        `ui/notifications/${name} was sent before the end of the handshake`,
    ),
  );
  await open();
  assert.equal(await call(), { b: 2 });
});

for (const [method, params, outcome] of [
  ["ui/open-link", { url: "HTTPS://a.example" }, {}],
  ["ui/open-link", { url: "javascript:alert(1)" }, -32602],
  ["ui/open-link", { url: "javascript:https://a.example" }, -32602],
  ["ui/open-link", {}, -32602],
  ["tools/call", { name: "a" }, {}],
  ["tools/call", { name: "a", arguments: [] }, -32602],
  ["tools/call", { name: "" }, -32602],
  ["tools/call", {}, -32602],
  ["resources/read", { uri: "a:b" }, {}],
  ["resources/read", { uri: "" }, -32602],
  ["resources/read", {}, -32602],
  ["ui/message", {}, -32602],
  ["toString", {}, -32601],
] as const)
  test(`a page that requests ${method} with ${JSON.stringify(params)} gets ${JSON.stringify(outcome)}`, async () => {
    const handle = () => ({});
    const { open, ask } = connect({
      "ui/open-link": handle,
      "tools/call": handle,
      "resources/read": handle,
      "ui/message": handle,
    });
    await open();
    assert.equal(await ask(method, params), outcome);
  });

for (const [limit, message] of [
  [{ messages: 3 }, { method: "ui/notifications/x" }],
  [{ characters: 100 }, { method: "x".repeat(72) }],
] as const)
  test(`the connection to a page beyond the limit ${JSON.stringify(limit)} is closed`, async () => {
    const { ends, listeners, open, deliver } = connect({}, limit);
    await open();
    // The whole message has 100 characters.
    await deliver({ method: "x".repeat(71) });
    assert.equal(ends, []);
    await deliver(message);
    assert.equal(ends, [
      "The page exceeded its limit of messages or characters",
    ]);
    assert.is(listeners.size, 0);
  });

test("a page with a limit of 60 messages may send one more message each second", () =>
  withStoppedClock(async ({ skip }) => {
    const { ends, open, deliver } = connect({}, { messages: 60 });
    const send = () => deliver({ method: "ui/notifications/x" });
    await open();
    // The handshake consists of two messages.
    for (let count = 2; count < 60; count += 1) await send();
    skip(1_000);
    await send();
    assert.equal(ends, []);
    await send();
    assert.is(ends.length, 1);
  }));

test("a host reports which of its messages contains a function, which cannot be cloned", async () => {
  const { channel, ask, ends, open } = connect({
    "ui/initialize": () => ({}),
    "tools/call": () => ({ run: () => {} }),
  });
  await open();
  assert.throws(
    () => channel.notify("ui/notifications/x", { run: () => {} }),
    (error: Error) =>
      error instanceof TypeError &&
      error.message.startsWith("Cannot send ui/notifications/x: "),
  );
  assert.is(await ask("tools/call", { name: "a" }), -32603);
  assert.match(ends.join(), /^Cannot send an answer: [^,]*$/);
});

test("closing the connection aborts a running handler, and the handler's pending request is rejected without a message to the page", async () => {
  const outcomes: string[] = [];
  const { channel, ask, ends, open, posted } = connect({
    "ui/open-link": async (_: object, signal: AbortSignal) => {
      const options = { signal };
      await channel
        .request("ui/resource-teardown", {}, options)
        .catch(({ message }: Error) => outcomes.push(message));
    },
  });
  await open();
  await ask("ui/open-link", { url: "https://a.example" });
  channel.close();
  // Further calls have no effect.
  channel.close();
  channel.notify("ui/notifications/tool-cancelled", {});
  await new Promise(setImmediate);
  assert.equal(outcomes, ["The page and its host are disconnected"]);
  assert.equal([ends, posted], [["closed"], []]);
});

test.run();
