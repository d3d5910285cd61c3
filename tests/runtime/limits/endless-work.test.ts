/**
 * Tests of hostile servers that try to make a client work endlessly or for a
 * very long time.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore } from "../../../runtime/protocol/client-core.js";
import { Fetcher } from "../../../runtime/http/client/fetcher.js";
import { follow } from "../../../runtime/http/client/follow.js";
import { HttpClientSession } from "../../../runtime/http/client/session.js";
import { CoreTaskHandle } from "../../../runtime/tasks/core/client/handle.js";
import { getParamHeaders } from "../../../runtime/http/param-headers.js";
import { expandVariables } from "../../../runtime/host/config/variables.js";
import { findAnswerProblem } from "../../../runtime/features/requests/form.js";
import { parseSkillFile } from "../../../runtime/skills/frontmatter.js";
import { CLIENT } from "../../harness/wire/wire.js";
import { withStoppedClock } from "../../harness/time/clock.js";
import { countBlocks } from "../../harness/run/work.js";
import { recordDelays } from "../../harness/time/timers.js";
import {
  CHANGED,
  failure,
  createScriptedHost,
  Scripted,
} from "../../harness/host/scripted-servers.js";

const test = suite("endless work caused by servers");

test("a client stops reading a paginated list after 10,000 pages", async () => {
  let page = 0;
  const server = new Scripted(() => ({
    tools: [],
    nextCursor: String((page += 1)),
  }));
  const client = new ClientCore(CLIENT, { name: "c", version: "1" }, {}, {});
  await client.connect(server);
  const all = async () => {
    for await (const _ of client.pages("tools/list")) if (page > 20_000) return;
  };
  assert.match(await failure(all()), "there are more than 10000");
  assert.is(page, 10_001);
  await client.close();
});

test("a client accepts at most 16,000,000 characters of cursors per list", async () => {
  for (const [more, problem] of [
    [0, "none"],
    [1, "the cursors are too long"],
  ] as const) {
    let page = 0;
    const server = new Scripted(() => {
      page += 1;
      const nextCursor = String(page).padEnd(4_000_000 + more);
      return page > 4 ? { tools: [] } : { tools: [], nextCursor };
    });
    const client = new ClientCore(CLIENT, { name: "c", version: "1" }, {}, {});
    await client.connect(server);
    const all = async () => {
      for await (const _ of client.pages("tools/list"));
    };
    assert.match(await failure(all()), problem);
    await client.close();
  }
});

test("by default, a host waits 60 seconds for a server to connect", async () => {
  const { host } = createScriptedHost(() => ({ tools: [] }));
  const delays = await recordDelays(() => host.connect());
  assert.is(Math.round(delays[0] ?? 0), 60_000);
  await host.close();
});

test("the timeout of a host's list request covers all pages together", () =>
  withStoppedClock(async (clock) => {
    let page = 0;
    const { host } = createScriptedHost(
      () => {
        // Each page takes 1 ms, which is less than the timeout. Only the total
        // time of all pages exceeds it.
        clock.skip(1);
        return { tools: [], nextCursor: `${(page += 1)}` };
      },
      { timeout: 200 },
    );
    let failed: Awaited<ReturnType<typeof host.connect>>["failed"] = [];
    const connecting = host.connect().then((result) => ({ failed } = result));
    while (failed.length === 0 && page < 1_000) await clock.wait(0);
    assert.match(failed[0]?.error.message ?? "", "took more than 200 ms");
    assert.ok(page >= 200 && page < 210, `${page} pages`);
    await connecting;
    await host.close();
  }));

test("after ten fetches, a host fetches a constantly changing list once per second", () =>
  withStoppedClock(async (clock) => {
    let lists = 0;
    const { host, servers } = createScriptedHost(() => {
      lists += 1;
      setImmediate(() => void servers[0]?.say(CHANGED));
      return { tools: [{ name: `t${lists}`, inputSchema: {} }] };
    });
    await host.connect();
    const counts: number[] = [];
    for (const time of [0, 999, 1, 999, 1]) {
      for (let turn = 0; turn < 200; turn += 1) await clock.wait(0);
      await clock.wait(time);
      for (let turn = 0; turn < 200; turn += 1) await clock.wait(0);
      counts.push(lists);
    }
    assert.equal(counts, [11, 11, 12, 12, 13]);
    await host.close();
  }));

test("a client reads a WWW-Authenticate header of a million characters in linear time", async () => {
  for (const [header, scope] of [
    ["a".repeat(1_000_000), undefined],
    [`${"a-".repeat(500_000)}, scope="x"`, "x"],
    ['a="'.repeat(300_000), undefined],
    ['a="\\" '.repeat(100_000), undefined],
    ['Bearer error="a\\"b", scope="x y"', "x y"],
  ] as const) {
    const asked: unknown[] = [];
    const headers = { get: () => header };
    const fetcher = new Fetcher("http://127.0.0.1", {
      fetch: () =>
        Promise.resolve({ status: 401, headers } as unknown as Response),
      authorize: (challenge) => void asked.push(challenge.scope),
    });
    const { signal } = new AbortController();
    await fetcher.send({ method: "POST", headers: {}, signal });
    assert.equal(asked, [scope]);
  }
});

const createFields = (
  count: number,
  field: (name: string) => object,
): { [name: string]: never } =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `n${index}`,
      field(`n${index}`) as never,
    ]),
  );

for (const [title, work] of [
  [
    "a form that needs many fields",
    (count: number) => {
      const properties = createFields(count, () => ({ type: "boolean" }));
      const answer = createFields(count, () => true as never);
      // Built-in functions that search an array call this getter, so that the
      // search counts as work.
      const required = new Proxy(Object.keys(properties), {
        get: (target, key) => Reflect.get(target, key) as unknown,
      });
      assert.is(findAnswerProblem({ properties, required }, answer), undefined);
    },
  ],
  [
    "a tool with many headers",
    (count: number) => {
      const field = (name: string) => ({
        type: "string",
        "x-mcp-header": name,
      });
      const properties = createFields(count, field);
      assert.is(getParamHeaders({ properties }).length, count);
    },
  ],
] as const)
  test(`${title} is processed in linear time`, async () => {
    const small = await countBlocks(() => work(200));
    const large = await countBlocks(() => work(2_000));
    // The large input has 10 times as many elements. Quadratic work would grow
    // by a factor of 100.
    assert.ok(large < 11 * small, `${large} blocks instead of ${small}`);
  });

test("a configuration with a million unterminated variable references is processed in linear time", () => {
  // A search that continues to the end of the text for each variable would take
  // hours.
  const open = "${input:".repeat(1_000_000);
  assert.is(expandVariables(open, {}, []), open);
});

test("a skill with long gaps in its frontmatter is processed in linear time", () => {
  // A search that restarts at each of the 60,000 spaces would take ten minutes.
  const gap = " ".repeat(60_000);
  const skill = `---\na: b${gap}c\n${"  d\n".repeat(10)}---\n`;
  const file = new TextEncoder().encode(skill);
  for (let times = 0; times < 300; times += 1) {
    const { frontmatter } = parseSkillFile(file);
    assert.is((frontmatter as { a: string }).a.length, 60_022);
  }
});

test("if a server sends `retry: 0`, the client still waits 100 ms between reconnections", async () => {
  const stop = new AbortController();
  let left = 5;
  const fetcher = new Fetcher("http://127.0.0.1", {
    fetch: () => {
      if ((left -= 1) === 0) stop.abort();
      const event = `id: ${left}\nretry: 0\ndata: {}\n\n`;
      const headers = { "content-type": "text/event-stream" };
      return Promise.resolve(new Response(event, { headers }));
    },
  });
  const { signal } = stop;
  const ours = { fetcher, signal, headers: () => ({}), limit: 1_000 };
  const theirs = { onMessage: () => {}, done: () => false, back: "always" };
  const following = { ...ours, ...theirs } as Parameters<typeof follow>[1];
  const delays = await recordDelays(() => follow(undefined, following), true);
  assert.equal(delays, [0, 100, 100, 100]);
});

test("a client reopens a failing GET stream with increasing delays", async () => {
  const stop = new AbortController();
  const { signal } = stop;
  let left = 11;
  const delays = await recordDelays(() => {
    return new Promise<void>((resolve) => {
      const answer = (): Response => {
        left -= 1;
        if (left === 0) resolve(stop.abort());
        if (left % 2) return new Response(null, { status: 400 });
        const headers = { "content-type": "text/event-stream" };
        return new Response("retry: 0\ndata: {}\n\n", { headers });
      };
      const fetcher = new Fetcher("http://127.0.0.1", {
        fetch: () => Promise.resolve(answer()),
      });
      const rest = { limit: 1_000, onMessage() {}, report() {} };
      const ask = () => Promise.reject(new Error());
      const tell = () => Promise.resolve();
      const host = { fetcher, signal, ask, tell, ...rest };
      new HttpClientSession(host).listen();
    });
  }, true);
  assert.equal(delays, [0, 0, 0, 0, 1_000, 0, 2_000]);
});

for (const pollInterval of ["soon", null, Number.NaN, {}])
  test(`a client polls a task every second if the task's pollInterval is ${String(pollInterval)}`, async () => {
    const times = { createdAt: "", lastUpdatedAt: "", ttl: null };
    const state = { ...times, taskId: "t", status: "working", pollInterval };
    let asked = 0;
    const send = async () => {
      asked += 1;
      return { ...state, status: "completed" };
    };
    const task = { method: "tools/call", taskId: "t", state, send };
    const connection = {};
    const handle = new CoreTaskHandle({
      ...task,
      connection: () => connection,
    } as never);
    const delays = await recordDelays(async () => {
      for await (const { status } of handle) if (status !== "working") break;
    }, true);
    assert.equal([delays, asked], [[1_000], 1]);
  });

test.run();
