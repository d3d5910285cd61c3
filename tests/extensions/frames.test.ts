/**
 * Browser tests of examples/apps. The host shows pages of tools in a sandbox,
 * including pages of hostile servers.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getReport, showTool, startHost } from "../harness/browser/apps.js";
import { closeBrowser, selectTest } from "../harness/browser/browser.js";

const page = suite("extension: pages in a browser");
const test = await selectTest(page);

/** Script of a page that speaks JSON-RPC without a library. */
const RAW = `
let id = 0;
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const ask = (method, params = {}) => new Promise((resolve) => {
  const own = ++id;
  addEventListener("message", ({ data }) => {
    if (data.id === own && !data.method) resolve(data.error ? data.error.code : data.result);
  });
  send({ id: own, method, params });
});
const hello = async () => {
  const appInfo = { name: "raw", version: "1" };
  const params = { appInfo, appCapabilities: {}, protocolVersion: "2026-01-26" };
  const answer = await ask("ui/initialize", params);
  send({ method: "ui/notifications/initialized", params: {} });
  return answer;
};
const report = (value) => { document.getElementById("report").textContent = JSON.stringify(value); };
`;

/** Scripts of the pages that the test's server publishes, by tool. */
const PAGES = {
  early: `(async () => {
    const early = await ask("tools/call", { name: "allowed" });
    const ping = await ask("ping");
    const { hostCapabilities, hostContext } = await hello();
    report([early, ping, Object.keys(hostCapabilities).sort(), hostContext]);
  })();`,
  thief: `(async () => {
    await hello();
    const call = async (name) => {
      const answer = await ask("tools/call", { name });
      return typeof answer === "number" ? answer : answer.content[0].text;
    };
    report([
      await call("allowed"), await call("forbidden"), await call("example__allowed"),
      await call("none"), await call(7), await ask("tools/list"), await ask("resources/read"),
      await ask("ui/open-link", { url: "javascript:alert(1)" }),
      await ask("ui/open-link", {}), await ask("ui/message", {}),
      await ask("constructor"), await ask("ui/request-display-mode", { mode: "fullscreen" }),
    ]);
  })();`,
  flood: `hello().then(() => { for (let i = 0; i < 20_000; i++) send({ method: "ui/notifications/size-changed", params: { height: i } }); });`,
  huge: `hello().then(() => send({ method: "notifications/message", params: { level: "info", data: "a".repeat(11_000_000) } }));`,
  prison: `(async () => {
    await hello();
    const attempt = async (run) => { try { return String(await run()); } catch (error) { return error.name; } };
    report([
      await attempt(() => parent.document.title), await attempt(() => top.document.title),
      await attempt(() => localStorage.length), await attempt(() => fetch(document.referrer || "http://127.0.0.1:1/")),
      await attempt(() => (0, eval)("1")), origin,
    ]);
  })();`,
  escape: `hello().then(() => { location.href = "data:text/html,escaped"; });`,
};

const SERVER = `
import { createServer, stdio, tools } from "../../out/server.js";
const pages = ${JSON.stringify(PAGES)};
const raw = ${JSON.stringify(RAW)};
const entries = Object.entries(pages).map(([name, script]) => [name, {
  ui: {
    uri: "ui://test/" + name,
    html: "<!doctype html><title>" + name + "</title><p id=report></p><script>" + raw + script + "</script>",
  },
  handler: () => "the result of " + name,
}]);
await createServer({ name: "example", version: "1" }, tools({
  ...Object.fromEntries(entries),
  allowed: { visibility: ["app"], handler: () => "allowed" },
  forbidden: { visibility: ["model"], handler: () => "forbidden" },
})).connect(stdio());
`;

const clock = await startHost();
const hostile = await startHost(SERVER);

test("the page of the clock example shows the result of a tool, and can call another tool", async () => {
  const shown = await showTool(clock.url, "show_time", { city: "Oslo" });
  const inner = await shown.inner();
  // Use selectors instead of functions. Puppeteer would have to compile
  // functions in the page, which the page's Content-Security-Policy forbids.
  const has = (text: string) =>
    inner.waitForSelector(`#time::-p-text(${text})`);
  await has("It is noon in Oslo.");
  await inner.click("#wind");
  await has("The clock is wound up.");
  // Wait until the host has set the height of the frame to the height of the
  // page.
  await shown.page.waitForFunction(
    `document.querySelector("iframe").style.height !== ""`,
  );
  await shown.page.evaluate(
    `shown.notify("ui/notifications/host-context-changed", { theme: "dark" })`,
  );
  await inner.waitForSelector("html[data-theme=dark]");
  await shown.page.evaluate(`shown.close()`);
  assert.is(
    await shown.page.evaluate(`document.querySelector("iframe")`),
    null,
  );
  assert.equal(shown.errors, []);
  await shown.page.close();
});

const codes = {
  early: [
    -32600,
    {},
    ["openLinks", "sandbox", "serverResources", "serverTools"],
    { theme: "light" },
  ],
  thief: [
    "allowed",
    -32602,
    -32602,
    -32602,
    -32602,
    -32601,
    -32602,
    -32602,
    -32602,
    -32601,
    -32601,
    { mode: "inline" },
  ],
  prison: [
    "SecurityError",
    "SecurityError",
    "SecurityError",
    "TypeError",
    "EvalError",
    "null",
  ],
};

for (const [tool, expected] of Object.entries(codes))
  test(`the host and the sandbox refuse the forbidden requests of the hostile page "${tool}"`, async () => {
    const shown = await showTool(hostile.url, tool);
    const report = JSON.parse(await getReport(await shown.inner())) as object;
    assert.equal(report, expected);
    await shown.page.close();
  });

for (const tool of ["flood", "huge"])
  test(`the host removes the frame of the page "${tool}" after the page exceeds a limit`, async () => {
    const shown = await showTool(hostile.url, tool);
    await shown.page.waitForFunction(`!document.querySelector("iframe")`);
    assert.is(
      await shown.page.title(),
      "The page exceeded its limit of messages or characters",
    );
    await shown.page.close();
  });

test("the host ignores messages from another window and from a document of another origin", async () => {
  const shown = await showTool(hostile.url, "early");
  await getReport(await shown.inner());
  const height = await shown.page.evaluate(`(async () => {
    const frame = document.querySelector("iframe");
    const message = { jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: 333 } };
    const script = "<script>parent.postMessage(" + JSON.stringify(message) + ", '*')</" + "script>";
    const arrived = (send) => new Promise((done) => {
      addEventListener("message", ({ data }) => data.params?.height === 333 && done());
      send();
    });
    await arrived(() => postMessage(message, "*"));
    const sibling = document.createElement("iframe");
    sibling.srcdoc = script;
    await arrived(() => document.body.append(sibling));
    await arrived(() => { frame.src = "data:text/html," + script; });
    return frame.style.height;
  })()`);
  assert.is(height, "");
  await shown.page.close();
});

test("a page cannot load another document in its frame", async () => {
  const shown = await showTool(hostile.url, "escape");
  const inner = await shown.inner();
  await shown.page.waitForFrame(
    (frame) => frame === inner && frame.url().startsWith("chrome-error:"),
  );
  await shown.page.close();
});

test("`showPage` refuses a sandbox that has the origin of the host", async () => {
  const shown = await showTool(hostile.url, "early");
  const errors = await shown.page.evaluate(`["/", undefined].map((sandbox) => {
    const frame = document.createElement("iframe");
    if (sandbox) document.body.append(frame);
    const settings = { sandbox: sandbox ?? document.documentElement.dataset.sandbox, page: { html: "" }, info: {} };
    try { showPage(frame, {}, settings); } catch ({ name, message }) { return name + ": " + message; }
  })`);
  assert.equal(errors, [
    `TypeError: The sandbox ${hostile.url}/ has the origin of the host. Serve the sandbox from another origin, such as another port or subdomain.`,
    "TypeError: The frame has no window. Add the frame to the document first.",
  ]);
  await shown.page.close();
});

test("`showPage` accepts a page object that has functions as members", async () => {
  const shown = await showTool(hostile.url, "early");
  await getReport(await shown.inner());
  await shown.page.evaluate(`(() => {
    document.querySelector("iframe").remove();
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const { sandbox } = document.documentElement.dataset;
    const page = { html: "<!doctype html><p id=report>shown", request() {} };
    showPage(frame, {}, { sandbox, page, info: { name: "a", version: "1" } });
  })()`);
  assert.is(await getReport(await shown.inner()), "shown");
  await shown.page.close();
});

page.after(async () => {
  clock.stop();
  hostile.stop();
  await closeBrowser();
});

page.run();
