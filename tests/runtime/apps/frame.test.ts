/**
 * Tests of the host's end of the connection to a page. A fake window replaces
 * the browser.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FrameCore } from "../../../runtime/apps/frame.js";

const test = suite("apps: frame of a host");
const SANDBOX = "https://sandbox.example";

test("a handler that is undefined implies no capability and replaces no default answer of the host", async () => {
  const sent: unknown[] = [];
  const contentWindow = {
    postMessage: ({ result }: { result?: unknown }) => sent.push(result),
  };
  const frame = { contentWindow, setAttribute() {}, remove() {} };
  let receive: (event: object) => void = () => {};
  Object.assign(globalThis, {
    location: new URL("https://host.example"),
    addEventListener: (_: string, run: typeof receive) => (receive = run),
    removeEventListener() {},
  });
  const handlers = {
    "ui/open-link": undefined,
    "ui/request-display-mode": undefined,
  };
  const page = { html: "" };
  const settings = { sandbox: SANDBOX, page, info: {} };
  new FrameCore(
    { received: {}, results: {}, defaults: {} },
    "1",
    frame,
    handlers,
    settings,
  );
  for (const [id, method] of [
    [1, "ui/initialize"],
    [undefined, "ui/notifications/initialized"],
    [2, "ui/request-display-mode"],
  ]) {
    const data = { jsonrpc: "2.0", id, method };
    receive({ data, origin: SANDBOX, source: contentWindow });
    await new Promise(setImmediate);
  }
  assert.equal(sent, [
    {
      protocolVersion: "1",
      hostInfo: {},
      hostCapabilities: { sandbox: { csp: {}, permissions: {} } },
      hostContext: {},
    },
    { mode: "inline" },
  ]);
});

test.run();
