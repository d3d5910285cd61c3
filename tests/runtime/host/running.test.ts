/**
 * Tests of servers that are added, removed, enabled or disabled while a host
 * runs.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../../harness/run/closing.js";
import {
  everything,
  loadHosts,
  getNames,
  REVISIONS,
} from "../../harness/host/host.js";

for (const revision of REVISIONS) {
  const test = suite(`host changes at ${revision}`);
  const { createMemoryHost } = await loadHosts(revision, closing(test));
  const SERVERS = { one: everything("one"), two: everything("two") };
  const states = (host: { servers: readonly object[] }) =>
    (host.servers as { name: string; state: string }[]).map(
      ({ name, state }) => `${name} ${state}`,
    );
  /** Returns the message of the error with which a promise rejects. */
  const failure = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "it went well",
      ({ message }: Error) => message,
    );

  test("a server can be added to a running host and removed again", async () => {
    const one = { command: "one" };
    const { host } = createMemoryHost(SERVERS, { servers: { one } });
    await host.connect();
    await host.add("two", { command: "two" });
    assert.ok(getNames(host.tools).includes("two__echo"));
    assert.is(
      await failure(host.add("two", one)),
      "A server named two already exists",
    );
    await host.remove("two");
    assert.equal(states(host), ["one ready"]);
    assert.not(getNames(host.tools).includes("two__echo"));
    assert.is(
      await failure(host.callTool({ name: "two__echo" })),
      "No server is named two",
    );
    for (const change of ["remove", "enable", "disable", "reconnect"] as const)
      assert.is(await failure(host[change]("two")), "No server is named two");
  });

  test("`host.enable()` tries again to connect to a server with the state `failed`", async () => {
    const { host } = createMemoryHost({}, { transport: undefined });
    const gone = { command: "no-such-program-at-all" };
    assert.match(await failure(host.add("gone", gone)), "ENOENT");
    assert.equal(states(host), ["gone failed"]);
    assert.match(await failure(host.enable("gone")), "ENOENT");
  });

  test("a server can be disabled and enabled in a running host", async () => {
    const { host, audit } = createMemoryHost(SERVERS);
    await host.connect();
    audit.length = 0;
    await host.disable("one");
    assert.equal(states(host), ["one disabled", "two ready"]);
    assert.not(getNames(host.tools).includes("one__echo"));
    assert.is(
      await failure(host.callTool({ name: "one__echo" })),
      "The server one is disabled",
    );
    // A disabled server stays disabled when connect() is called.
    const { connected } = await host.connect();
    assert.equal(connected, ["two"]);
    assert.equal(audit.map(({ what }) => what).slice(0, 1), ["disabled"]);
    await host.enable("one");
    assert.equal(states(host), ["one ready", "two ready"]);
    const { content } = await host.callTool({ name: "one__echo" });
    assert.is(content[0]?.text, "one: {}");
  });

  test("a server can be disabled and enabled while the host connects to it", async () => {
    const { host } = createMemoryHost({ one: everything("one") });
    const connecting = host.connect();
    const disabled = host.disable("one");
    const enabled = host.enable("one");
    await Promise.all([disabled, enabled]);
    const { failed: errors } = await connecting;
    assert.match(errors[0]?.error.message ?? "", "was closed");
    assert.equal(states(host), ["one ready"]);
  });

  test("host.reconnect() opens a new connection to a server", async () => {
    const { host } = createMemoryHost({ one: everything("one") });
    await host.connect();
    const [before] = host.servers;
    await host.reconnect("one");
    const [after] = host.servers;
    assert.equal(states(host), ["one ready"]);
    assert.ok(before?.peer && after?.peer && before.peer !== after.peer);
  });

  test("host.enable() rejects after host.close()", async () => {
    const { host } = createMemoryHost({ one: everything("one") });
    await host.connect();
    await host.close();
    assert.match(await failure(host.enable("one")), "was closed");
    assert.equal(states(host), ["one closed"]);
  });

  test("a tool with a long name can be called by its shortened name", async () => {
    const long = `${"long.".repeat(20)}name`;
    const twin = `${"long.".repeat(20)}twin`;
    const inputSchema = { type: "object", anyOf: [{ properties: { x: {} } }] };
    const handlers = {
      ...everything("one"),
      "tools/list": () => ({
        tools: [long, twin].map((name) => ({ name, inputSchema })),
      }),
      "tools/call": ({ name }: { name: string }) => ({
        content: [{ type: "text", text: name }],
      }),
    };
    const { host } = createMemoryHost({ one: handlers });
    await host.connect();
    const [first, second] = host.tools;
    assert.ok(first && second && first.name !== second.name);
    for (const [tool, name] of [
      [first, long],
      [second, twin],
    ] as const) {
      assert.match(tool.name, /^one__long_[a-z0-9_]{1,55}$/);
      assert.equal([tool.server, tool.original.name], ["one", name]);
      assert.equal(tool.original.inputSchema, inputSchema);
      assert.equal(tool.inputSchema, {
        type: "object",
        properties: { x: {} },
        required: [],
      });
      for (const called of [tool.name, `one__${name}`]) {
        const { content } = await host.callTool({ name: called });
        assert.is(content[0]?.text, name);
      }
    }
  });

  test.run();
}
