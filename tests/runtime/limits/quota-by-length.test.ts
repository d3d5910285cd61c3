/** What is kept for a client counts by its length, and by whose it is. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Traffic } from "../../../runtime/limits/limits.js";
import { memoryEventStore } from "../../../runtime/http/server/event-store.js";
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

/** The code with which a request is refused. */
async function codeOf(answer: Response): Promise<number | undefined> {
  const { error } = (await answer.json()) as { error?: { code: number } };
  return error?.code;
}

/** Opens a session whose client has a name of that length. */
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
  const test = suite(`hostile: weights: ${platform}`);
  test.after.each(closeSites);

  test("what clients say of themselves, as long as their sessions", async () => {
    const options = { auth, maxKept: 400_000 };
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
    assert.is((await open(site, "eve", 90_000)).status, 200);
  });

  test("subscriptions, as long as they last", async () => {
    const verbs = ["subscribe", "unsubscribe", "read"];
    const handlers = verbs.map((verb) => [`resources/${verb}`, () => ({})]);
    const site = await serve(
      SUBSCRIBING,
      Object.fromEntries(handlers) as Handlers,
      { auth, maxKept: 400_000 },
    );
    const headers = await openSession(site, as("eve"));
    let id = 0;
    const ask = async (verb: string, of: number, session = headers) => {
      const params = { uri: `a://${of}${long(50_000)}` };
      const message = { id: (id += 1), method: `resources/${verb}`, params };
      return codeOf(await post(site, message, session));
    };
    const answers = [];
    for (let of = 1; of <= 5; of += 1) answers.push(await ask("subscribe", of));
    assert.equal(answers.filter(Boolean).length, 1, String(answers));
    assert.is(await ask("unsubscribe", 1), undefined);
    assert.is(await ask("unsubscribe", 1), undefined);
    assert.is(await ask("subscribe", 5), undefined);
    assert.ok(await ask("subscribe", 6));
    // Who ends the session gives all back.
    await site.request("/mcp", { method: "DELETE", headers });
    const again = await openSession(site, as("eve"));
    for (const of of [1, 2, 3, 4])
      assert.is(await ask("subscribe", of, again), undefined);
  });

  test("the messages of requests in flight", async () => {
    const ends: (() => void)[] = [];
    const handlers = {
      "tools/call": () => new Promise<void>((resolve) => ends.push(resolve)),
    } as Handlers;
    const options = { auth, maxKept: 400_000, streamAfter: 1 };
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
    // Its handler goes on all the same.
    assert.is(await call(4), "application/json");
    ends[0]?.();
    await Promise.resolve();
    assert.is(await call(5), "text/event-stream");
  });

  test("the parts of bodies that are on their way", async () => {
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

  test("tasks of all sessions of one client", async () => {
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
      codes.push(await codeOf(await post(site, call, session)));
    }
    assert.equal(codes, [undefined, undefined, undefined, 429, undefined]);
  });

  test.run();
}

const test = suite("hostile: weights");

/** A record of a task that is as long as is said. */
function task(taskId: string, owner: string, more = 0): TaskRecord {
  const times = { createdAt: "", lastUpdatedAt: "", ttl: null };
  const statusMessage = long(more);
  const state = { taskId, status: "working" as const, statusMessage };
  return { task: { ...state, ...times }, owner, method: "tools/call" };
}

test("tasks in a store: many owners are one holder, and the next finds room", () => {
  const store = memoryTasks({ total: 6 });
  const eves = (n: number) =>
    store.create({ ...task(`${n}`, `o${n}`), holder: "eve" });
  for (const n of [1, 2, 3]) void eves(n);
  assert.throws(() => eves(4), /Too many/);
  void store.create(task("5", "ann"));
  void store.delete("1");
  void eves(6);
});

test("tasks in a store count by their length, with what they came to", () => {
  const store = memoryTasks({ maxLength: 10_000 });
  void store.create(task("1", "eve", 4_000));
  assert.throws(() => store.create(task("2", "eve", 4_000)));
  const outcome = { result: { text: long(6_000) } };
  const ended = { ...task("1", "eve"), outcome };
  assert.throws(() => store.replace(ended, "working"), /Too many/);
  void store.create(task("3", "ann", 2_000));
  void store.delete("1");
  void store.create(task("2", "eve", 4_000));
});

test("tasks keep the params of their requests, and only the start of a message", async () => {
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
  assert.is(statusMessage.length, 1_001); // an ellipsis is the last of them
});

test("events of one client push out only its own", () => {
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

test("16,000,000 characters are kept for the peer of a connection", () => {
  const traffic = new Traffic();
  traffic.keep(15_999_999);
  assert.equal([traffic.fits(1), traffic.fits(2)], [true, false]);
  traffic.keep(-1);
  assert.ok(traffic.fits(2));
});

test.run();
