/** A server that asks its client to run tasks. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { taskToolHandlers } from "../../templates/runtime/tasks/tools.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { TaskHandle } from "../../templates/runtime/tasks/client/handle.js";
import { tasks } from "../../templates/runtime/tasks/tasks.js";
import { messageOf } from "../runtime/support.js";
import { ASKED_AS_TASKS, type Ctx, later } from "./support.js";
import { calls, pair, type Pair, slow, states } from "./requestor-support.js";

const test = suite("tasks: a server as requestor");

/** A server's tool that says what it made of a question to the client. */
const telling = (use: (ctx: Ctx) => Promise<unknown>): Handlers =>
  slow(async (_args, ctx) => JSON.stringify(await use(ctx)));

/** What that tool says. */
async function told({ client }: Pair): Promise<unknown> {
  const result = await client.request("tools/call", { name: "t" });
  const [content] = (result as { content: { text: string }[] }).content;
  return JSON.parse(content?.text ?? "");
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
    tasks: ASKED_AS_TASKS,
  });
});

test("a server asks with a task: the client answers at once, and is polled", async () => {
  const end = later();
  const both = await pair(
    telling(async (ctx) => {
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
  const [before, seen, sample] = (await told(both)) as object[];
  assert.equal([before, seen], ["working", ["working", "completed"]]);
  assert.is((sample as typeof SAMPLE).model, "m");
  const [asked] = calls(both.sent.server, "sampling/createMessage");
  assert.equal(asked?.params, { maxTokens: 1, task: {} });
});

test("a server that runs no tasks cannot ask for them", async () => {
  const handler = async (_args: never, ctx: Ctx): Promise<string> =>
    JSON.stringify(await messageOf(ctx.sample({}, { task: true })));
  const both = await pair(
    taskToolHandlers({ t: { handler: handler as never } }) as Handlers,
    { "sampling/createMessage": () => SAMPLE, ...(tasks() as Handlers) },
  );
  assert.match(String(await told(both)), "Add ...tasks() to handlers");
  assert.equal(calls(both.sent.server, "sampling/createMessage"), []);
});

test.run();
