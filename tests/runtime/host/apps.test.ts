/**
 * Tests of hosts with the Apps extension: the pages (UI resources) of tools,
 * and the requests that pages send.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { declareApps } from "../../../runtime/host/apps.js";
import { loadHosts, getNames } from "../../harness/host/host.js";
import { closing } from "../../harness/run/closing.js";
import { defer } from "../../harness/run/deferred.js";
import type { Context, Fields, Host } from "../../harness/generated/modules.js";

interface Page extends Fields {
  request(method: string, params: object): Promise<Fields>;
}
type AppHost = Host & {
  openPage(tool: string, limits?: object): Promise<Page>;
};

const TYPE = "text/html;profile=mcp-app";
const html = "<!doctype html><title>Clock</title>";
const uri = "ui://clock/face.html";
const csp = { connectDomains: ["https://time.example"] };
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "no error",
    ({ code }: { code: number }) => code,
  );

const declared = suite("host: declared apps");

declared("`declareApps` keeps the extensions that the program declares", () => {
  const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: [] }, a: {} };
  assert.equal(declareApps({ roots: {}, extensions }), {
    roots: {},
    extensions,
  });
});

declared.run();

for (const revision of ["2025-11-25+apps", "2026-07-28+apps"]) {
  const test = suite(`host: apps at ${revision}`);
  const { createMemoryHost, tools } = await loadHosts(revision, closing(test));

  const gate = defer<undefined>();
  const handlers = () =>
    tools({
      show: { ui: { uri, html, csp }, handler: () => "noon" },
      wind: {
        ui: uri,
        visibility: ["app"],
        handler: (_: unknown, { peer }: Context) =>
          JSON.stringify(
            (peer.capabilities as { extensions?: object }).extensions,
          ),
      },
      reset: { visibility: ["model"], handler: () => "reset" },
      wait: { handler: () => gate.promise },
    });

  const connect = async (options: object = {}) => {
    // Pages may call the tool `reset` of the server `first`, but not the tool
    // `reset` of the server `clock`.
    const first = tools({ reset: { handler: () => "first" } });
    const made = createMemoryHost(
      { first, clock: handlers(), other: handlers() },
      options,
    );
    await made.host.connect();
    return { ...made, host: made.host as AppHost };
  };

  test("the host neither lists nor calls a tool that only pages may use", async () => {
    const { host } = await connect();
    assert.equal(
      getNames(host.tools).filter((name) => name.startsWith("clock")),
      ["clock__show", "clock__reset", "clock__wait"],
    );
    assert.is(await codeOf(host.callTool({ name: "clock__wind" })), -32602);
    const { content } = await host.callTool({ name: "clock__reset" });
    assert.is(content[0]?.text, "reset");
  });

  test("`host.openPage()` returns the page of a tool together with the page's settings", async () => {
    const { host } = await connect();
    const page = await host.openPage("clock__show");
    assert.equal(
      [page["server"], page["uri"], page["html"], page["csp"]],
      ["clock", uri, html, csp],
    );
    // The host opens the page of the tool `wind`, although only pages, and not
    // the model, may call this tool.
    assert.is((await host.openPage("clock__wind"))["html"], html);
    for (const name of ["clock__reset", "clock__none", "show"])
      assert.is(await codeOf(host.openPage(name)), -32602, name);
  });

  test("a page may call only those tools of its server that are visible to pages", async () => {
    const { host } = await connect();
    const page = await host.openPage("clock__show");
    const call = (name: string) => page.request("tools/call", { name });
    const { content } = (await call("wind")) as {
      content: { text: string }[];
    };
    // The host declares the Apps extension to the server.
    assert.equal(JSON.parse(content[0]?.text ?? ""), {
      "io.modelcontextprotocol/ui": { mimeTypes: [TYPE] },
    });
    const read = await page.request("resources/read", { uri });
    assert.is((read["contents"] as Fields[])[0]?.["text"], html);
    for (const refused of [
      call("reset"),
      call("none"),
      call("other__wind"),
      call("clock__wind"),
      page.request("tools/list", {}),
      page.request("prompts/get", { name: "wind" }),
      page.request("resources/read", { uri: "mcp:other/ui://clock/face.html" }),
    ])
      assert.ok(Number(await codeOf(refused)) < 0);
  });

  test("the consent hooks of the host decide about the tool calls of a page", async () => {
    const asked: string[] = [];
    const consent = {
      callTool: ({ server, tool }: { server: string; tool: string }) => {
        asked.push(`${server} ${tool}`);
        return false;
      },
      resource: ({ uri }: { uri: string }) => {
        asked.push(uri);
        return true;
      },
    };
    const { host, audit } = await connect({ consent });
    const page = await host.openPage("clock__show");
    const call = page.request("tools/call", { name: "wind" });
    assert.is(await codeOf(call), -1);
    assert.equal(asked, [uri, "clock wind"]);
    assert.equal(
      audit
        .slice(-2)
        .map(({ from, what, name, decision }) => [from, what, name, decision]),
      [
        ["host", "resources/read", uri, "approved"],
        ["page", "tools/call", "wind", "refused"],
      ],
    );
  });

  test("the requests of a page are limited in number, size and concurrency", async () => {
    const { host } = await connect();
    const limits = { requests: 7, pending: 2, characters: 100 };
    const page = await host.openPage("clock__show", limits);
    const call = (name: string, args: object = {}) =>
      page.request("tools/call", { name, arguments: args });
    // The params of the first call have 100 characters.
    for (const [length, code] of [
      [64, "no error"],
      [65, -32602],
    ] as const)
      assert.is(await codeOf(call("wind", { a: "a".repeat(length) })), code);
    // Failed requests do not count as pending requests.
    for (let count = 0; count < 2; count += 1)
      assert.is.not(
        await codeOf(page.request("resources/read", { uri: "ui://none" })),
        "no error",
      );
    const waiting = [call("wait"), call("wait")];
    assert.is(await codeOf(call("wind")), 429);
    gate.resolve(undefined);
    await Promise.allSettled(waiting);
    assert.is(await codeOf(call("wind")), "no error");
    assert.is(await codeOf(call("wind")), "no error");
    assert.is(await codeOf(call("wind")), 429);
  });

  const text = { mimeType: TYPE, text: html };
  for (const [about, contents, code] of [
    ["another MIME type", { ...text, mimeType: "text/html" }, -32602],
    ["a text that is not HTML", { ...text, text: "face.html" }, -32602],
    ["another URI", { ...text, uri: "ui://clock/other" }, -32602],
    ["invalid settings", { ...text, _meta: { ui: { csp: 1 } } }, -32602],
    ["base64", { mimeType: TYPE, blob: btoa(html) }, "no error"],
  ] as const)
    test(`host.openPage() ${code === "no error" ? "accepts" : "rejects"} a page with ${about}`, async () => {
      const own = {
        ...handlers(),
        "resources/read": () => ({ contents: [{ uri, ...contents }] }),
      };
      const { host } = createMemoryHost({ clock: own });
      await host.connect();
      const opened = (host as AppHost).openPage("clock__show");
      assert.is(await codeOf(opened), code);
    });

  test("if the `resources/read` result has no page settings, `host.openPage()` uses the settings from `resources/list`", async () => {
    const contents = [{ uri, ...text, _meta: { other: 1 } }];
    const own = { ...handlers(), "resources/read": () => ({ contents }) };
    // The page of the server `other` has the same URI, but other settings.
    const ui = { uri, html, csp: { connectDomains: [] } };
    const other = tools({ show: { ui, handler: () => "" } });
    const { host } = createMemoryHost({ other, clock: own });
    await host.connect();
    const page = await (host as AppHost).openPage("clock__show");
    assert.equal(page["csp"], csp);
  });

  test.run();
}
