/**
 * Tests of rules that apply to core tasks and to the tasks extension. Each test
 * runs with both.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../../runtime/json-rpc/messages/errors.js";
import { bothTasks } from "../../../runtime/tasks/both.js";
import { memoryTasks } from "../../../runtime/tasks/store.js";
import type { TaskEvent } from "../../../runtime/tasks/records.js";
import type { TaskStore } from "../../../runtime/tasks/store.js";
import { FORM } from "../../harness/generated/tasks-extension.js";
import { startTask, TASK_PROTOCOLS } from "../../harness/tasks/protocols.js";
import type { CommonTask, TaskClient } from "../../harness/tasks/protocols.js";
import {
  defer,
  settled,
  slowStore,
  stuck,
  TestClock,
  type Tool,
} from "../../harness/tasks/receiver.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("tasks: rules of both protocols");

const UUID =
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const quick: Tool = () => "x";

test("`bothTasks` returns handlers for the methods of core tasks and of the extension", () => {
  const methods = ["cancel", "get", "list", "result", "update"];
  assert.equal(
    Object.keys(bothTasks()).sort(),
    methods.map((name) => `tasks/${name}`),
  );
});

/**
 * Sends one tool call from each client, in turn. Returns the error code of each
 * call, or 0 for a result.
 */
async function callCodes(clients: readonly TaskClient[]): Promise<number[]> {
  const codes: number[] = [];
  for (const client of clients) {
    codes.push((await client.call("t")).error?.code ?? 0);
  }
  return codes;
}

/**
 * Returns the lifetime of a task in milliseconds, which is `ttl` or `ttlMs`
 * depending on the protocol.
 */
const lifetime = ({ ttl, ttlMs = ttl }: Partial<CommonTask>) => ttlMs;

for (const protocol of TASK_PROTOCOLS) {
  const { name, methods, cancelEnded, cancelledCode, serve } = protocol;

  requirement(`
    878f6f514b21 e5adced13221 f32a097d2fda 55d690789311 953d9d18d3e0
    884aae98a844
  `);
  test(`${name}: a tool call returns a task with the status working before its handler runs`, async () => {
    const clock = new TestClock();
    const end = defer<string>();
    let ran = false;
    const run = () => {
      ran = true;
      return end.promise;
    };
    const client = await (await serve({ t: run }, { clock }))();
    const { taskId, ...state } = await client.task("t");
    assert.not(ran);
    assert.match(taskId, UUID);
    const { status, createdAt, lastUpdatedAt } = state;
    const created = "2030-01-01T00:00:00.000Z";
    assert.equal(
      [status, createdAt, lastUpdatedAt, lifetime(state)],
      ["working", created, created, 3_600_000],
    );
    await settled();
    assert.ok(ran);
    clock.time += 5_000;
    end.resolve("done");
    await settled();
    const last = await client.get(taskId);
    assert.is(last.status, "completed");
    assert.is(last.createdAt, created);
    assert.is(last.lastUpdatedAt, "2030-01-01T00:00:05.000Z");
    const { result } = await client.outcome(taskId);
    assert.equal(result?.content, [{ type: "text", text: "done" }]);
  });

  requirement(`
    a1f4e3fa9df2 cce8ba0a76ed 6bb3a7237ab6 501db6eb4963 ceaa955ced5c
  `);
  test(`${name}: each task has a different random UUID as its id`, async () => {
    const client = await (await serve({ t: quick }))();
    const ids = new Set<string>();
    for (let count = 0; count < 50; count += 1) {
      const { taskId } = await client.task("t");
      assert.match(taskId, UUID);
      ids.add(taskId);
    }
    assert.is(ids.size, 50);
  });

  requirement("8891a7e0a3fe");
  test(`${name}: a new task is returned only after the store has created it`, async () => {
    const created = defer();
    const records = memoryTasks();
    const store: TaskStore = {
      ...records,
      create: (record) => created.promise.then(() => records.create(record)),
    };
    const client = await (await serve({ t: quick }, { store }))();
    let answered = false;
    const task = client.task("t").finally(() => (answered = true));
    await settled();
    assert.not(answered);
    created.resolve();
    const { taskId } = await task;
    assert.is((await client.get(taskId)).taskId, taskId);
  });

  for (const [ttl, maxTtl, kept] of [
    [Infinity, Infinity, null],
    [9_000, 7_000, 7_000],
    [500, 7_000, 500],
  ] as const) {
    requirement("e5adced13221 f32a097d2fda 55d690789311");
    test(`${name}: a ttl of ${ttl} with a maximum of ${maxTtl} becomes ${String(kept)}`, async () => {
      const settings = { ttl, maxTtl, clock: new TestClock() };
      const client = await (await serve({ t: quick }, settings))();
      assert.is(lifetime(await client.task("t")), kept);
    });
  }

  requirement("afd745413b1d 3337449a29f6 6ec1cecf3d58");
  test(`${name}: if a handler throws a JSON-RPC error, this error is the outcome of the task`, async () => {
    const jammed = { code: -32050, message: "jammed", data: { tray: 2 } };
    const fails = () =>
      Promise.reject(new McpError(jammed.code, "jammed", jammed.data));
    const { client, taskId } = await startTask(protocol, fails);
    const { status, statusMessage } = await client.get(taskId);
    assert.equal([status, statusMessage], ["failed", "jammed"]);
    assert.equal((await client.outcome(taskId)).error, jammed);
  });

  test(`${name}: a task fails if its handler requests input that the client does not support`, async () => {
    const { client, taskId } = await startTask(
      protocol,
      (_args, ctx) =>
        ctx.elicit(FORM).catch(({ message }: Error) => {
          throw new McpError(-1, message);
        }),
      {},
      { input: false },
    );
    const { status, statusMessage } = await client.get(taskId);
    assert.is(status, "failed");
    assert.match(statusMessage ?? "", "which the peer did not declare");
  });

  test(`${name}: a task is input_required until its input request is answered`, async () => {
    const statuses: unknown[] = [];
    const onEvent = ({ status }: TaskEvent) => void statuses.push(status);
    const { client, taskId } = await startTask(
      protocol,
      async (_args, ctx) => (await ctx.elicit(FORM)).action,
      { onEvent },
    );
    assert.is((await client.get(taskId)).status, "input_required");
    await client.answer(taskId, { action: "decline" });
    await settled();
    const { result } = await client.outcome(taskId);
    assert.equal(result?.content, [{ type: "text", text: "decline" }]);
    const changes = ["working", "input_required", "working", "completed"];
    assert.equal(statuses.slice(0, 4), changes);
  });

  requirement(`
    9bb8a6d3ebf7 92d5ace1ce10 2aabc3a2c025 b9f1879de536 f3ed4ad6a13a
    b58974e66a3e ccbd717393ff 5204dd9ebc03 20827b31ceab fce261deab68
    8af906b222c6
  `);
  test(`${name}: requests about an unknown task or another principal's task fail with -32602`, async () => {
    const connect = await serve({ t: stuck });
    const [ann, bob] = [
      await connect({ subject: "ann" }),
      await connect({ subject: "bob" }),
    ];
    const { taskId } = await ann.task("t");
    for (const method of methods) {
      assert.is(await bob.code(method, taskId), -32602);
      assert.is(await ann.code(method, "unknown"), -32602);
    }
    const lists = async (client: TaskClient) =>
      (await client.ask("tasks/list")).result?.tasks;
    if (methods.includes("tasks/result")) {
      assert.equal(await lists(bob), []);
      assert.equal(await lists(ann), [await ann.get(taskId)]);
    }
    assert.is((await ann.get(taskId)).status, "working");
  });

  requirement("fd3f7fb41d79 7101faece3c0 767a5842f62f");
  test(`${name}: tasks/cancel aborts the handler of the task`, async () => {
    const reasons: unknown[] = [];
    const { client, taskId } = await startTask(protocol, (_args, ctx) => {
      ctx.signal.addEventListener("abort", () => reasons.push("signal"));
      return ctx.elicit(FORM).catch(() => reasons.push("input"));
    });
    assert.is((await client.get(taskId)).status, "input_required");
    assert.is(await client.code("tasks/cancel", taskId), 0);
    const { status, statusMessage } = await client.get(taskId);
    const message = "The task was cancelled";
    assert.equal([status, statusMessage], ["cancelled", message]);
    await settled();
    assert.equal(reasons, ["signal", "input"]);
    assert.not("inputRequests" in (await client.get(taskId)));
    const { result, error } = await client.outcome(taskId);
    assert.equal([result, error?.code], [undefined, cancelledCode]);
  });

  for (const finish of ["completes", "fails", "reports"]) {
    requirement("2dab7af879ab a690ecc35cc9 3cec5879dd30");
    test(`${name}: a cancelled task stays cancelled even if its handler ${finish} later`, async () => {
      const go = defer();
      const { client, taskId } = await startTask(
        protocol,
        async (_args, ctx) => {
          await go.promise;
          if (finish === "fails") throw new Error("late");
          if (finish === "reports") await ctx.task?.report("still here");
          return "late";
        },
      );
      await client.code("tasks/cancel", taskId);
      const cancelled = await client.get(taskId);
      go.resolve();
      await settled();
      assert.equal(await client.get(taskId), cancelled);
    });
  }

  for (const [status, tool] of [
    ["completed", quick],
    ["failed", () => Promise.reject(new McpError(-1, "no"))],
    ["cancelled", stuck],
  ] as const) {
    requirement("648b0d78689a a690ecc35cc9 65726fed42b5 db4eb56f4d3d");
    test(`${name}: cancelling a ${status} task does not change the task`, async () => {
      const { client, taskId } = await startTask(protocol, tool);
      if (status === "cancelled") await client.code("tasks/cancel", taskId);
      const ended = await client.get(taskId);
      assert.is(ended.status, status);
      assert.is(await client.code("tasks/cancel", taskId), cancelEnded);
      assert.equal(await client.get(taskId), ended);
    });
  }

  requirement("d4e1ee0ed889");
  test(`${name}: the handler of an expired task is aborted`, async () => {
    const clock = new TestClock();
    const store = memoryTasks();
    let aborted = false;
    const { client, taskId } = await startTask(
      protocol,
      (_args, { signal }) => {
        signal.addEventListener("abort", () => (aborted = true));
        return new Promise(() => {});
      },
      { clock, store, ttl: 1_000 },
    );
    await clock.pass(999);
    assert.is((await client.get(taskId)).status, "working");
    await clock.pass(1);
    assert.ok(aborted);
    assert.is(await store.get(taskId), undefined);
    for (const method of methods)
      assert.is(await client.code(method, taskId), -32602);
    assert.is(clock.waiting, 0);
  });

  requirement("d4e1ee0ed889");
  test(`${name}: the number of running tasks is limited per owner`, async () => {
    const connect = await serve({ t: stuck }, { maxRunning: 2 });
    const ann = await connect({ subject: "ann" });
    const bob = await connect({ subject: "bob" });
    assert.equal(await callCodes([ann, ann, ann, bob]), [0, 0, 429, 0]);
  });

  requirement("d4e1ee0ed889");
  test(`${name}: the number of stored tasks is limited per owner and in total`, async () => {
    const clock = new TestClock();
    const store = memoryTasks({ perOwner: 2, total: 3 });
    const connect = await serve({ t: quick }, { store, clock, ttl: 1_000 });
    const ann = await connect({ subject: "ann" });
    const bob = await connect({ subject: "bob" });
    const codes = await callCodes([ann, ann, ann, bob, bob]);
    assert.equal(codes, [0, 0, 429, 0, 429]);
    await settled();
    await clock.pass(1_000);
    assert.equal(await callCodes([bob]), [0]);
  });

  requirement("9796e27ade8e");
  test(`${name}: the rate of requests about tasks is limited per owner`, async () => {
    const rate = { burst: 3, perSecond: 0 };
    const connect = await serve({ t: quick }, { rate });
    const ann = await connect({ subject: "ann" });
    const bob = await connect({ subject: "bob" });
    const codes: number[] = [];
    for (const client of [ann, ann, ann, ann, bob])
      codes.push(await client.code("tasks/get", "unknown"));
    assert.equal(codes, [-32602, -32602, -32602, 429, -32602]);
  });

  requirement("a690ecc35cc9");
  test(`${name}: a task that is completed and cancelled at the same time gets only one final status`, async () => {
    for (let round = 0; round < 20; round += 1) {
      const end = defer<string>();
      const store = slowStore(memoryTasks());
      const statuses: unknown[] = [];
      const onEvent = ({ kind, status }: TaskEvent) =>
        void (kind === "changed" && statuses.push(status));
      const { client, taskId } = await startTask(protocol, () => end.promise, {
        store,
        onEvent,
      });
      if (round % 2) end.resolve("x");
      const cancel = client.code("tasks/cancel", taskId);
      end.resolve("x");
      const code = await cancel;
      await settled();
      await settled();
      const { status } = await client.get(taskId);
      assert.equal(statuses, [status]);
      if (cancelEnded !== 0)
        assert.is(status, code === 0 ? "cancelled" : "completed");
    }
  });

  test(`${name}: onEvent receives each event of a task with the owner of the task`, async () => {
    const events: TaskEvent[] = [];
    const clock = new TestClock();
    const onEvent = (event: TaskEvent) => void events.push(event);
    const { client, taskId } = await startTask(
      protocol,
      quick,
      { clock, onEvent, ttl: 1_000 },
      { subject: "ann" },
    );
    await client.outcome(taskId);
    await client.code("tasks/get", "guess");
    await clock.pass(1_000);
    const owner = "subject ann";
    assert.equal(events, [
      { kind: "created", taskId, owner, status: "working" },
      { kind: "changed", taskId, owner, status: "completed" },
      { kind: "retrieved", taskId, owner, status: "completed" },
      { kind: "missed", taskId: "guess", owner, status: undefined },
      { kind: "expired", taskId, owner, status: "completed" },
    ]);
  });
}

test.run();
