/** Tests of the sandbox of examples/apps, with fake windows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getPagePolicy } from "../../runtime/apps/page.js";
import { bundleScript } from "../harness/browser/apps.js";
import { ROOT } from "../harness/program/cli.js";

const test = suite("examples: sandbox of a page");
const HOST = "https://host.example";
const script = await bundleScript(
  readFileSync(join(ROOT, "examples/apps/sandbox.ts"), "utf8"),
);

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
  runInNewContext(script, {
    parent,
    addEventListener: (_: string, run: typeof receive) => (receive = run),
    document: {
      documentElement: { dataset: { host: HOST } },
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
  const deliver = (method: string, source: object, origin = HOST) =>
    receive({
      data: { method, params: { html: "<p>page", csp: {} } },
      origin,
      source,
    });
  return { posted, forwarded, frames, deliver, parent, inner };
}

const READY = "ui/notifications/sandbox-resource-ready";

test("the sandbox of the Apps extension accepts one page, and only from its host", () => {
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

test("the sandbox of the Apps extension forwards the messages between its host and its page", () => {
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
