/**
 * Tests of the messages between a page (UI resource) and its host. A fake
 * window replaces the browser.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../../harness/generated/load.js";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number };
  readonly result?: object;
}
interface App {
  connect(options?: object): Promise<void>;
  readonly host: object;
  request(method: string, params: object, options?: object): Promise<object>;
  notify(method: string, params: object): void;
  close(): void;
}
interface Module {
  createApp(info: object, handlers?: object, options?: object): App;
}

const test = suite("apps: page");
const HOST = "https://host.example";
const INFO = { name: "page", version: "1" };
const HELLO = {
  protocolVersion: "2026-01-26",
  hostInfo: { name: "host", version: "1" },
  hostCapabilities: {},
  hostContext: { theme: "light", locale: "nb-NO" },
};
const { createApp } = await load<Module>("2026-07-28+apps", "app");

/** Creates a page in a fake window. `deliver` sends a message to the page. */
function createPage(handlers: object = {}, options: object = {}) {
  const listeners = new Set<(event: object) => void>();
  const sent: (Message & { origin: string })[] = [];
  const errors: string[] = [];
  const parent = {
    postMessage: (message: Message, origin: string) =>
      sent.push({ ...message, origin }),
  };
  Object.assign(globalThis, {
    parent,
    addEventListener: (_: string, run: (event: object) => void) =>
      listeners.add(run),
    removeEventListener: (_: string, run: (event: object) => void) =>
      listeners.delete(run),
  });
  const app = createApp(INFO, handlers, {
    onError: ({ message }: Error) => errors.push(message),
    ...options,
  });
  const deliver = async (
    data: unknown,
    origin = HOST,
    source: unknown = parent,
  ) => {
    const message =
      typeof data === "object" ? { jsonrpc: "2.0", ...data } : data;
    for (const run of listeners) run({ data: message, origin, source });
    await new Promise(setImmediate);
  };
  const connect = async () => {
    const connected = app.connect();
    await deliver({ id: 1, result: HELLO });
    await connected;
    sent.splice(0);
  };
  return { app, sent, errors, deliver, connect, listeners };
}

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "no error",
    ({
      fault,
      code,
      message,
    }: {
      fault: string;
      code: number;
      message: string;
    }) => `${fault ?? code}: ${message}`,
  );

test("a page sends `ui/notifications/initialized` only to the origin of the host", async () => {
  const capabilities = { availableDisplayModes: ["inline"] };
  const { app, sent, deliver } = createPage({}, { capabilities });
  assert.throws(() => app.host, /not connected/);
  assert.throws(() => app.notify("ui/notifications/x", {}), /not connected/);
  assert.match(
    String(await failure(app.request("ui/open-link", { url: "x" }))),
    "lifecycle: The page is not connected",
  );
  const connected = app.connect();
  // The page ignores a message from a window that is not its parent.
  await deliver({ id: 1, result: { ...HELLO, hostContext: {} } }, HOST, {});
  // The page also does not take the origin of the host from a response with an
  // unknown id.
  await deliver({ id: 99, result: {} }, "https://other.example");
  await deliver({ id: 1, result: HELLO });
  await connected;
  assert.equal(app.host, HELLO);
  const jsonrpc = "2.0";
  const params = {
    appInfo: INFO,
    appCapabilities: capabilities,
    protocolVersion: "2026-01-26",
  };
  assert.equal(sent, [
    { jsonrpc, id: 1, method: "ui/initialize", params, origin: "*" },
    {
      jsonrpc,
      method: "ui/notifications/initialized",
      params: {},
      origin: HOST,
    },
  ]);
});

test("a page ignores messages from an origin other than the host's origin", async () => {
  const heard: object[] = [];
  const method = "ui/notifications/tool-cancelled";
  const { connect, deliver } = createPage({
    [method]: (params: object) => heard.push(params),
  });
  await connect();
  await deliver({ method, params: { reason: "a" } }, "https://evil.example");
  await deliver({ method, params: { reason: "b" } });
  assert.equal(heard, [{ reason: "b" }]);
});

for (const [about, answer, problem] of [
  [
    "an invalid result",
    { result: { content: 1 } },
    "invalid: The answer to tools/call is not valid",
  ],
  ["an error", { error: { code: -32602, message: "no" } }, "-32602: no"],
  [
    "an invalid error",
    { error: 7 },
    "invalid: The response to tools/call is not valid",
  ],
  ["a result without `resultType`", { result: { content: [] } }, "no error"],
] as const)
  test(`a page's \`tools/call\` request ends with "${problem}" after ${about} from the host`, async () => {
    const { app, connect, deliver } = createPage();
    await connect();
    const call = failure(app.request("tools/call", { name: "a" }));
    await deliver({ id: 2, ...answer });
    assert.is(await call, problem);
  });

test("the host is notified when a request of the page times out or is aborted", async () => {
  const { app, sent, connect } = createPage();
  await connect();
  const late = app.request("ui/open-link", { url: "x" }, { timeout: 1 });
  assert.is(
    await failure(late),
    "timeout: No answer to ui/open-link within 1 ms",
  );
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = app.request("ui/open-link", { url: "x" }, { signal });
  await Promise.resolve();
  controller.abort(new Error("stop"));
  assert.match(String(await failure(aborted)), "stop");
  assert.equal(
    sent.flatMap(({ method, params }) =>
      method === "notifications/cancelled" ? [params?.["requestId"]] : [],
    ),
    [2, 3],
  );
});

test("a page does not pass an invalid notification of the host to the handler", async () => {
  const method = "ui/notifications/tool-input";
  const heard: object[] = [];
  const { errors, connect, deliver } = createPage({
    [method]: (params: object) => heard.push(params),
  });
  await connect();
  await deliver({ method, params: { arguments: 7 } });
  await deliver("text");
  await deliver({ jsonrpc: "1.0", method, params: {} });
  assert.equal(
    [heard, errors],
    [[], [`The params of ${method} are not valid`]],
  );
});

test("a page fills missing members in the result of a tool that the host passes on", async () => {
  const method = "ui/notifications/tool-result";
  const heard: object[] = [];
  const { connect, deliver } = createPage({
    [method]: (params: object) => heard.push(params),
  });
  await connect();
  await deliver({ method, params: { content: [] } });
  const defaults = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  assert.equal(heard, [{ ...defaults, content: [] }]);
});

test("a page sends messages to any origin if the origin of its host is `null`", async () => {
  const { app, sent, deliver } = createPage();
  const connected = app.connect();
  await deliver({ id: 1, result: HELLO }, "null");
  await connected;
  assert.equal(
    sent.map(({ origin }) => origin),
    ["*", "*"],
  );
});

test("if the host context changes, `app.host` contains the new context before the page's handler runs", async () => {
  const method = "ui/notifications/host-context-changed";
  const seen: object[] = [];
  const page = createPage({ [method]: () => seen.push(page.app.host) });
  await page.connect();
  await page.deliver({ method, params: { theme: "dark" } });
  const hostContext = { theme: "dark", locale: "nb-NO" };
  assert.equal(seen, [{ ...HELLO, hostContext }]);
});

test("a page answers the requests of its host", async () => {
  const { sent, errors, connect, deliver } = createPage({
    "ui/resource-teardown": (_: object, { aborted }: AbortSignal) => {
      if (aborted) throw new Error("aborted");
      throw new Error("secret");
    },
  });
  await connect();
  await deliver({ id: "a", method: "ping" });
  await deliver({ id: "b", method: "constructor" });
  await deliver({ id: "c", method: "ui/resource-teardown", params: {} });
  assert.equal(
    sent.map(({ result, error }) => result ?? error?.code),
    [{}, -32601, -32603],
  );
  assert.equal(errors, ["secret"]);
  assert.not.match(JSON.stringify(sent), "secret");
});

test("a page answers a request with an empty result if the handler returns nothing", async () => {
  const { sent, connect, deliver } = createPage({
    "ui/resource-teardown": () => {},
  });
  await connect();
  await deliver({ id: 1, method: "ui/resource-teardown", params: {} });
  assert.equal(
    sent.map(({ id, result }) => [id, result]),
    [[1, {}]],
  );
});

test("a page notifies its host of each change of the page size until the page is closed", async () => {
  let width = 0;
  let report = (): void => {};
  let observed = 0;
  const root = { getBoundingClientRect: () => ({ width, height: 2 }) };
  const fakes = {
    document: { documentElement: root },
    ResizeObserver: class {
      constructor(run: () => void) {
        report = run;
      }
      observe = () => (observed += 1);
      disconnect = () => (observed -= 1);
    },
  };
  Object.assign(globalThis, fakes);
  try {
    const { app, sent, connect } = createPage();
    await connect();
    for (width of [1.5, 1.7, 3]) report();
    assert.equal(
      sent.map(({ params }) => params?.["width"]),
      [2, 3],
    );
    assert.is(observed, 1);
    app.close();
    assert.is(observed, 0);
    await createPage({}, { autoResize: false }).connect();
    assert.is(observed, 0);
  } finally {
    for (const name of Object.keys(fakes))
      Reflect.deleteProperty(globalThis, name);
  }
});

test("a page answers at most 32 requests of its host at the same time", async () => {
  const { sent, connect, deliver } = createPage({
    "ui/resource-teardown": () => new Promise(() => {}),
  });
  await connect();
  for (let id = 1; id <= 33; id++)
    await deliver({ id, method: "ui/resource-teardown", params: {} });
  assert.equal(
    sent.map(({ id, error }) => [id, error?.code]),
    [[33, 429]],
  );
});

test("a page rejects each request of the host with the id of a running request", async () => {
  const ends: (() => void)[] = [];
  const { sent, connect, deliver } = createPage({
    "ui/resource-teardown": () =>
      new Promise((resolve) => ends.push(() => resolve({}))),
  });
  await connect();
  const request = { id: 7, method: "ui/resource-teardown", params: {} };
  for (let count = 0; count < 3; count += 1) await deliver(request);
  for (const end of ends.splice(0)) end();
  await new Promise(setImmediate);
  await deliver(request);
  assert.equal(
    sent.map(({ id, error }) => [id, error?.code]),
    [
      [7, -32600],
      [7, -32600],
      [7, undefined],
    ],
  );
  assert.is(ends.length, 1);
});

test("a page aborts only the handler of the request that the host has cancelled", async () => {
  const signals: AbortSignal[] = [];
  const { connect, deliver } = createPage({
    "ui/resource-teardown": (_params: object, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  await connect();
  for (const id of [1, 2])
    await deliver({ id, method: "ui/resource-teardown", params: {} });
  const params = { requestId: 2 };
  await deliver({ method: "notifications/cancelled", params });
  assert.equal(
    signals.map(({ aborted }) => aborted),
    [false, true],
  );
});

test("closing a page aborts its running handlers", async () => {
  const running: { signal: AbortSignal; end: () => void }[] = [];
  const { app, sent, errors, connect, deliver } = createPage({
    "ui/resource-teardown": (_params: object, signal: AbortSignal) =>
      new Promise((resolve) =>
        running.push({ signal, end: () => resolve({}) }),
      ),
  });
  await connect();
  await deliver({ id: 1, method: "ui/resource-teardown", params: {} });
  app.close();
  assert.equal(
    running.map(({ signal }) => signal.aborted),
    [true],
  );
  for (const { end } of running) end();
  await new Promise(setImmediate);
  assert.equal([sent, errors], [[], []]);
});

test("closing a page rejects its pending requests", async () => {
  const { app, connect, listeners } = createPage();
  await connect();
  const call = failure(app.request("ui/open-link", { url: "x" }));
  await Promise.resolve();
  app.close();
  assert.is(await call, "closed: The page and its host are disconnected");
  assert.is(listeners.size, 0);
  assert.match(
    String(await failure(app.request("ui/open-link", { url: "x" }))),
    "closed",
  );
});

test.run();
