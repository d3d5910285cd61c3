/** A server that asks its client to run tasks. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { taskToolHandlers } from "../../templates/runtime/tasks/tools.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { TaskHandle } from "../../templates/runtime/tasks/client/handle.js";
import { tasks } from "../../templates/runtime/tasks/tasks.js";
import { messageOf } from "../runtime/support.js";
import { later, taskTools } from "./support.js";
import { pair, slow, calls, states } from "./requestor-support.js";

const test = suite("tasks: a server as requestor");

/** A server's tool that asks the client for a task, and the client. */
function sampling(
  use: (handle: TaskHandle) => Promise<unknown>,
  task: object | true = true,
): Handlers {
  const tool = async (
    _args: object,
    ctx: { sample(params: object, options: object): Promise<TaskHandle> },
  ): Promise<string> =>
    JSON.stringify(await use(await ctx.sample({ maxTokens: 1 }, { task })));
  return {
    ...taskTools({ t: tool as never }),
    ...(tasks({ pollInterval: 1 }) as Handlers),
  };
}

const SAMPLE = { role: "assistant", content: [], model: "m" };

test("a client declares what it can run as tasks", async () => {
  const { sent } = await pair(
    slow(() => "x"),
    {
      "sampling/createMessage": () => SAMPLE,
      "elicitation/create": () => ({ action: "accept" }),
      ...(tasks() as Handlers),
    },
  );
  assert.equal(sent.client[0]?.params?.capabilities, {
    sampling: {},
    elicitation: {},
    tasks: {
      list: {},
      cancel: {},
      requests: {
        sampling: { createMessage: {} },
        elicitation: { create: {} },
      },
    },
  });
});

test("a server asks with a task: the client answers at once, and is polled", async () => {
  const end = later();
  const { client, sent } = await pair(
    sampling(async (handle) => {
      const before = (await handle.status()).status;
      end.resolve();
      return [before, await states(handle), await handle.result()];
    }),
    {
      "sampling/createMessage": () => end.promise.then(() => SAMPLE),
      ...(tasks({ pollInterval: 1 }) as Handlers),
    },
  );
  const result = (await client.request("tools/call", { name: "t" })) as {
    content: [{ text: string }];
  };
  const [before, seen, sample] = JSON.parse(result.content[0].text) as [
    string,
    string[],
    { model: string },
  ];
  assert.is(before, "working");
  assert.equal(seen, ["working", "completed"]);
  assert.is(sample.model, "m");
  const [asked] = calls(sent.server, "sampling/createMessage");
  assert.equal(asked?.params, { maxTokens: 1, task: {} });
});

test("a server that runs no tasks cannot ask for them", async () => {
  const tool = (
    _args: object,
    ctx: { sample(params: object, options: object): Promise<unknown> },
  ): Promise<string> => messageOf(ctx.sample({}, { task: true }));
  const { client, sent } = await pair(
    taskToolHandlers({ t: { handler: tool as never } }) as Handlers,
    { "sampling/createMessage": () => SAMPLE, ...(tasks() as Handlers) },
  );
  const result = (await client.request("tools/call", { name: "t" })) as {
    content: [{ text: string }];
  };
  assert.match(result.content[0].text, "Add ...tasks() to handlers");
  assert.equal(calls(sent.server, "sampling/createMessage"), []);
});

test.run();
