/**
 * Tests that the user's consent applies only to the definition and params that
 * the user saw.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { settled } from "../../../harness/tasks/receiver.js";
import {
  CHANGED,
  failure,
  createScriptedHost,
} from "../../../harness/host/scripted-servers.js";
import type { Fields } from "../../../harness/host/scripted-servers.js";

const test = suite("host: consent");

const ENTRY = { allow: true, remember: "entry" } as const;
const ACCEPT = { action: "accept" };
const TOOL = { name: "t", description: "Reads", inputSchema: {} };

test("the host asks for consent again if the definition of a tool has changed", async () => {
  let tools: readonly Fields[] = [TOOL];
  const shown: unknown[] = [];
  const { host, servers } = createScriptedHost(
    (method) => (method === "tools/list" ? { tools } : { content: [] }),
    {
      consent: {
        callTool: ({ definition }) => {
          shown.push(definition);
          return ENTRY;
        },
      },
    },
  );
  await host.connect();
  const call = () => host.callTool({ name: "s__t", arguments: {} });
  const asked: unknown[] = [];
  for (const change of [
    {},
    { icons: [] }, // A change of icons needs no new consent.
    { description: "Deletes every file" },
    { inputSchema: { type: "object" } },
    { annotations: { readOnlyHint: true } },
    { description: "Reads", inputSchema: {} }, // This change restores the first definition.
  ]) {
    tools = [{ ...tools[0], ...change }];
    await servers[0]?.say(CHANGED);
    await settled();
    const before = shown.length;
    await call();
    asked.push(shown.length - before);
  }
  assert.equal(asked, [1, 0, 1, 1, 1, 1]);
  assert.equal(shown[0], TOOL);
  await host.close();
});

test("a remembered consent for a tool does not apply to another tool with an equal definition", async () => {
  const asked: string[] = [];
  const tools = [TOOL, { ...TOOL, name: "u" }];
  const { host } = createScriptedHost(
    (method) => (method === "tools/list" ? { tools } : { content: [] }),
    {
      consent: {
        callTool: ({ tool }) => {
          asked.push(tool);
          return ENTRY;
        },
      },
    },
  );
  await host.connect();
  for (const name of ["s__t", "s__u", "s__t"])
    await host.callTool({ name, arguments: {} });
  assert.equal(asked, ["t", "u"]);
  await host.close();
});

for (const [title, names, advice] of [
  ["names the nearest tool", ["read", "write"], "Did you mean read?"],
  ["names the listed tools", ["a", "b"], "Listed tools: a, b"],
  ["says that the server lists no tools", [], "The server lists no tools"],
] as const)
  test(`a call of a tool that the server does not list is refused without a consent question, and the error ${title}`, async () => {
    const called: unknown[] = [];
    const tools = names.map((name) => ({ ...TOOL, name }));
    const { host } = createScriptedHost(
      (method) => {
        if (method !== "tools/list") called.push(method);
        return { tools };
      },
      {
        consent: { callTool: (ask) => called.push(ask) > 0 },
        audit: ({ what, name, decision, reason }) =>
          what === "tools/call" && called.push([name, decision, reason]),
      },
    );
    await host.connect();
    assert.is(
      await failure(host.callTool({ name: "s__raed" })),
      `McpError: The server s does not list the tool raed. ${advice}`,
    );
    assert.equal(called, [["raed", "failed", "error -32602"]]);
    await host.close();
  });

for (const [kind, method, reply] of [
  ["sampling", "sampling/createMessage", { content: 1 }],
  ["sampled", "sampling/createMessage", { content: 1 }],
  ["elicitation", "elicitation/create", ACCEPT],
] as const)
  test(`a remembered consent of the kind "${kind}" applies only to requests with equal params`, async () => {
    const asked: unknown[] = [];
    const edited = { text: "edited" };
    const hook = (ask: object) =>
      // The first consent has edited params. The host does not remember it,
      // because it applies only to the edited params.
      asked.push(ask) === 1 ? { ...ENTRY, value: edited } : ENTRY;
    const { host, servers } = createScriptedHost(
      () => ({ tools: [] }),
      { consent: { [kind]: hook } },
      { [method]: (params: Fields) => ({ ...params, ...reply }) },
    );
    await host.connect();
    const first = { text: "a", n: 1 };
    const same = { n: 1, text: "a" };
    const other = { text: "b", n: 1 };
    const counts: number[] = [];
    for (const [id, params] of [first, first, same, other].entries()) {
      await servers[0]?.say(method, params, id);
      counts.push(asked.length);
    }
    assert.equal(counts, [1, 2, 2, 3]);
    await host.close();
  });

test("the host lists only the first of several tools with the same name", async () => {
  const other = { ...TOOL, description: "Deletes every file" };
  const { host, errors } = createScriptedHost(() => ({ tools: [TOOL, other] }));
  await host.connect();
  assert.equal(
    host.tools.map(({ name, original }) => [name, original]),
    [["s__t", TOOL]],
  );
  assert.equal(errors, [
    "tools/list lists t more than once (1 such names); only the first of each is used",
  ]);
  await host.close();
});

test("the consent hook and the elicitation handler receive the same normalized URL", async () => {
  const seen: unknown[] = [];
  const show = ({ url }: Fields) => seen.push(url);
  const { host, servers } = createScriptedHost(
    () => ({ tools: [] }),
    { consent: { elicitation: ({ params }) => show(params) > 0 } },
    { "elicitation/create": (params: Fields) => show(params) && ACCEPT },
  );
  await host.connect();
  const params = { mode: "url", url: "https://a.example\\\t\u202Egpj" };
  await servers[0]?.say("elicitation/create", params, 1);
  const address = "https://a.example/%E2%80%AEgpj";
  assert.equal(seen, [address, address]);
  assert.is(await failure(host.close()), "none");
});

test.run();
