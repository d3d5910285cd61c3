/** The receiver of tasks: what it answers, message by message. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../templates/runtime/connection/errors.js";
import { taskToolHandlers } from "../../templates/runtime/tasks/tools.js";
import type { TaskEvent } from "../../templates/runtime/tasks/records.js";
import { RELATED_TASK } from "../../templates/runtime/tasks/task.js";
import type { RunningTask } from "../../templates/runtime/tasks/run.js";
import { connect, HELLO } from "../runtime/support.js";
import {
  later,
  Peer,
  settled,
  TASK_SERVER,
  taskIn,
  taskServer,
  taskTools,
  TestClock,
} from "./support.js";

const test = suite("tasks: the receiver");

const UUID =
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const text = (value: string): object => ({
  content: [{ type: "text", text: value }],
});
const related = (taskId: string): object => ({ [RELATED_TASK]: { taskId } });

interface Ctx {
  readonly task: RunningTask | undefined;
  readonly signal: AbortSignal;
  progress(progress: number): void;
  log(level: string, data: unknown): void;
  elicit(params: object): Promise<{ action: string }>;
  sample(params: object): Promise<{ model: string }>;
}

test("declares tasks, list, cancel and the requests that it has handlers for", async () => {
  const { wire, errors } = connect(TASK_SERVER, {
    ...taskTools({ a: () => "a" }),
    ...((
      await import("../../templates/runtime/tasks/tasks.js")
    ).tasks() as object),
  });
  const peer = new Peer(wire, errors);
  const { result } = await peer.ask("initialize", HELLO.params);
  assert.equal(result?.capabilities, {
    tools: { listChanged: true },
    tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  });
});

test("a server without tools declares no requests, and one without tasks() no tasks", async () => {
  const bare = taskServer({}, {});
  assert.is((await bare.ask("tools/call", { name: "a" })).error?.code, -32601);
  const { wire, errors } = connect(TASK_SERVER, {
    "tools/call": () => text("plain"),
  });
  const peer = new Peer(wire, errors);
  const { result } = await peer.ask("initialize", HELLO.params);
  assert.equal(result?.capabilities, { tools: {} });
});

test("without the capability for a request, its task metadata is ignored", async () => {
  for (const capabilities of [
    { tasks: { requests: false } },
    { tasks: { requests: { tools: false } } },
    { tasks: false },
  ]) {
    const peer = taskServer(taskTools({ a: () => "a" }), {}, { capabilities });
    const answer = await peer.ask("tools/call", { name: "a", task: {} });
    assert.equal(answer.result, text("a"));
  }
  const { wire, errors } = connect(TASK_SERVER, {
    "tools/call": () => text("plain"),
  });
  const peer = new Peer(wire, errors);
  await peer.ask("initialize", HELLO.params);
  const answer = await peer.ask("tools/call", { name: "a", task: {} });
  assert.equal(answer.result, text("plain"));
});

for (const part of ["list", "cancel"]) {
  test(`without the capability tasks.${part}, tasks/${part} is no method`, async () => {
    const peer = taskServer(
      taskTools({ a: () => "a" }),
      {},
      {
        capabilities: { tasks: { [part]: false } },
      },
    );
    const { taskId } = await peer.task("a");
    const { error } = await peer.ask(`tasks/${part}`, { taskId });
    assert.is(error?.code, -32601);
  });
}

test("tools/list shows execution.taskSupport", async () => {
  const handler = (): string => "";
  const tools = taskToolHandlers({
    never: { handler },
    no: { taskSupport: "forbidden", handler },
    may: { taskSupport: "optional", handler },
    must: { taskSupport: "required", handler },
  });
  const answer = await taskServer(tools as never).ask("tools/list");
  const { tools: shown } = answer.result as {
    tools: { name: string; execution?: object }[];
  };
  assert.equal(
    shown.map(({ name, execution }) => [name, execution]),
    [
      ["never", undefined],
      ["no", { taskSupport: "forbidden" }],
      ["may", { taskSupport: "optional" }],
      ["must", { taskSupport: "required" }],
    ],
  );
});

for (const [support, asked, outcome] of [
  [undefined, false, "result"],
  [undefined, true, "The tool t does not run as a task"],
  ["forbidden", false, "result"],
  ["forbidden", true, "The tool t does not run as a task"],
  ["optional", false, "result"],
  ["optional", true, "task"],
  ["required", false, "The tool t runs as a task only: ask for one"],
  ["required", true, "task"],
] as const) {
  test(`a tool with taskSupport ${support ?? "absent"}, ${asked ? "as a task" : "plain"}: ${outcome}`, async () => {
    const spec = { taskSupport: support, handler: () => "x" };
    const peer = taskServer(taskToolHandlers({ t: spec }) as never);
    const params = asked ? { name: "t", task: {} } : { name: "t" };
    const { result, error } = await peer.ask("tools/call", params);
    if (outcome === "result") assert.equal(result, text("x"));
    else if (outcome === "task") assert.ok(result?.task);
    else assert.equal(error, { code: -32601, message: outcome });
  });
}

test("a tool that is not there, or not for the sender, is refused as ever", async () => {
  const tools = taskToolHandlers(
    { t: { taskSupport: "required", handler: () => "x" } },
    { access: () => false },
  );
  const peer = taskServer(tools as never);
  for (const name of ["t", "nothing"]) {
    for (const task of [{}, undefined]) {
      const { error } = await peer.ask("tools/call", { name, task });
      assert.equal(error, { code: -32602, message: `Unknown tool: ${name}` });
    }
  }
});

test("a tool with taskSupport needs tasks(), and says so when the server is made", () => {
  assert.throws(
    () => connect(TASK_SERVER, taskTools({ slow: () => "" })),
    "The tool slow has taskSupport: add ...tasks() to the handlers",
  );
});

test("an augmented request is answered at once with a working task", async () => {
  const clock = new TestClock();
  const end = later<string>();
  let ran = false;
  const tools = taskTools({
    t: () => {
      ran = true;
      return end.promise;
    },
  });
  const peer = taskServer(tools, { clock });
  const answer = await peer.ask("tools/call", { name: "t", task: {} });
  assert.not(ran);
  const { taskId, ...state } = taskIn(answer);
  assert.match(taskId, UUID);
  assert.equal(state, {
    status: "working",
    createdAt: "2030-01-01T00:00:00.000Z",
    lastUpdatedAt: "2030-01-01T00:00:00.000Z",
    ttl: 3_600_000,
    pollInterval: 1_000,
  });
  assert.equal(Object.keys(answer.result ?? {}), ["task"]);
  await settled();
  assert.ok(ran);
  clock.time += 5_000;
  end.resolve("done");
  await settled();
  assert.equal(await peer.get(taskId), {
    taskId,
    ...state,
    status: "completed",
    lastUpdatedAt: "2030-01-01T00:00:05.000Z",
  });
});

test("ids are unguessable and unique", async () => {
  const peer = taskServer(taskTools({ t: () => "" }));
  const ids = new Set<string>();
  for (let count = 0; count < 50; count += 1) {
    const { taskId } = await peer.task("t");
    assert.match(taskId, UUID);
    ids.add(taskId);
  }
  assert.is(ids.size, 50);
});

const FAILURES = [
  [
    "a result with isError",
    () => ({ ...text("no paper"), isError: true }),
    "no paper",
    { result: { ...text("no paper"), isError: true } },
  ],
  [
    "an error of the protocol",
    () => {
      throw new McpError(-32050, "jammed", { tray: 2 });
    },
    "jammed",
    { error: { code: -32050, message: "jammed", data: { tray: 2 } } },
  ],
] as const;

for (const [title, handler, message, outcome] of FAILURES) {
  test(`${title} makes a failed task with a status message, and is given as it is`, async () => {
    const peer = taskServer(taskTools({ t: handler as never }));
    const { taskId } = await peer.task("t");
    await settled();
    const { status, statusMessage } = await peer.get(taskId);
    assert.equal(
      { status, statusMessage },
      { status: "failed", statusMessage: message },
    );
    const { result, error } = await peer.ask("tasks/result", { taskId });
    if ("error" in outcome) assert.equal(error, outcome.error);
    else assert.equal(result, { ...outcome.result, _meta: related(taskId) });
  });
}

test("a fault of a raw handler is an internal error, in the task as without one", async () => {
  const handlers = {
    "tools/call": () => {
      throw new Error("secret");
    },
  };
  const peer = taskServer(handlers);
  const plain = await peer.ask("tools/call", { name: "t" });
  const { taskId } = await peer.task("t");
  const { error } = await peer.ask("tasks/result", { taskId });
  assert.equal(error, plain.error);
  assert.is((await peer.get(taskId)).statusMessage, "Internal error");
  assert.equal(peer.errors, ["secret", "secret"]);
});

test("tasks/result gives exactly the result, with the related task", async () => {
  const result = {
    ...text("x"),
    structuredContent: { a: 1 },
    _meta: { mine: 1 },
  };
  const peer = taskServer(taskTools({ t: () => result }));
  const { taskId } = await peer.task("t");
  for (let time = 0; time < 2; time += 1) {
    const answer = await peer.ask("tasks/result", { taskId });
    assert.equal(answer.result, {
      ...result,
      _meta: { mine: 1, ...related(taskId) },
    });
  }
});

test("tasks/result blocks until the task has ended", async () => {
  const end = later<string>();
  const peer = taskServer(taskTools({ t: () => end.promise }));
  const { taskId } = await peer.task("t");
  let answered = false;
  const waiting = [1, 2].map(() =>
    peer.ask("tasks/result", { taskId }).then(({ result }) => {
      answered = true;
      return result;
    }),
  );
  await settled();
  assert.not(answered);
  assert.is((await peer.get(taskId)).status, "working");
  end.resolve("late");
  for (const result of await Promise.all(waiting)) {
    assert.equal(result, { ...text("late"), _meta: related(taskId) });
  }
});

test("tasks/result can be given up, and asked for again", async () => {
  const end = later<string>();
  const peer = taskServer(taskTools({ t: () => end.promise }));
  const { taskId } = await peer.task("t");
  peer.give({ id: "r", method: "tasks/result", params: { taskId } });
  await settled();
  peer.give({
    method: "notifications/cancelled",
    params: { requestId: "r", reason: "enough" },
  });
  end.resolve("x");
  await settled();
  assert.equal(
    peer.heard.filter(({ id }) => id === "r"),
    [],
  );
  const { result } = await peer.ask("tasks/result", { taskId });
  assert.equal(result, { ...text("x"), _meta: related(taskId) });
});

test("the cancellation of the request that made it does not end a task", async () => {
  const end = later<string>();
  const peer = taskServer(taskTools({ t: () => end.promise }));
  peer.give({ id: "c", method: "tools/call", params: { name: "t", task: {} } });
  await settled();
  const created = peer.heard.find(({ id }) => id === "c");
  const { taskId } = taskIn(created);
  peer.give({ method: "notifications/cancelled", params: { requestId: "c" } });
  end.resolve("x");
  await settled();
  assert.is((await peer.get(taskId)).status, "completed");
});

test("only tasks/result names the related task in its result", async () => {
  const peer = taskServer(taskTools({ t: () => "x" }));
  const { taskId } = await peer.task("t");
  await settled();
  for (const [method, params] of [
    ["tasks/get", { taskId }],
    ["tasks/list", {}],
  ] as const) {
    assert.is((await peer.ask(method, params)).result?._meta, undefined);
  }
  const other = await peer.task("t");
  const { result } = await peer.ask("tasks/cancel", { taskId: other.taskId });
  assert.is(result?._meta, undefined);
  assert.is(result?.status, "cancelled");
});

test("a related task in the request is ignored in favour of the id", async () => {
  const peer = taskServer(taskTools({ t: () => "x", u: () => "y" }));
  const one = await peer.task("t");
  const other = await peer.task("u");
  const params = { taskId: one.taskId, _meta: related(other.taskId) };
  await settled();
  const { result } = await peer.ask("tasks/get", params);
  assert.is(result?.taskId, one.taskId);
  assert.is(result?._meta, undefined);
  const answer = await peer.ask("tasks/result", params);
  assert.equal(answer.result, { ...text("x"), _meta: related(one.taskId) });
});

test("a status notification is the whole task, without a related task", async () => {
  const clock = new TestClock();
  const peer = taskServer(taskTools({ t: () => "x" }), { clock });
  const { taskId } = await peer.task("t");
  await settled();
  assert.equal(peer.heard, [
    {
      jsonrpc: "2.0",
      method: "notifications/tasks/status",
      params: await peer.get(taskId),
    },
  ] as never);
});

test("a handler says how it is getting on", async () => {
  const end = later();
  const peer = taskServer(
    taskTools({
      t: async (_args, { task }: Ctx) => {
        await task?.report("half done");
        await end.promise;
        return "x";
      },
    }),
  );
  const { taskId } = await peer.task("t");
  await settled();
  const { status, statusMessage } = await peer.get(taskId);
  assert.equal([status, statusMessage], ["working", "half done"]);
  end.resolve();
  await settled();
  assert.is((await peer.get(taskId)).statusMessage, undefined);
});

test("a handler that runs plainly has no task", async () => {
  const peer = taskServer(
    taskTools({ t: (_args, { task }: Ctx) => String(task) }),
  );
  const { result } = await peer.ask("tools/call", { name: "t" });
  assert.equal(result, text("undefined"));
});

test("progress and log messages go on for the life of the task, and belong to it", async () => {
  const peer = taskServer(
    taskTools({
      t: (_args, ctx: Ctx) => {
        ctx.progress(1);
        ctx.log("info", "hello");
        return "x";
      },
    }),
    {},
    { capabilities: { logging: {} } },
  );
  const { taskId } = await peer.task(
    "t",
    {},
    { _meta: { progressToken: "p" } },
  );
  await settled();
  assert.equal(
    peer.heard.slice(0, 2).map(({ method, params }) => [method, params]),
    [
      [
        "notifications/progress",
        { progressToken: "p", progress: 1, _meta: related(taskId) },
      ],
      [
        "notifications/message",
        { level: "info", data: "hello", _meta: related(taskId) },
      ],
    ],
  );
});

test("cancelling stops the handler, and the task is cancelled before the answer", async () => {
  const peer = taskServer(
    taskTools({
      t: (_args, { signal }: Ctx) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        ),
    }),
  );
  const { taskId } = await peer.task("t");
  await settled();
  const waiting = peer.ask("tasks/result", { taskId });
  const { result } = await peer.ask("tasks/cancel", { taskId });
  assert.is(result?.status, "cancelled");
  assert.is(result?.statusMessage, "The task was cancelled");
  assert.is((await peer.get(taskId)).status, "cancelled");
  assert.equal((await waiting).error, {
    code: -32800,
    message: "The task was cancelled",
  });
  assert.equal(peer.errors, []);
});

test("a cancelled task stays cancelled, whatever its handler does", async () => {
  for (const finish of ["completes", "fails", "speaks"]) {
    const go = later();
    const peer = taskServer(
      taskTools({
        t: async (_args, ctx: Ctx) => {
          await go.promise;
          if (finish === "fails") throw new Error("late");
          if (finish === "speaks") {
            ctx.progress(1);
            await ctx.task?.report("still here");
          }
          return "late";
        },
      }),
    );
    const { taskId } = await peer.task(
      "t",
      {},
      { _meta: { progressToken: 1 } },
    );
    await settled();
    await peer.ask("tasks/cancel", { taskId });
    const then = await peer.get(taskId);
    peer.heard.length = 0;
    go.resolve();
    await settled();
    assert.equal(await peer.get(taskId), then);
    const { error } = await peer.ask("tasks/result", { taskId });
    assert.is(error?.code, -32800);
    assert.equal(peer.heard, []);
  }
});

test("a task that is cancelled before its handler began never runs it", async () => {
  let ran = false;
  const peer = taskServer(taskTools({ t: () => String((ran = true)) }));
  const { taskId } = await peer.task("t");
  await peer.ask("tasks/cancel", { taskId });
  await settled();
  assert.not(ran);
});

for (const [status, handler] of [
  ["completed", () => "x"],
  [
    "failed",
    () => {
      throw new McpError(-1, "no");
    },
  ],
  ["cancelled", undefined],
] as const) {
  test(`a ${status} task cannot be cancelled: -32602`, async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const peer = taskServer(taskTools({ t: (handler ?? never) as never }));
    const { taskId } = await peer.task("t");
    await settled();
    if (!handler) await peer.ask("tasks/cancel", { taskId });
    const before = await peer.get(taskId);
    const { error } = await peer.ask("tasks/cancel", { taskId });
    assert.equal(error, {
      code: -32602,
      message: `The task cannot be cancelled: it is ${status} already`,
    });
    assert.equal(await peer.get(taskId), before);
  });
}

test("pages of tasks/list", async () => {
  const peer = taskServer(taskTools({ t: () => "x" }), { maxRunning: 1_000 });
  const ids: string[] = [];
  for (let count = 0; count < 250; count += 1) {
    ids.push((await peer.task("t")).taskId);
  }
  await settled();
  const found: string[] = [];
  const sizes: number[] = [];
  let cursor: unknown;
  do {
    const { result } = await peer.ask("tasks/list", cursor ? { cursor } : {});
    const page = result?.tasks as { taskId: string }[];
    sizes.push(page.length);
    found.push(...page.map(({ taskId }) => taskId));
    cursor = result?.nextCursor;
  } while (cursor !== undefined);
  assert.equal(sizes, [100, 100, 50]);
  assert.equal(found, ids);
  const { error } = await peer.ask("tasks/list", { cursor: "made up" });
  assert.is(error?.code, -32602);
});

test("without params, tasks/list is the first page", async () => {
  const peer = taskServer(taskTools({ t: () => "x" }));
  const task = await peer.task("t");
  const { result } = await peer.ask("tasks/list");
  assert.equal(result, { tasks: [task] });
});

test("what happens to tasks can be recorded, with who asked", async () => {
  const events: TaskEvent[] = [];
  const clock = new TestClock();
  const peer = taskServer(
    taskTools({ t: () => "x" }),
    { clock, onEvent: (event) => events.push(event) },
    { origin: { auth: { subject: "ann" } } },
  );
  const { taskId } = await peer.task("t", { ttl: 1_000 });
  await peer.ask("tasks/result", { taskId });
  await peer.ask("tasks/get", { taskId: "guess" });
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

test.run();
