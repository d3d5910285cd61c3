/**
 * Tests of the data that a server keeps for a client. The length of the data
 * counts towards the quota of the client that owns it.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Traffic } from "../../../runtime/limits/limits.js";
import { memoryEventStore } from "../../../runtime/http/server/sessions/event-store.js";
import { memoryTasks } from "../../../runtime/tasks/store.js";
import {
  closeSites,
  HEADERS,
  openSession,
  OPENING,
  PLATFORMS,
  post,
  SESSIONS,
  type Site,
} from "../../harness/http/site.js";
import { SERVER } from "../../harness/wire/wire.js";
import { address, as, auth } from "../../harness/host/scripted-servers.js";
import {
  settled,
  stuck,
  TASK_SERVER,
  taskServer,
  taskTools,
} from "../../harness/tasks/receiver.js";
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import type { TaskRecord } from "../../../runtime/tasks/task.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";

const long = (length: number): string => "x".repeat(length);

const SUBSCRIBING: Protocol = {
  ...SESSIONS,
  methods: {
    ...SERVER.methods,
    "resources/read": { capability: "resources" },
    "resources/subscribe": { capability: "resources.subscribe" },
    "resources/unsubscribe": { capability: "resources.subscribe" },
  },
};

/** Returns the error code of a response, or undefined for a result. */
async function getErrorCode(answer: Response): Promise<number | undefined> {
  const { error } = (await answer.json()) as { error?: { code: number } };
  return error?.code;
}

/** Opens a session whose client name has the given length. */
async function open(site: Site, token: string, length: number) {
  const clientInfo = { name: long(length), version: "1" };
  const params = { ...OPENING.params, clientInfo };
  const answer = await post(site, { ...OPENING, params }, as(token));
  await answer.body?.cancel();
  const id = answer.headers.get("mcp-session-id") ?? "";
  return {
    status: answer.status,
    session: { ...as(token), "mcp-session-id": id },
  };
}

for (const [platform, serve] of Object.entries(PLATFORMS)) {
  const test = suite(`server memory used by clients: ${platform}`);
  test.after.each(closeSites);

  test("a session's client info counts towards the client's quota until the session ends", async () => {
    const options = { auth, maxKept: 420_000 };
    const site = await serve(SESSIONS, {}, options);
    const statuses = [];
    let last = {};
    for (let count = 0; count < 4; count += 1) {
      const opened = await open(site, "eve", 90_000);
      statuses.push(opened.status);
      if (opened.status === 200) last = opened.session;
    }
    assert.equal(statuses, [200, 200, 429, 429]);
    assert.is((await open(site, "ann", 90_000)).status, 200);
    await site.request("/mcp", { method: "DELETE", headers: last });
    assert.is((await open(site, "eve", 70_000)).status, 200);
  });

  test("subscriptions count towards the client's quota until they end", async () => {
    const verbs = ["subscribe", "unsubscribe", "read"];
    const handlers = verbs.map((verb) => [`resources/${verb}`, () => ({})]);
    const site = await serve(
      SUBSCRIBING,
      Object.fromEntries(handlers) as Handlers,
      { auth, maxKept: 420_000 },
    );
    const headers = await openSession(site, as("eve"));
    let id = 0;
    const ask = async (verb: string, index: number, session = headers) => {
      const params = { uri: `a://${index}${long(50_000)}` };
      const message = { id: (id += 1), method: `resources/${verb}`, params };
      return getErrorCode(await post(site, message, session));
    };
    const answers = [];
    for (let index = 1; index <= 5; index += 1)
      answers.push(await ask("subscribe", index));
    assert.equal(answers.filter(Boolean).length, 1, String(answers));
    assert.is(await ask("unsubscribe", 1), undefined);
    assert.is(await ask("unsubscribe", 1), undefined);
    assert.is(await ask("subscribe", 5), undefined);
    assert.ok(await ask("subscribe", 6));
    // When the session ends, the characters of its subscriptions no longer
    // count towards the quota.
    await site.request("/mcp", { method: "DELETE", headers });
    const again = await openSession(site, as("eve"));
    for (const index of [1, 2, 3, 4])
      assert.is(await ask("subscribe", index, again), undefined);
  });

  test("requests in flight count towards the client's quota until their handlers end", async () => {
    const ends: (() => void)[] = [];
    const handlers = {
      "tools/call": () => new Promise<void>((resolve) => ends.push(resolve)),
    } as Handlers;
    const options = { auth, maxKept: 420_000, streamAfter: 1 };
    const site = await serve(SESSIONS, handlers, options);
    const session = await openSession(site, as("eve"));
    const call = async (id: number) => {
      const params = { name: long(90_000) };
      const message = { id, method: "tools/call", params };
      return (await post(site, message, session)).headers.get("content-type");
    };
    const types = [await call(1), await call(2), await call(3)];
    assert.equal(types, [
      "text/event-stream",
      "text/event-stream",
      "application/json",
    ]);
    const params = { requestId: 1 };
    await post(site, { method: "notifications/cancelled", params }, session);
    // The handler of the cancelled request still runs, so the request still
    // counts towards the quota.
    assert.is(await call(4), "application/json");
    ends[0]?.();
    await Promise.resolve();
    assert.is(await call(5), "text/event-stream");
  });

  test("the number of chunks in an unfinished request body counts towards the client's quota", async () => {
    const site = await serve(SESSIONS, {}, { maxKept: 100_000 });
    const small = new Uint8Array([32]);
    let left = 500;
    const body = new ReadableStream<Uint8Array>({
      pull(to) {
        if (left-- > 0) to.enqueue(small);
        else to.close();
      },
    });
    const init = {
      method: "POST",
      headers: HEADERS,
      body,
      duplex: "half" as const,
    };
    assert.is((await site.request("/mcp", init)).status, 429);
    assert.is((await post(site, OPENING)).status, 200);
  });

  test("the limit of running tasks is shared by all sessions of a client", async () => {
    const handlers = {
      ...taskTools({ t: stuck }),
      ...tasks({ maxRunning: 3 }),
    };
    const site = await serve(TASK_SERVER, handlers as Handlers, { address });
    const codes = [];
    for (const from of ["eve", "eve", "eve", "eve", "ann"]) {
      const session = await openSession(site, { "x-from": from });
      const params = { name: "t", task: {} };
      const call = { id: 1, method: "tools/call", params };
      codes.push(await getErrorCode(await post(site, call, session)));
    }
    assert.equal(codes, [undefined, undefined, undefined, 429, undefined]);
  });

  test.run();
}

const test = suite("server memory used by clients");

/** Returns a task record whose status message has `more` characters. */
function task(taskId: string, owner: string, more = 0): TaskRecord {
  const times = { createdAt: "", lastUpdatedAt: "", ttl: null };
  const statusMessage = long(more);
  const state = { taskId, status: "working" as const, statusMessage };
  return { task: { ...state, ...times }, owner, method: "tools/call" };
}

test("a task store limits the tasks of one client, even if they have different owners", () => {
  const store = memoryTasks({ total: 6 });
  const eves = (n: number) =>
    store.create({ ...task(`${n}`, `o${n}`), holder: "eve" });
  for (const n of [1, 2, 3]) void eves(n);
  assert.throws(() => eves(4), /Too many/);
  void store.create(task("5", "ann"));
  void store.delete("1");
  void eves(6);
});

test("a task store limits the total length of tasks and their results", () => {
  const store = memoryTasks({ maxLength: 10_000 });
  const task1 = task("1", "eve", 4_000);
  void store.create(task1);
  assert.throws(() => store.create(task("2", "eve", 4_000)));
  const outcome = { result: { text: long(6_000) } };
  const ended = { ...task("1", "eve"), outcome };
  assert.throws(() => store.replace(ended, task1), /Too many/);
  void store.create(task("3", "ann", 2_000));
  void store.delete("1");
  void store.create(task("2", "eve", 3_000));
});

test("the params of a request that creates a task count towards the quota", async () => {
  const name = long(4_000_000);
  const tools = taskTools({
    t: (args: object) => {
      if (Object.keys(args).length > 0) return new Promise(() => {});
      throw new Error(name);
    },
  });
  const peer = taskServer(tools, {});
  const codes = [];
  for (let count = 0; count < 4; count += 1) {
    const params = { name: "t", arguments: { [name]: 1 }, task: {} };
    codes.push((await peer.ask("tools/call", params)).error?.code);
  }
  assert.equal(codes, [undefined, undefined, undefined, 429]);
  const { taskId } = await peer.task("t");
  await settled();
  const { status, statusMessage = "" } = await peer.get(taskId);
  assert.is(status, "failed");
  assert.is(statusMessage.length, 1_001); // 1,000 characters and an ellipsis.
});

test("a full event store evicts only events of the client that exceeds its share", () => {
  for (const limits of [{ maxEvents: 10 }, { maxLength: 100 }]) {
    const store = memoryEventStore(limits);
    const event = (number: number) => ({ number, data: long(10) });
    void store.append("ann/1", event(1), "ann");
    for (let number = 1; number <= 50; number += 1) {
      void store.append("eve/1", event(number), "eve");
      void store.append(`eve/${number}`, event(1), "eve");
    }
    assert.equal(store.after("ann/1", 0), [event(1)]);
  }
});

test("a connection stores at most 16,000,000 characters of data on behalf of its peer", () => {
  const traffic = new Traffic();
  traffic.keep(15_999_999);
  assert.equal([traffic.fits(1), traffic.fits(2)], [true, false]);
  traffic.keep(-1);
  assert.ok(traffic.fits(2));
});

test.run();
