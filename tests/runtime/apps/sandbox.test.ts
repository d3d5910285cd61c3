/**
 * Tests of the sandbox that contains a page (UI resource). Fake windows replace
 * the browser.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  getAllowAttribute,
  getPagePolicy,
  startSandbox,
} from "../../../runtime/apps/sandbox.js";

const test = suite("apps: sandbox");
const HOST = "https://host.example";

test("the content security policy of a page without declared origins blocks all other origins", () => {
  assert.is(
    getPagePolicy(),
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'",
  );
});

for (const [source, isAllowed] of [
  ["https://a.example", true],
  ["https://*.a.example:8443", true],
  ["wss://a.example/path", true],
  ["*", false],
  ["https:", false],
  ["data:", false],
  ["'unsafe-eval'", false],
  ["https://a.example; script-src *", false],
  ['https://a.example">', false],
  ["https://a.example https://b.example", false],
  ["https://a.example,b", false],
] as const)
  test(`the content security policy of a page ${isAllowed ? "contains" : "leaves out"} the origin ${source}`, () => {
    const csp = { connectDomains: [source], frameDomains: [source] };
    const policy = getPagePolicy(csp);
    const value = isAllowed ? source : "'none'";
    assert.match(policy, `; connect-src ${value}; frame-src ${value}; object`);
  });

test("the attribute `allow` of a frame contains only known permissions", () => {
  const permissions = {
    camera: {},
    clipboardWrite: {},
    usb: {},
    microphone: 1,
  };
  assert.is(getAllowAttribute(permissions), "camera; clipboard-write");
});

/** Starts a sandbox in fake windows. */
function start() {
  const posted: unknown[] = [];
  const forwarded: unknown[] = [];
  const frames: Record<string, string>[] = [];
  const parent = {
    postMessage: (message: object, origin: string) =>
      posted.push([(message as { method: string }).method, origin]),
  };
  const inner = { postMessage: (message: object) => forwarded.push(message) };
  let receive: (event: object) => void = () => {};
  Object.assign(globalThis, {
    parent,
    addEventListener: (_: string, run: typeof receive) => (receive = run),
    document: {
      body: { append: () => {} },
      createElement: () => {
        const attributes: Record<string, string> = {};
        frames.push(attributes);
        return {
          contentWindow: inner,
          setAttribute: (name: string, value: string) =>
            (attributes[name] = value),
        };
      },
    },
  });
  startSandbox(() => true, HOST);
  const deliver = (method: string, source: object, origin = HOST) =>
    receive({
      data: { method, params: { html: "<p>page", csp: {} } },
      origin,
      source,
    });
  return { posted, forwarded, frames, deliver, parent, inner };
}

const READY = "ui/notifications/sandbox-resource-ready";

test("a sandbox loads one page, and only from its host", () => {
  const { posted, frames, deliver, parent, inner } = start();
  assert.equal(posted, [["ui/notifications/sandbox-proxy-ready", HOST]]);
  deliver(READY, parent, "https://evil.example");
  deliver(READY, inner);
  assert.equal(frames, []);
  deliver(READY, parent);
  deliver(READY, parent);
  assert.is(frames.length, 1);
  const [frame] = frames;
  assert.is(frame?.["sandbox"], "allow-scripts allow-forms");
  assert.is(
    frame?.["srcdoc"],
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${getPagePolicy()}"><p>page`,
  );
});

test("a sandbox forwards messages between its host and its page, except messages about the sandbox", () => {
  const { posted, forwarded, deliver, parent, inner } = start();
  deliver("ping", parent);
  deliver(READY, parent);
  posted.splice(0);
  deliver("ui/initialize", inner, "null");
  deliver("ui/notifications/sandbox-proxy-ready", inner, "null");
  deliver("ping", {}, "null");
  deliver("ping", parent, "https://evil.example");
  deliver("tools/call", parent);
  assert.equal(posted, [["ui/initialize", HOST]]);
  assert.equal(
    forwarded.map((message) => (message as { method: string }).method),
    ["tools/call"],
  );
});

test.run();
