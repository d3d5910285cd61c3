/** Changes that a server tells of while its host lists, and a server that ends meanwhile. */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import { closing } from "../../harness/run/closing.js";
import { later } from "../../harness/run/deferred.js";
import { settled } from "../../harness/tasks/receiver.js";
import { loadHosts, INFO, getNames, REVISIONS } from "../../harness/host/host.js";
import {
  CHANGED,
  createScriptedHost,
  type Answer,
  type Scripted,
} from "../../harness/host/scripted-servers.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("a host that lists");
const atEnd = closing(test);
const { createServer, createSingleHost } = await loadHosts("2025-11-25", atEnd);

/** A server with these handlers, its host, and the changes that the host reports. */
function hosted(handlers: object, options: object = {}) {
  const server = createServer(INFO, handlers, {
    capabilities: { tools: { listChanged: true }, resources: {} },
  });
  const told: unknown[] = [];
  const host = createSingleHost([server, server, server], {
    onChange: (_server: string, lists: unknown) => told.push(lists),
    ...options,
  });
  return {
    host,
    told,
    names: () => getNames(host.tools),
    changed: async () => {
      server.notify("notifications/tools/list_changed");
      await settled();
    },
  };
}

const toolsOf = (name: string): object => ({
  tools: [{ name, inputSchema: { type: "object" } }],
});
const RESOURCES = { resources: [{ name: "r", uri: "x:r" }] };

for (const revision of ["2025-11-25", "2026-07-28"])
  test(`a change while the host still connects is seen: ${revision}`, async () => {
    const { createServer, createSingleHost, tools } = await loadHosts(revision, atEnd);
    const handler = (): string => "";
    const offered = tools({ early: { handler } });
    const server = createServer(INFO, {
      ...offered,
      "prompts/list": async () => {
        await settled(); // the tools are listed
        offered.set("late", { handler });
        await settled();
        return { prompts: [] };
      },
    });
    const told: unknown[] = [];
    const host = createSingleHost([server], {
      onChange: (_server: string, lists: unknown) => told.push(lists),
    });
    await host.connect();
    await settled();
    assert.equal(getNames(host.tools), ["one__early", "one__late"]);
    assert.equal(told, [["tools"]]);
  });

requirement("16d462fad0bc");
for (const revision of REVISIONS)
  test(`what a server that is started again offers is told of: ${revision}`, async () => {
    const made = await loadHosts(revision, atEnd);
    const { createServer, createSingleHost, prompts, tools } = made;
    const handler = (): string => "";
    const second = tools({ new: { handler } });
    const starts = [
      { ...tools({ old: { handler } }), ...prompts({ p: { handler } }) },
      second,
    ].map((handlers) => createServer(INFO, handlers));
    const told: unknown[] = [];
    const change = later();
    const host = createSingleHost(starts, {
      restarts: [0],
      onState: (_server: string, state: string) => told.push(state),
      onChange: (server: string, lists: unknown) => {
        told.push([server, lists, getNames(host.tools)]);
        change.resolve();
      },
    });
    await host.connect();
    assert.equal(getNames(host.prompts), ["one__p"]);
    await starts[0]?.close();
    await change.promise;
    const changed = ["one", ["tools", "prompts"], ["one__new"]];
    const states = ["connecting", "ready", "restarting", "ready"];
    assert.equal(told, [...states, changed]);
    assert.equal(host.prompts, []);
    // And what it changes then, which may have to be listened for again.
    await settled();
    second.set("more", { handler });
    await settled();
    assert.equal(getNames(host.tools), ["one__new", "one__more"]);
  });

test("an answer that comes late is not taken for the newest", async () => {
  const slow = later();
  let asked = 0;
  const one = hosted({
    "tools/list": async () => {
      const nth = ++asked;
      if (nth === 2) await slow.promise;
      return toolsOf(`t${nth}`);
    },
  });
  await one.host.connect();
  for (let change = 0; change < 3; change++) await one.changed();
  assert.is(asked, 2); // nor is it asked for many times at a time
  slow.resolve();
  await settled();
  assert.equal(one.names(), ["one__t3"]);
  assert.equal([asked, one.told.length], [3, 2]);
});

test("a list that a server does not have is empty, and nothing is wrong", async () => {
  const states: unknown[] = [];
  // Its declaration of resources stands for templates too, which it has not.
  const one = hosted(
    {
      "tools/list": () => toolsOf("a"),
      "resources/list": () => RESOURCES,
    },
    { onState: (...told: unknown[]) => states.push(told) },
  );
  const report = await one.host.connect();
  await settled();
  assert.equal(report, { connected: ["one"], failed: [] });
  assert.equal(one.names(), ["one__a"]);
  assert.equal(
    one.host.resources.map(({ uri }) => uri),
    ["mcp:one/x:r"],
  );
  assert.equal(one.host.resourceTemplates, []);
  assert.equal(states, [
    ["one", "connecting", undefined],
    ["one", "ready", undefined],
  ]);
});

/** When the list works, whether another list changes, how often it is asked for and fails. */
const AGAIN = [
  ["soon, until it is there", (asked: number) => asked === 3, false, 3, 2],
  ["so often and no more", () => false, false, 4, 4],
  ["after that when another changes", (asked: number) => asked > 4, true, 5, 4],
] as const;

for (const [title, works, change, times, failures] of AGAIN)
  test(`a list that fails is told of by name, and asked for ${title}`, async () => {
    const told: string[] = [];
    let asked = 0;
    const one = hosted(
      {
        "tools/list": () => toolsOf("a"),
        "resources/list": () => {
          if (works(++asked)) return RESOURCES;
          throw new Error("no disk");
        },
      },
      {
        restarts: [0, 0, 0],
        onState: (_server: string, state: string, error?: Error) =>
          error && told.push(`${state}: ${error.message}`),
      },
    );
    const report = await one.host.connect();
    assert.equal(report, { connected: ["one"], failed: [] });
    assert.equal(one.names(), ["one__a"]);
    for (let n = 0; n < 8; n++)
      await settled().then(() => new Promise((done) => setTimeout(done, 2)));
    if (change) await one.changed();
    const text = "resources/list of one failed: Internal error";
    assert.equal(told, Array(failures).fill(`ready: ${text}`));
    assert.is(asked, times);
    const there = works(asked);
    assert.equal(
      one.host.resources.map(({ uri }) => uri),
      there ? ["mcp:one/x:r"] : [],
    );
    assert.is(one.host.servers[0]?.error?.message, there ? undefined : text);
  });

const TOOL = { name: "t", inputSchema: { type: "object" } };
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
};

/** The next message and the end come in one turn, as of one chunk of a pipe. */
function endWithNext({ receiver }: Scripted): void {
  const receive = receiver.receive.bind(receiver);
  receiver.receive = (message, origin) => {
    receive(message, origin);
    receiver.closed();
  };
}

/** A host whose server ends right after it has answered the n-th `tools/list`. */
function endingWith(last: number, settings: object = {}) {
  let lists = 0;
  const answer: Answer = (method) => {
    const ends = method === "tools/list" && ++lists === last;
    if (ends) endWithNext(servers.at(-1) as Scripted);
    return { tools: [TOOL] };
  };
  const { host, servers } = createScriptedHost(answer, settings);
  return { host, servers };
}

test("while it connects: it is not ready", async () => {
  const { host } = endingWith(1);
  const { connected, failed } = await host.connect();
  assert.equal(connected, []);
  assert.match(failed[0]?.error.message ?? "", "was closed");
  assert.is(host.servers[0]?.state, "failed");
  assert.equal(host.tools, []);
  await host.close();
});

for (const [title, restarts, state] of [
  ["it has none", [], "failed"],
  ["the one that is started after it has its own", [0], "ready"],
] as const)
  test(`while a list is fetched again: ${title}`, async () => {
    const { host, servers } = endingWith(2, { restarts });
    await host.connect();
    assert.is(host.tools.length, 1);
    await servers[0]?.say(CHANGED);
    while (servers.length <= restarts.length) await turns();
    await turns();
    assert.is(host.servers[0]?.state, state);
    assert.is(host.tools.length, restarts.length);
    await host.close();
  });

test.run();
