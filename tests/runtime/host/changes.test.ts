/**
 * Tests of changes to the lists of a server, such as its tool list. A list may
 * change while the host connects, requests the list, or restarts the server.
 */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import { fetchLists } from "../../../runtime/host/fetch-lists.js";
import { closing } from "../../harness/run/closing.js";
import { defer } from "../../harness/run/deferred.js";
import { settled } from "../../harness/tasks/receiver.js";
import {
  loadHosts,
  INFO,
  getNames,
  REVISIONS,
} from "../../harness/host/host.js";
import {
  CHANGED,
  createScriptedHost,
  type Answer,
  type Scripted,
} from "../../harness/host/scripted-servers.js";
import { requirement } from "../../harness/run/requirement.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = suite("host: changed lists");
const atEnd = closing(test);
const { createServer, createSingleHost } = await loadHosts("2025-11-25", atEnd);

/**
 * Creates a server and a host that connects to it. The array `told` collects
 * the list changes that the host reports.
 */
function createHosted(handlers: object, options: object = {}) {
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

const listTool = (name: string): object => ({
  tools: [{ name, inputSchema: { type: "object" } }],
});
const RESOURCES = { resources: [{ name: "r", uri: "x:r" }] };

for (const revision of ["2025-11-25", "2026-07-28"])
  test(`${revision}: the host requests the tools again if they change while it connects`, async () => {
    const { createServer, createSingleHost, tools } = await loadHosts(
      revision,
      atEnd,
    );
    const handler = (): string => "";
    const offered = tools({ early: { handler } });
    const server = createServer(INFO, {
      ...offered,
      "prompts/list": async () => {
        await settled(); // The host has already listed the tools.
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
  test(`${revision}: the host reports which lists changed at the restart of a server`, async () => {
    const made = await loadHosts(revision, atEnd);
    const { createServer, createSingleHost, prompts, tools } = made;
    const handler = (): string => "";
    const second = tools({ new: { handler } });
    const starts = [
      { ...tools({ old: { handler } }), ...prompts({ p: { handler } }) },
      second,
    ].map((handlers) => createServer(INFO, handlers));
    const told: unknown[] = [];
    const change = defer();
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
    // The host also reports changes after the restart of a server. In some
    // revisions, it must subscribe again to receive them.
    await settled();
    second.set("more", { handler });
    await settled();
    assert.equal(getNames(host.tools), ["one__new", "one__more"]);
  });

test("the host sends one list request at a time, and keeps the result of the newest request", async () => {
  const slow = defer();
  let asked = 0;
  const hosted = createHosted({
    "tools/list": async () => {
      const nth = ++asked;
      if (nth === 2) await slow.promise;
      return listTool(`t${nth}`);
    },
  });
  await hosted.host.connect();
  for (let change = 0; change < 3; change++) await hosted.changed();
  assert.is(asked, 2); // The host sends one list request at a time.
  slow.resolve();
  await settled();
  assert.equal(hosted.names(), ["one__t3"]);
  assert.equal([asked, hosted.told.length], [3, 2]);
});

test("`host.resourceTemplates` is empty if the server does not implement resources/templates/list", async () => {
  const states: unknown[] = [];
  // The server declares the resources capability, so the host requests its
  // resource templates. But the server does not implement
  // `resources/templates/list`.
  const hosted = createHosted(
    {
      "tools/list": () => listTool("a"),
      "resources/list": () => RESOURCES,
    },
    { onState: (...told: unknown[]) => states.push(told) },
  );
  const report = await hosted.host.connect();
  await settled();
  assert.equal(report, { connected: ["one"], failed: [] });
  assert.equal(hosted.names(), ["one__a"]);
  assert.equal(
    hosted.host.resources.map(({ uri }) => uri),
    ["mcp:one/x:r"],
  );
  assert.equal(hosted.host.resourceTemplates, []);
  assert.equal(states, [
    ["one", "connecting", undefined],
    ["one", "ready", undefined],
  ]);
});

/**
 * Test cases: title, a function that decides whether the n-th list request
 * succeeds, whether the list changes again, and the expected numbers of
 * requests and failures.
 */
const AGAIN = [
  ["until it succeeds", (asked: number) => asked === 3, false, 3, 2],
  ["at most three more times", () => false, false, 4, 4],
  ["after another list change", (asked: number) => asked > 4, true, 5, 4],
] as const;

for (const [title, works, change, times, failures] of AGAIN)
  test(`the host repeats a failed list request ${title}`, async () => {
    const told: string[] = [];
    let asked = 0;
    const hosted = createHosted(
      {
        "tools/list": () => listTool("a"),
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
    const report = await hosted.host.connect();
    assert.equal(report, { connected: ["one"], failed: [] });
    assert.equal(hosted.names(), ["one__a"]);
    for (let n = 0; n < 8; n++)
      await settled().then(() => new Promise((done) => setTimeout(done, 2)));
    if (change) await hosted.changed();
    const text = "resources/list of one failed: Internal error";
    assert.equal(told, Array(failures).fill(`ready: ${text}`));
    assert.is(asked, times);
    const there = works(asked);
    assert.equal(
      hosted.host.resources.map(({ uri }) => uri),
      there ? ["mcp:one/x:r"] : [],
    );
    assert.is(hosted.host.servers[0]?.error?.message, there ? undefined : text);
  });

test("the error of a call of an unlisted tool says why the list of tools could not be fetched", async () => {
  const hosted = createHosted(
    {
      "tools/list": () => {
        throw new Error("no disk");
      },
      "resources/list": () => RESOURCES,
    },
    { restarts: [] },
  );
  await hosted.host.connect();
  const message = await hosted.host
    .callTool({ name: "one__a" })
    .then(String, (error: Error) => error.message);
  assert.is(
    message,
    "The server one does not list the tool a. tools/list of one failed: Internal error",
  );
});

const TOOL = { name: "t", inputSchema: { type: "object" } };
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
};

/**
 * Makes the server close the connection immediately after its next message, as
 * if a pipe delivered the message together with the end of the stream.
 */
function endWithNext({ receiver }: Scripted): void {
  const receive = receiver.receive.bind(receiver);
  receiver.receive = (message, origin) => {
    receive(message, origin);
    receiver.closed();
  };
}

/**
 * Creates a host with a server that ends after it has answered `last` requests
 * for `tools/list`.
 */
function createEndingHost(last: number, settings: object = {}) {
  let lists = 0;
  const answer: Answer = (method) => {
    const ends = method === "tools/list" && ++lists === last;
    if (ends) endWithNext(servers.at(-1) as Scripted);
    return { tools: [TOOL] };
  };
  const { host, servers } = createScriptedHost(answer, settings);
  return { host, servers };
}

test("the option `restarts` limits how often the host restarts a server that always exits", async () => {
  const stopped = defer();
  const { host, servers } = createScriptedHost(() => ({ tools: [TOOL] }), {
    restarts: [0, 0],
    onState: (_server, state) => {
      if (state === "ready")
        setImmediate(() => servers.at(-1)?.receiver.closed());
      if (state === "failed" || servers.length > 3) stopped.resolve();
    },
  });
  await host.connect();
  await stopped.promise;
  assert.is(servers.length, 3);
  await host.close();
});

test("a server that was disabled and enabled again waits before it restarts", async () => {
  const { host, servers } = createScriptedHost(() => ({ tools: [TOOL] }), {
    restarts: [60_000],
  });
  await host.connect();
  await host.disable("s");
  await host.enable("s");
  servers.at(-1)?.receiver.closed();
  await turns();
  const state = host.servers[0]?.state;
  assert.equal([state, servers.length], ["restarting", 2]);
  await host.close();
});

test("the host lists resources with the same name and different URIs", async () => {
  const resources = ["x:a", "x:b"].map((uri) => ({ uri, name: "n" }));
  const client = {
    server: { capabilities: { resources: {} } },
    listAll: () => Promise.resolve({ resources }),
  };
  const { lists } = await fetchLists(
    client as never,
    ["resources"],
    {},
    () => () => {},
    (error) => assert.unreachable(error.message),
  );
  assert.equal(lists.resources, resources);
});

test("the host reports the state `failed` for a server that ends while the host connects to it", async () => {
  const { host } = createEndingHost(1);
  const { connected, failed } = await host.connect();
  assert.equal(connected, []);
  assert.match(failed[0]?.error.message ?? "", "was closed");
  assert.is(host.servers[0]?.state, "failed");
  assert.equal(host.tools, []);
  await host.close();
});

for (const [title, restarts, state] of [
  ["has the state `failed` if restarts are disabled", [], "failed"],
  ["is ready again after its restart", [0], "ready"],
] as const)
  test(`a server that ends during a repeated list request ${title}`, async () => {
    const { host, servers } = createEndingHost(2, { restarts });
    await host.connect();
    assert.is(host.tools.length, 1);
    await servers[0]?.say(CHANGED);
    await waitUntil(
      "all restarted servers have started",
      () => servers.length > restarts.length,
    );
    await turns();
    assert.is(host.servers[0]?.state, state);
    assert.is(host.tools.length, restarts.length);
    await host.close();
  });

test.run();
