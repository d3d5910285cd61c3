/**
 * Browser tests with the package @modelcontextprotocol/ext-apps. The host of
 * examples/apps opens pages that use the package, and a host that uses the
 * package opens pages with generated code.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  bundleScript,
  getReport,
  showTool,
  startHost,
} from "../harness/browser/apps.js";
import {
  closeBrowser,
  openPage,
  selectTest,
} from "../harness/browser/browser.js";

const page = suite("extension: the package ext-apps");
const test = await selectTest(page);

/** Page that is written with the class `App` of the package. */
const THEIR_PAGE = `
import { App } from "@modelcontextprotocol/ext-apps";
const app = new App({ name: "theirs", version: "1" }, {});
const seen = {};
const result = new Promise((resolve) => { app.ontoolresult = resolve; });
app.ontoolinput = ({ arguments: args }) => { seen.input = args; };
app.onteardown = async () => ({});
await app.connect();
seen.result = (await result).content[0].text;
seen.host = app.getHostVersion().name;
seen.theme = app.getHostContext().theme;
const call = (name) => app.callServerTool({ name }).then(({ content }) => content[0].text, ({ code }) => code);
seen.calls = [await call("allowed"), await call("forbidden")];
const { contents } = await app.readServerResource({ uri: "ui://test/theirs" });
seen.read = contents[0].mimeType;
seen.link = await app.openLink({ url: "javascript:alert(1)" }).catch(({ code }) => code);
document.getElementById("report").textContent = JSON.stringify(seen);
`;

const server = (script: string, revision: string) => `
import { createServer, stdio, tools } from "../../out/${revision}/server.js";
const html = "<!doctype html><p id=report></p><script type=module>" + ${JSON.stringify(script).replaceAll("</script", "<\\/script")} + "</script>";
await createServer({ name: "example", version: "1" }, tools({
  theirs: { ui: { uri: "ui://test/theirs", html }, inputSchema: { type: "object" }, handler: () => "their result" },
  allowed: { visibility: ["app"], handler: () => "allowed" },
  forbidden: { visibility: ["model"], handler: () => "forbidden" },
})).connect(stdio());
`;

for (const revision of ["2025-11-25", "2026-07-28"])
  test(`a page that uses the package ext-apps works in a host with generated code, for a server of ${revision}`, async () => {
    const host = await startHost(
      server(await bundleScript(THEIR_PAGE), revision),
    );
    try {
      const shown = await showTool(host.url, "theirs", { city: "Oslo" });
      const report = await getReport(await shown.inner());
      assert.equal(JSON.parse(report), {
        input: { city: "Oslo" },
        result: "their result",
        host: "example-host",
        theme: "light",
        calls: ["allowed", -32602],
        read: "text/html;profile=mcp-app",
        link: -32602,
      });
      await shown.page.evaluate("shown.close()");
      await shown.page.close();
    } finally {
      host.stop();
    }
  });

/** Page that is written with the generated `createApp`. */
const OUR_PAGE = `
import { createApp } from "../../out/2026-07-28/app.js";
const seen = { partial: [] };
let context;
const changed = new Promise((resolve) => { context = resolve; });
let finish;
const result = new Promise((resolve) => { finish = resolve; });
const report = () => { document.getElementById("report").textContent = JSON.stringify(seen); };
const app = createApp({ name: "ours", version: "1" }, {
  "ui/notifications/tool-input-partial": ({ arguments: args }) => { seen.partial.push(args); },
  "ui/notifications/tool-input": ({ arguments: args }) => { seen.input = args; },
  "ui/notifications/tool-result": finish,
  "ui/notifications/tool-cancelled": ({ reason }) => { seen.cancelled = reason; },
  "ui/notifications/host-context-changed": context,
  "ui/resource-teardown": () => { seen.teardown = true; report(); },
});
await app.connect();
seen.result = (await result).content[0].text;
await changed;
seen.context = app.host.hostContext;
seen.host = app.host.hostInfo.name;
const call = await app.request("tools/call", { name: "x", arguments: { a: 1 } });
seen.call = call.content[0].text;
const read = await app.request("resources/read", { uri: "x:a" });
seen.read = read.contents[0].text;
seen.link = await app.request("ui/open-link", { url: "https://a.example" });
seen.message = await app.request("ui/message", { role: "user", content: [{ type: "text", text: "hi" }] });
seen.mode = await app.request("ui/request-display-mode", { mode: "fullscreen" });
seen.model = await app.request("ui/update-model-context", { content: [] });
app.notify("notifications/message", { level: "info", data: "logged" });
app.notify("ui/notifications/request-teardown", {});
`;

/** Host that is written with the class `AppBridge` of the package. */
const THEIR_HOST = `
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
const frame = document.querySelector("iframe");
const bridge = new AppBridge(null, { name: "bridge", version: "1" },
  { openLinks: {}, serverTools: {}, serverResources: {}, logging: {} },
  { hostContext: { theme: "light", locale: "nb-NO" } });
const seen = { sizes: 0 };
globalThis.seen = seen;
bridge.oncalltool = async ({ name, arguments: args }) => ({ content: [{ type: "text", text: name + args.a }] });
bridge.onreadresource = async ({ uri }) => ({ contents: [{ uri, text: "read" }] });
bridge.onopenlink = async ({ url }) => { seen.link = url; return {}; };
bridge.onmessage = async ({ content }) => { seen.message = content[0].text; return {}; };
bridge.onupdatemodelcontext = async () => { seen.model = true; return {}; };
bridge.onloggingmessage = ({ data }) => { seen.log = data; };
bridge.onsizechange = ({ height }) => { seen.sizes += 1; };
bridge.onrequestteardown = async () => { seen.teardown = await bridge.teardownResource({}); };
bridge.oninitialized = async () => {
  seen.app = bridge.getAppVersion().name;
  await bridge.sendToolInputPartial({ arguments: { city: "O" } });
  await bridge.sendToolInput({ arguments: { city: "Oslo" } });
  await bridge.sendToolResult({ content: [{ type: "text", text: "noon" }] });
  await bridge.sendToolCancelled({ reason: "test" });
  bridge.setHostContext({ theme: "dark", locale: "nb-NO" });
};
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
frame.srcdoc = document.getElementById("page").textContent;
`;

test("a page with generated code works in a host that uses the package ext-apps", async () => {
  const script = await bundleScript(OUR_PAGE);
  const html = `<!doctype html><p id="report"></p><script type="module">${script}</script>`;
  const host = `<!doctype html><main id="pages"></main><iframe sandbox="allow-scripts"></iframe><textarea id="page" hidden>${html.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</textarea><script type="module">${await bundleScript(THEIR_HOST)}</script>`;
  const http = createServer((_, response) =>
    response.setHeader("content-type", "text/html; charset=utf-8").end(host),
  ).listen(0, "127.0.0.1");
  await new Promise((resolve) => http.once("listening", resolve));
  const { port } = http.address() as AddressInfo;
  const { page: on } = await openPage(`http://127.0.0.1:${port}/`);
  const inner = await on.waitForFrame((frame) => frame !== on.mainFrame());
  assert.equal(JSON.parse(await getReport(inner)), {
    partial: [{ city: "O" }],
    input: { city: "Oslo" },
    result: "noon",
    cancelled: "test",
    context: { theme: "dark", locale: "nb-NO" },
    host: "bridge",
    call: "x1",
    read: "read",
    link: {},
    message: {},
    mode: { mode: "inline" },
    model: {},
    teardown: true,
  });
  await on.waitForFunction("seen.teardown && seen.log && seen.sizes > 0");
  const { sizes, ...seen } = (await on.evaluate("seen")) as { sizes: number };
  assert.ok(sizes > 0);
  assert.equal(seen, {
    app: "ours",
    link: "https://a.example",
    message: "hi",
    model: true,
    log: "logged",
    teardown: {},
  });
  await on.close();
  http.close();
});

page.after(closeBrowser);
page.run();
