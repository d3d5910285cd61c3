/**
 * Tests of a host with servers in the same process, in revisions with and
 * without a handshake.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../../harness/run/closing.js";
import { defer } from "../../harness/run/deferred.js";
import type { Context } from "../../harness/generated/modules.js";
import {
  everything,
  loadHosts,
  INFO,
  getNames,
  REVISIONS,
} from "../../harness/host/host.js";
import { requirement } from "../../harness/run/requirement.js";

for (const revision of REVISIONS) {
  const test = suite(`host at ${revision}`);
  const { createServer, createSingleHost, createMemoryHost, tools } =
    await loadHosts(revision, closing(test));

  requirement("077f0460b99e 4780f08c6fac");
  test("the host adds server names to tool names, and uses the combined names to route calls", async () => {
    const servers = { one: everything("one"), "two words": everything("two") };
    const { host } = createMemoryHost(servers, {});
    const report = await host.connect();
    assert.equal(report, { connected: ["one", "two words"], failed: [] });
    const tools = ["echo", "liar", "ask"];
    assert.equal(getNames(host.tools), [
      ...tools.map((name) => `one__${name}`),
      ...tools.map((name) => `two_20words__${name}`),
    ]);
    assert.equal(
      host.resources.map(({ uri }) => uri),
      ["mcp:one/x:a", "mcp:two%20words/x:a"],
    );
    assert.equal(
      host.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ["mcp:one/x:{id}", "mcp:two%20words/x:{id}"],
    );
    assert.equal(getNames(host.prompts), ["one__p", "two_20words__p"]);
    const call = { name: "two_20words__echo", arguments: { a: 1 } };
    const called = await host.callTool(call);
    assert.is(called.content[0]?.text, 'two: {"a":1}');
    const read = await host.readResource({ uri: "mcp:one/x:7" });
    assert.equal(read.contents, [{ uri: "x:7", text: "one" }]);
    const got = await host.getPrompt({ name: "one__p" });
    assert.is(got.messages.length, 1);
  });

  test("the host rejects a tool name or URI that belongs to none of its servers", async () => {
    const { host } = createMemoryHost({ one: everything("one") }, {});
    await host.connect();
    const asked = [
      host.callTool({ name: "echo" }),
      host.readResource({ uri: "x:a" }),
      host.callTool({ name: "other__echo" }),
    ].map((call) => call.catch(({ code, fault }) => code ?? fault));
    assert.equal(await Promise.all(asked), [-32602, -32602, "closed"]);
  });

  test("the host reports a failed server, and still uses the other servers", async () => {
    const bad = {
      "tools/list": () => {
        throw new Error("no");
      },
    };
    const servers = { bad, good: everything("good") };
    const options = { onError: () => {} };
    const { host, audit } = createMemoryHost(servers, options);
    const { connected, failed } = await host.connect();
    assert.equal(connected, ["good"]);
    assert.equal([failed.length, failed[0]?.server], [1, "bad"]);
    assert.equal(
      host.servers.map(({ state }) => state),
      ["failed", "ready"],
    );
    assert.is(host.tools.length, 3);
    assert.equal(
      audit
        .map(({ server, what, decision }) => `${server} ${what} ${decision}`)
        .sort(),
      [
        "bad failed failed",
        "bad tools/list failed",
        "good prompts/list allowed",
        "good ready allowed",
        "good resources/list allowed",
        "good resources/templates/list allowed",
        "good tools/list allowed",
      ],
    );
  });

  test("the host can use its other servers while one server does not answer", async () => {
    const silent = { "tools/list": () => defer().promise };
    const ready = defer();
    const onState = (name: string, state: string): void => {
      if (name === "good" && state === "ready") ready.resolve();
    };
    const servers = { silent, good: everything("good") };
    const { host } = createMemoryHost(servers, { onState });
    void host.connect();
    await ready.promise;
    const called = await host.callTool({ name: "good__echo" });
    assert.is(called.content[0]?.text, "good: {}");
  });

  test("the host requests the tools again after a list_changed notification", async () => {
    const own = tools({ first: { handler: () => "1" } });
    const change = defer<unknown>();
    const onChange = (_server: string, lists: unknown) => change.resolve(lists);
    const { host, audit } = createMemoryHost({ one: own }, { onChange });
    await host.connect();
    assert.equal(getNames(host.tools), ["one__first"]);
    own.set("second", { handler: () => "2" });
    assert.equal(await change.promise, ["tools"]);
    assert.equal(getNames(host.tools), ["one__first", "one__second"]);
    const [from, what] = ["server", "notifications/tools/list_changed"];
    assert.ok(
      audit.some((entry) => entry.from === from && entry.what === what),
    );
  });

  test("the host disconnects a server that exceeds the message limit", async () => {
    const call = (_params: object, ctx: Context) => {
      for (let n = 0; n < 500; n++)
        ctx.notify("notifications/tools/list_changed");
      return { content: [] };
    };
    const handlers = { ...everything("one"), "tools/call": call };
    const capabilities = { tools: { listChanged: true } };
    const flooding = createServer(INFO, handlers, { capabilities });
    const states: string[] = [];
    const host = createSingleHost([flooding], {
      limits: { messages: 100 },
      onState: (_name: string, state: string) => states.push(state),
    });
    await host.connect();
    const called = host.callTool({ name: "one__echo" });
    assert.is(await called.catch(() => "failed"), "failed");
    assert.ok(states.includes("failed"));
  });

  test.run();
}
