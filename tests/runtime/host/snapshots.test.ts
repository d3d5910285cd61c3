/**
 * Tests of hosts with a snapshot of a server: a tool that differs from the
 * snapshot is offered only after the user has agreed.
 */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import { closing } from "../../harness/run/closing.js";
import { getNames, INFO, loadHosts } from "../../harness/host/host.js";
import { waitUntil } from "../../harness/run/time-limit.js";
import { settled } from "../../harness/tasks/receiver.js";

const test = suite("host: snapshots");
const atEnd = closing(test);
const { createServer, createSingleHost } = await loadHosts("2025-11-25", atEnd);

const TOOL = {
  name: "get",
  description: "Old",
  inputSchema: { type: "object" },
};
const snapshot = { tools: [{ sha256: "", definition: TOOL }] };

/**
 * Creates a host with one server. The test can replace the tools of the server.
 */
function createHosted(first: readonly object[], options: object = {}) {
  let tools = first;
  const audit: unknown[] = [];
  const server = createServer(
    INFO,
    { "tools/list": () => ({ tools }), "tools/call": () => ({ content: [] }) },
    { capabilities: { tools: { listChanged: true } } },
  );
  const host = createSingleHost([server], {
    snapshots: { one: snapshot },
    audit: ({ what, name, decision }: Record<string, string>) => {
      if (what === "tool changed") audit.push([name, decision]);
    },
    ...options,
  });
  return {
    host,
    audit,
    async setTools(next: readonly object[]): Promise<void> {
      tools = next;
      server.notify("notifications/tools/list_changed");
      await settled();
    },
  };
}

/**
 * Test cases: title, the tool of the server, and the number of tools that the
 * host offers.
 */
const CASES: readonly (readonly [
  title: string,
  tool: object,
  offered: number,
])[] = [
  ["an unchanged tool", TOOL, 1],
  [
    "a tool with another order of keys",
    { inputSchema: { type: "object" }, description: "Old", name: "get" },
    1,
  ],
  ["a tool with new metadata", { ...TOOL, _meta: { a: 1 }, icons: [] }, 1],
  ["a tool with a new description", { ...TOOL, description: "New" }, 0],
  ["a tool with a new title", { ...TOOL, title: "New" }, 0],
  [
    "a tool with new annotations",
    { ...TOOL, annotations: { readOnlyHint: true } },
    0,
  ],
  [
    "a tool with a new argument",
    { ...TOOL, inputSchema: { type: "object", properties: { a: {} } } },
    0,
  ],
  ["a tool that the snapshot lacks", { ...TOOL, name: "other" }, 0],
];
for (const [title, tool, offered] of CASES)
  test(`a host without the hook \`changed\` ${offered === 1 ? "offers" : "does not offer"} ${title}`, async () => {
    const { host, audit } = createHosted([tool]);
    await host.connect();
    assert.is(host.tools.length, offered);
    assert.is(audit.length, 1 - offered);
    if (offered === 1) return;
    const { name } = tool as typeof TOOL;
    const call = host.callTool({ name: `one__${name}` });
    const refused = await call.then(() => "called", String);
    assert.match(refused, /is disabled/);
  });

test("a host offers a changed tool only after the hook `changed` has allowed it", async () => {
  const asked: unknown[] = [];
  const { host, audit, setTools } = createHosted([TOOL], {
    consent: {
      changed: (question: {
        readonly after: { readonly description: string };
      }) => {
        asked.push(question);
        return question.after.description !== "Bad";
      },
    },
  });
  await host.connect();
  const good = { ...TOOL, description: "Good" };
  await setTools([good]);
  assert.is(getNames(host.tools).length, 1);
  const { server, tool, before, after } = asked[0] as Record<
    string,
    { readonly description?: string }
  >;
  assert.equal([server, tool], ["one", "get"]);
  assert.equal([before?.description, after?.description], ["Old", "Good"]);
  await setTools([{ ...TOOL, description: "Bad" }]);
  assert.is(host.tools.length, 0);
  await setTools([good]);
  assert.is(host.tools.length, 1);
  assert.is(asked.length, 2);
  assert.equal(audit, [
    ["get", "approved"],
    ["get", "refused"],
  ]);
});

test("the hook `changed` gets a diff of the tool's definitions", async () => {
  const diffs: string[] = [];
  const { host, setTools } = createHosted([TOOL], {
    consent: { changed: ({ diff }: { diff: string }) => !diffs.push(diff) },
  });
  await host.connect();
  const change = async (tools: readonly object[]): Promise<void> => {
    const { length } = diffs;
    await setTools(tools);
    await waitUntil("the hook was called", () => diffs.length > length);
  };
  const inputSchema = { title: "A", "a\n+ b": [1], ...TOOL.inputSchema };
  await change([{ ...TOOL, description: "New\n+", inputSchema }]);
  await change([{ name: "other", inputSchema: { type: "object" } }]);
  const names = Array.from({ length: 101 }, (_, index) => [`a${index}`, 1]);
  const extended = { ...TOOL.inputSchema, ...Object.fromEntries(names) };
  await change([{ ...TOOL, inputSchema: extended }]);
  const [changed, added, large] = diffs;
  assert.is(
    changed,
    [
      '- description: "Old"',
      '+ description: "New\\n+"',
      '+ inputSchema.title: "A"',
      "+ inputSchema.a\\n+ b: [1]",
    ].join("\n"),
  );
  assert.is(added, '+ inputSchema: {"type":"object"}');
  const lines = large?.split("\n") ?? [];
  assert.equal([lines.length, lines.at(-1)], [101, "… and more"]);
});

test("a host does not offer a changed tool if the hook `changed` throws", async () => {
  const { host, audit } = createHosted([{ ...TOOL, description: "New" }], {
    consent: {
      changed: () => {
        throw new Error("no window");
      },
    },
    onError: () => {},
  });
  await host.connect();
  await settled();
  assert.equal([host.tools.length, audit], [0, [["get", "refused"]]]);
});

test("a host calls the consent hook `changed` for at most 100 tools of a server", async () => {
  let asked = 0;
  const tools = Array.from({ length: 120 }, (_, index) => ({
    ...TOOL,
    name: `t${index}`,
  }));
  const { host } = createHosted(tools, {
    consent: { changed: () => (asked++, false) },
  });
  await host.connect();
  await waitUntil("100 questions", () => asked === 100);
  await settled();
  assert.is(asked, 100);
  assert.is(host.tools.length, 0);
});

test("a host does not call the consent hook `changed` for tools above 16,000,000 characters in total", async () => {
  const asked: string[] = [];
  const description = "x".repeat(6_000_000);
  const tools = ["a", "b", "c"].map((name) => ({ ...TOOL, name, description }));
  const { host } = createHosted([...tools, { ...TOOL, name: "d" }], {
    consent: {
      changed: ({ tool }: { tool: string }) => (asked.push(tool), false),
    },
  });
  await host.connect();
  await waitUntil("3 questions", () => asked.length >= 3);
  await settled();
  assert.equal(asked, ["a", "b", "d"]);
});

test.run();
