/**
 * Tests of the conditions under which a client or a server requests a core
 * task.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { taskToolHandlers } from "../../../../runtime/tasks/tools.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";
import type { TaskHandle } from "../../../../runtime/tasks/handle.js";
import type { TaskState } from "../../../../runtime/tasks/task.js";
import { tasks } from "../../../../runtime/tasks/core/tasks.js";
import { getRejectionMessage } from "../../../harness/wire/wire.js";
import {
  ASKED_AS_TASKS,
  type Ctx,
  defer,
  settled,
} from "../../../harness/tasks/receiver.js";
import {
  calls,
  pair,
  type Pair,
  slow,
  states,
  startTask,
} from "../../../harness/tasks/requestor.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("core tasks: requests of the requestor");

requirement("87bbe21e6ed6 4e393451acaf 959114924b75");
test("core tasks: a client requests a task only for methods with declared task support", async () => {
  const { client, sent } = await pair({
    "tools/call": () => ({ content: [] }),
  });
  const refused =
    "A task of tools/call needs the capability tasks.requests.tools.call, which the peer did not declare";
  const raw = { name: "t", task: {} };
  assert.is(await getRejectionMessage(startTask(client)), refused);
  assert.is(
    await getRejectionMessage(client.request("tools/call", raw)),
    refused,
  );
  const list = await getRejectionMessage(client.request("tasks/list"));
  assert.match(list, "tasks/list needs the capability tasks.list");
  assert.equal(calls(sent.client, "tools/call"), []);
});

const RUNS = tasks() as Handlers;
const SUPPORTS = {
  absent: { handler: () => "x" },
  forbidden: { taskSupport: "forbidden", handler: () => "x" },
  optional: { taskSupport: "optional", handler: () => "x" },
  required: { taskSupport: "required", handler: () => "x" },
} as const;

for (const [name, plain, asTask] of [
  ["absent", true, false],
  ["forbidden", true, false],
  ["optional", true, true],
  ["required", false, true],
] as const) {
  requirement("dd64c2654a53 286866b190ac");
  test(`core tasks: after tools/list, a client calls a tool with taskSupport "${name}" only as this value allows`, async () => {
    const tools = taskToolHandlers(SUPPORTS) as Handlers;
    const { client, sent } = await pair({ ...tools, ...RUNS });
    await client.request("tools/list");
    const problems = [
      await getRejectionMessage(client.request("tools/call", { name })),
      await getRejectionMessage(client.callTool({ name }, { task: true })),
    ];
    assert.equal(
      problems.map((text) => text.startsWith("The tool ")),
      [!plain, !asTask],
    );
    const made = Number(plain) + Number(asTask);
    assert.is(calls(sent.client, "tools/call").length, made);
  });
}

test("core tasks: a client discards the known taskSupport of tools when the list of tools changes", async () => {
  const tools = taskToolHandlers(SUPPORTS);
  const { client } = await pair({ ...(tools as Handlers), ...RUNS });
  await client.request("tools/list");
  tools.set("absent", { taskSupport: "optional", handler: () => "x" });
  await settled();
  assert.ok(await client.callTool({ name: "absent" }, { task: true }));
});

test("core tasks: if the caller sets params.task, the request returns the task instead of a handle", async () => {
  const { client } = await pair(slow(() => "x"));
  const answer = await client.request("tools/call", { name: "t", task: {} });
  const { task } = answer as { task: TaskState };
  assert.is(task.status, "working");
});

/** Creates a tool that calls `use` and returns the result as JSON text. */
const returnOutcome = (use: (ctx: Ctx) => Promise<unknown>): Handlers =>
  slow(async (_args, ctx) => JSON.stringify(await use(ctx)));

/** Calls the tool `t` and parses the JSON text in its result. */
async function callOutcome({ client }: Pair): Promise<unknown> {
  const result = await client.request("tools/call", { name: "t" });
  const [content] = (result as { content: { text: string }[] }).content;
  return JSON.parse(content?.text ?? "");
}

const SAMPLE = { role: "assistant", content: [], model: "m" };

requirement("f4166201fc03");
test("core tasks: a client declares the requests that it runs as tasks", async () => {
  const { sent } = await pair(
    slow(() => "x"),
    {
      "sampling/createMessage": () => SAMPLE,
      "elicitation/create": () => ({ action: "accept" }),
      ...RUNS,
    },
  );
  assert.equal(sent.client[0]?.params?.capabilities, {
    sampling: {},
    elicitation: {},
    tasks: ASKED_AS_TASKS,
  });
});

test("core tasks: a server starts a task on the client and polls the task", async () => {
  const end = defer();
  const both = await pair(
    returnOutcome(async (ctx) => {
      const asked: object = await ctx.sample({ maxTokens: 1 }, { task: true });
      const handle = asked as TaskHandle;
      const before = (await handle.status()).status;
      end.resolve();
      return [before, await states(handle), await handle.result()];
    }),
    {
      "sampling/createMessage": () => end.promise.then(() => SAMPLE),
      ...(tasks({ pollInterval: 1 }) as Handlers),
    },
  );
  const [before, seen, sample] = (await callOutcome(both)) as object[];
  assert.equal([before, seen], ["working", ["working", "completed"]]);
  assert.is((sample as typeof SAMPLE).model, "m");
  const [asked] = calls(both.sent.server, "sampling/createMessage");
  assert.equal(asked?.params, { maxTokens: 1, task: {} });
});

test("core tasks: a server without tasks() cannot request tasks", async () => {
  const handler = async (_args: never, ctx: Ctx): Promise<string> =>
    JSON.stringify(await getRejectionMessage(ctx.sample({}, { task: true })));
  const both = await pair(
    taskToolHandlers({ t: { handler: handler as never } }) as Handlers,
    { "sampling/createMessage": () => SAMPLE, ...RUNS },
  );
  assert.match(
    String(await callOutcome(both)),
    "Add ...tasks() to the handlers",
  );
  assert.equal(calls(both.sent.server, "sampling/createMessage"), []);
});

test.run();
