/** When a client asks for a task, and when not. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { taskToolHandlers } from "../../templates/runtime/tasks/tools.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { TaskState } from "../../templates/runtime/tasks/task.js";
import { tasks } from "../../templates/runtime/tasks/tasks.js";
import { messageOf } from "../runtime/support.js";
import { settled } from "./support.js";
import { pair, slow, calls } from "./requestor-support.js";

const test = suite("tasks: when the requestor asks for one");

test("no task is asked for that the server did not declare", async () => {
  const { client, sent } = await pair({
    "tools/call": () => ({ content: [] }),
  });
  const refused =
    "A task of tools/call needs tasks.requests.tools.call, which the peer did not declare";
  assert.is(
    await messageOf(client.callTool({ name: "t" }, { task: true })),
    refused,
  );
  assert.is(
    await messageOf(client.request("tools/call", { name: "t", task: {} })),
    refused,
  );
  assert.match(
    await messageOf(client.request("tasks/list")),
    "tasks/list needs tasks.list",
  );
  assert.equal(calls(sent.client, "tools/call"), []);
});

const SUPPORTS = {
  no: { handler: () => "x" },
  never: { taskSupport: "forbidden", handler: () => "x" },
  may: { taskSupport: "optional", handler: () => "x" },
  must: { taskSupport: "required", handler: () => "x" },
} as const;

for (const [name, plain, asTask] of [
  ["no", true, false],
  ["never", true, false],
  ["may", true, true],
  ["must", false, true],
] as const) {
  test(`once tools are listed, ${name} is called as it says`, async () => {
    const { client, sent } = await pair({
      ...(taskToolHandlers(SUPPORTS) as Handlers),
      ...(tasks() as Handlers),
    });
    await client.request("tools/list");
    const problems = [
      await messageOf(client.request("tools/call", { name })),
      await messageOf(client.callTool({ name }, { task: true })),
    ];
    assert.equal(
      problems.map((text) => text.startsWith("The tool ")),
      [!plain, !asTask],
    );
    const made = Number(plain) + Number(asTask);
    assert.is(calls(sent.client, "tools/call").length, made);
  });
}

test("what a list said is forgotten when the tools change", async () => {
  const tools = taskToolHandlers(SUPPORTS);
  const { client } = await pair({
    ...(tools as Handlers),
    ...(tasks() as Handlers),
  });
  await client.request("tools/list");
  tools.set("no", { taskSupport: "optional", handler: () => "x" });
  await settled();
  assert.ok(await client.callTool({ name: "no" }, { task: true }));
});

test("params.task of the program's own gives the answer as it is", async () => {
  const { client } = await pair(slow(() => "x"));
  const answer = await client.request("tools/call", { name: "t", task: {} });
  const { task } = answer as { task: TaskState };
  assert.is(task.status, "working");
});

test.run();
