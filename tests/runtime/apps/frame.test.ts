/** Tests of the host side of a page, with a fake frame and a fake window. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FrameCore } from "../../../runtime/apps/frame.js";

const test = suite("apps: frame of a page");

const SANDBOX = "https://sandbox.example";
const RULES = { received: {}, results: {}, defaults: {} };
const INPUT = "ui/notifications/tool-input";
const PARTIAL = "ui/notifications/tool-input-partial";
const RESULT = "ui/notifications/tool-result";

interface Posted {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: { readonly code: number };
}

/** Creates the frame of a page. `deliver` sends a message of the page. */
function createFrame(handlers: object = {}, settings: object = {}) {
  const listeners = new Set<(event: object) => void>();
  const posted: Posted[] = [];
  const attributes: { [name: string]: string } = {};
  const ends: unknown[] = [];
  const peer = {
    postMessage: (
      { ...message }: Posted & { jsonrpc?: string },
      to: string,
    ) => {
      assert.equal([message.jsonrpc, to], ["2.0", SANDBOX]);
      delete message.jsonrpc;
      posted.push(message);
    },
  };
  const element = {
    contentWindow: peer,
    setAttribute: (name: string, value: string) => {
      attributes[name] = value;
    },
    remove: () => ends.push("removed"),
  };
  Object.assign(globalThis, {
    location: {
      href: "https://host.example/app",
      origin: "https://host.example",
    },
    addEventListener: (_: string, run: (event: object) => void) =>
      listeners.add(run),
    removeEventListener: (_: string, run: (event: object) => void) =>
      listeners.delete(run),
  });
  const frame = new FrameCore(RULES, "2026-01-26", element, handlers, {
    sandbox: `${SANDBOX}/page.html`,
    page: { html: "<p>", permissions: { camera: {} } },
    info: { name: "host", version: "1" },
    onError: ({ message }) => ends.push(message),
    onClosed: (error) => ends.push(error?.message ?? "closed"),
    ...settings,
  });
  const deliver = async (message: object): Promise<void> => {
    const data = { jsonrpc: "2.0", ...message };
    for (const run of listeners) run({ data, origin: SANDBOX, source: peer });
    await new Promise(setImmediate);
  };
  const open = async (): Promise<void> => {
    await deliver({ method: "ui/notifications/initialized", params: {} });
    posted.splice(0);
  };
  const ask = async (method: string, params: object = {}) => {
    await deliver({ id: 1, method, params });
    const { result, error } = posted.splice(0).at(-1) ?? {};
    return result ?? error?.code;
  };
  return { frame, posted, attributes, ends, listeners, deliver, open, ask };
}

test.after(() => {
  for (const name of ["location", "addEventListener", "removeEventListener"])
    Reflect.deleteProperty(globalThis, name);
});

test("a frame loads the sandbox, and sends the page to the sandbox once", async () => {
  const { attributes, posted, deliver } = createFrame();
  assert.equal(attributes, {
    sandbox: "allow-scripts allow-same-origin allow-forms",
    allow: "camera",
    src: `${SANDBOX}/page.html`,
  });
  const ready = {
    method: "ui/notifications/sandbox-proxy-ready",
    params: {},
  };
  await deliver(ready);
  await deliver(ready);
  assert.equal(posted, [
    {
      method: "ui/notifications/sandbox-resource-ready",
      params: { html: "<p>", csp: {}, permissions: { camera: {} } },
    },
  ]);
});

test("a frame answers ui/initialize with the capabilities of its handlers", async () => {
  const { ask } = createFrame(
    { "tools/call": () => ({}), "ui/open-link": () => ({}) },
    { capabilities: { extra: {} }, context: { theme: "dark" } },
  );
  assert.is(await ask("tools/call", { name: "a" }), -32600);
  assert.equal(await ask("ping"), {});
  assert.equal(await ask("ui/initialize"), {
    protocolVersion: "2026-01-26",
    hostInfo: { name: "host", version: "1" },
    hostCapabilities: {
      sandbox: { csp: {}, permissions: { camera: {} } },
      serverTools: {},
      openLinks: {},
      extra: {},
    },
    hostContext: { theme: "dark" },
  });
});

test("a frame delays notifications until the page is initialized", async () => {
  const { frame, posted, deliver } = createFrame();
  for (const method of [PARTIAL, INPUT, RESULT]) frame.notify(method, {});
  assert.equal(posted, []);
  await deliver({ method: "ui/notifications/initialized", params: {} });
  frame.notify("ui/notifications/tool-cancelled", {});
  assert.equal(
    posted.map(({ method }) => method),
    [PARTIAL, INPUT, RESULT, "ui/notifications/tool-cancelled"],
  );
});

const MODE = "ui/request-display-mode";
for (const [handlers, settings, mode] of [
  [{}, {}, "inline"],
  [{}, { context: { displayMode: "pip" } }, "pip"],
  [{ [MODE]: () => ({ mode: "fullscreen" }) }, {}, "fullscreen"],
] as const)
  test(`a frame with the handlers and settings ${JSON.stringify([Object.keys(handlers), settings])} answers with the display mode ${mode}`, async () => {
    const { open, ask } = createFrame(handlers, settings);
    await open();
    assert.equal(await ask(MODE, { mode: "fullscreen" }), { mode });
  });

for (const [method, params, outcome] of [
  ["ui/open-link", { url: "HTTPS://a.example" }, {}],
  ["ui/open-link", { url: "javascript:alert(1)" }, -32602],
  ["ui/open-link", {}, -32602],
  ["tools/call", { name: "a" }, {}],
  ["tools/call", { name: "a", arguments: [] }, -32602],
  ["resources/read", { uri: "a:b" }, {}],
  ["resources/read", {}, -32602],
  ["toString", {}, -32601],
] as const)
  test(`a frame answers the request ${method} ${JSON.stringify(params)} with ${JSON.stringify(outcome)}`, async () => {
    const handle = () => ({});
    const { open, ask } = createFrame({
      "ui/open-link": handle,
      "tools/call": handle,
      "resources/read": handle,
    });
    await open();
    assert.equal(await ask(method, params), outcome);
  });

for (const [limit, message] of [
  [{ messages: 2 }, { method: "ui/notifications/x" }],
  [{ characters: 100 }, { method: "x".repeat(101) }],
] as const)
  test(`a frame removes a page that exceeds the limit ${JSON.stringify(limit)}`, async () => {
    const { ends, listeners, open, deliver } = createFrame({}, limit);
    await open();
    await deliver({ method: "ui/notifications/x" });
    assert.equal(ends, []);
    await deliver(message);
    assert.equal(ends, [
      "removed",
      "The page exceeded its limit of messages or characters",
    ]);
    assert.is(listeners.size, 0);
  });

test("closing a frame asks an initialized page to prepare for its removal", async () => {
  const early = createFrame();
  await early.frame.close();
  assert.equal([early.posted, early.ends], [[], ["removed", "closed"]]);
  const { frame, posted, ends, open, deliver } = createFrame();
  await open();
  const closed = frame.close();
  const [{ id, method } = {}] = posted;
  assert.is(method, "ui/resource-teardown");
  assert.equal(ends, []);
  await deliver({ id, result: {} });
  await closed;
  assert.equal(ends, ["removed", "closed"]);
});

test("a frame declares no capability for a handler that is undefined", async () => {
  const { posted, deliver, open, ask } = createFrame({
    "ui/open-link": undefined,
    "ui/request-display-mode": undefined,
  });
  await deliver({ id: 1, method: "ui/initialize", params: {} });
  const { hostCapabilities = {} } = (posted.at(-1)?.result ?? {}) as {
    hostCapabilities?: object;
  };
  assert.equal(Object.keys(hostCapabilities), ["sandbox"]);
  await open();
  assert.equal(await ask("ui/request-display-mode"), { mode: "inline" });
});

test.run();
