/** Tests of `showPage` in examples/apps, with a fake frame and a fake window. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bundleScript } from "../harness/browser/apps.js";
import { ROOT } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";

const test = suite("examples: frame of a page");

interface Frame {
  notify(method: string, params: object): void;
  close(): Promise<void>;
}
interface Example {
  showPage(frame: object, handlers: object, options: object): Frame;
}

const bundle = join(temporaryFolder(), "frame.mjs");
const source = readFileSync(join(ROOT, "examples/apps/frame.ts"), "utf8");
writeFileSync(bundle, await bundleScript(source));
const { showPage } = (await import(pathToFileURL(bundle).href)) as Example;

const SANDBOX = "https://sandbox.example";
const INPUT = "ui/notifications/tool-input";
const PARTIAL = "ui/notifications/tool-input-partial";
const RESULT = "ui/notifications/tool-result";

const HELLO = {
  appInfo: { name: "page", version: "1" },
  appCapabilities: {},
  protocolVersion: "2026-01-26",
};

interface Posted {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: { readonly code: number };
}

/**
 * Creates the frame of a simulated page. The returned `deliver` sends a message
 * from the page to the host.
 */
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
  const frame = showPage(element, handlers, {
    sandbox: `${SANDBOX}/page.html`,
    page: { html: "<p>", permissions: { camera: {} } },
    info: { name: "host", version: "1" },
    onClosed: (error: Error | undefined) =>
      ends.push(error?.message ?? "closed"),
    ...settings,
  });
  const deliver = async (message: object): Promise<void> => {
    const data = { jsonrpc: "2.0", ...message };
    for (const run of listeners) run({ data, origin: SANDBOX, source: peer });
    await new Promise(setImmediate);
  };
  const open = async (): Promise<void> => {
    await deliver({ id: 0, method: "ui/initialize", params: HELLO });
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
  assert.equal(await ask("ui/initialize", HELLO), {
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
  const { frame, posted, deliver, ask } = createFrame();
  for (const method of [PARTIAL, INPUT, RESULT]) frame.notify(method, {});
  assert.equal(posted, []);
  await ask("ui/initialize", HELLO);
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

test("a page that exceeds a limit is removed", async () => {
  const { ends, listeners, open, deliver } = createFrame({}, { messages: 3 });
  await open();
  await deliver({ method: "ui/notifications/x" });
  assert.equal(ends, []);
  await deliver({ method: "ui/notifications/x" });
  assert.equal(ends, [
    "removed",
    "The page exceeded its limit of messages or characters",
  ]);
  assert.is(listeners.size, 0);
});

for (const [sent, method] of [
  [[], RESULT],
  [[PARTIAL], RESULT],
  [[INPUT], INPUT],
  [[INPUT, RESULT], PARTIAL],
] as const)
  test(`after the notifications ${JSON.stringify(sent)}, the host cannot send ${method}`, async () => {
    const { frame, posted, open } = createFrame();
    await open();
    for (const earlier of sent) frame.notify(earlier, {});
    assert.throws(
      () => frame.notify(method, {}),
      ({ message }: Error) =>
        message ===
        `Cannot send ${method} now. Send any ${PARTIAL} first, then ${INPUT} once, then the result.`,
    );
    assert.is(posted.length, sent.length);
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
  await deliver({ id: 1, method: "ui/initialize", params: HELLO });
  const { hostCapabilities = {} } = (posted.at(-1)?.result ?? {}) as {
    hostCapabilities?: object;
  };
  assert.equal(Object.keys(hostCapabilities), ["sandbox"]);
  await open();
  assert.equal(await ask(MODE, { mode: "pip" }), { mode: "inline" });
});

test.run();
