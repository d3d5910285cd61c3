/**
 * Tests of the limits on the input that a hostile server may request during one
 * call. The limits apply to every way in which input requests reach the user.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../../../harness/generated/load.js";
import type { Client } from "../../../harness/generated/modules.js";
import {
  FORM,
  INFO,
  MODERN,
} from "../../../harness/generated/tasks-extension.js";
import { pair, slow, startTask } from "../../../harness/tasks/requestor.js";
import { getRejectionMessage } from "../../../harness/wire/wire.js";
import { ROOT } from "../../../harness/program/cli.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";
import { tasks } from "../../../../runtime/tasks/core/tasks.js";

const test = suite("limits on the input for one call");

const at = new Date(0).toISOString();
const TASK = {
  taskId: "x",
  createdAt: at,
  lastUpdatedAt: at,
  ttlMs: null,
  pollIntervalMs: 1,
};
const PAGE = { mode: "url", message: "", url: "https://a.example/" };

/**
 * Connects a client to a hostile server, and counts the elicitations that the
 * client receives.
 */
async function connectHostile(
  params: object,
  answerCall: (round: number, ask: () => object) => object,
  wait?: Promise<unknown>,
) {
  const place = `${MODERN}+tasks`;
  const { createServer, memory } = await load(place, "server");
  const { createClient } = await load(place, "client");
  let keys = 0;
  let calls = 0;
  let asked = 0;
  const ask = (): object => ({
    inputRequests: {
      [`k${(keys += 1)}`]: { method: "elicitation/create", params },
    },
  });
  const server = createServer(INFO, {
    "tools/list": () => ({ tools: [] }),
    "tools/call": () => answerCall((calls += 1), ask),
    "tasks/get": () => ({ ...TASK, status: "input_required", ...ask() }),
    "tasks/update": () => ({}),
    "tasks/cancel": () => ({}),
  });
  const aborted: unknown[] = [];
  const client = createClient(
    INFO,
    {
      "elicitation/create": async (
        _: never,
        { signal }: { signal: AbortSignal },
      ) => {
        asked += 1;
        signal.addEventListener("abort", () => aborted.push(signal.reason));
        await wait;
        return { action: "decline" };
      },
    },
    { capabilities: { elicitation: { form: {}, url: {} } } },
  );
  const [near, far] = memory();
  await Promise.all([server.connect(far), client.connect(near)]);
  return { client, aborted, getAsked: () => asked };
}

const round = (_: number, ask: () => object): object => ({
  resultType: "input_required",
  ...ask(),
});
const task = (): object => ({ ...TASK, resultType: "task", status: "working" });
const roundsThenTask = (count: number, ask: () => object): object =>
  count <= 15 ? round(count, ask) : task();

type Handle = ReturnType<Client["task"]>;
const call = (client: Client): Promise<unknown> =>
  client.callTool({ name: "t" });

/**
 * Calls a tool as a task, and waits for the result or an error. Then iterates
 * over all states of the task.
 */
async function readTask(client: Client): Promise<void> {
  const options = { task: true };
  const handle = (await client.request(
    "tools/call",
    { name: "t" },
    options,
  )) as Handle;
  await handle.result().catch(() => {});
  for await (const _ of handle);
}

for (const [title, answerCall, use] of [
  ["input-required results", round, call],
  ["a task", task, call],
  ["input-required results, then a task", roundsThenTask, call],
  ["the task of a task handle", task, readTask],
] as const)
  for (const [name, params, most, problem] of [
    [
      "questions",
      { mode: "form", ...FORM },
      20,
      "after asking for input 20 times",
    ],
    ["web pages", PAGE, 10, "to open more than 10 web pages"],
  ] as const)
    test(`if a server requests input endlessly with ${title}, the user sees at most ${most} ${name}`, async () => {
      const { client, getAsked } = await connectHostile(params, answerCall);
      assert.match(await getRejectionMessage(use(client)), problem);
      assert.is(getAsked(), most);
      await client.close();
    });

for (const [title, answerCall] of [
  ["an input-required result", round],
  ["a task", task],
] as const)
  test(`maxTimeout ends a call while the user answers an input request of ${title}`, async () => {
    const never = new Promise(() => {});
    const { client, aborted } = await connectHostile(FORM, answerCall, never);
    const call = client.callTool({ name: "t" }, { maxTimeout: 200 });
    const text = "tools/call took more than 200 ms";
    assert.is(await getRejectionMessage(call), text);
    assert.equal(
      aborted.map((reason) => (reason as Error).message),
      [text],
    );
    await client.close();
  });

test("maxTimeout ends a call whose server recommends a long poll interval", async () => {
  const slow = { ...task(), pollIntervalMs: 2 ** 31 };
  const { client } = await connectHostile(FORM, () => slow);
  const call = client.callTool({ name: "t" }, { maxTimeout: 50 });
  assert.is(await getRejectionMessage(call), "tools/call took more than 50 ms");
  await client.close();
});

test("a user sees at most 20 questions of a core task that requests input endlessly", async () => {
  let asked = 0;
  const server = slow(async (_: never, ctx) => {
    for (;;) await ctx.elicit(FORM);
  });
  const { client, close } = await pair(server, {
    ...(tasks() as Handlers),
    "elicitation/create": () => {
      asked += 1;
      return { action: "decline" };
    },
  });
  const handle = await startTask(client);
  const { content } = (await handle.result()) as { content: unknown };
  assert.equal(content, [
    { type: "text", text: "t failed: Too many requests" },
  ]);
  assert.is(asked, 20);
  await close();
});

/**
 * Patterns of code that can call a handler, each with the runtime files that
 * may contain such code. The code in `tasks/` may call handlers, because it
 * only continues a call that a connection has started.
 */
const CALLING: readonly (readonly [pattern: RegExp, files: string[]])[] = [
  [
    /new \w*Call\(/,
    [
      "protocol/connection/connection.ts",
      "protocol/input-required/client.ts",
      "tasks/core/run.ts",
      "tasks/extension/run.ts",
    ],
  ],
  [/extends \w*Call\b/, ["tasks/core/run.ts", "tasks/extension/run.ts"]],
  [
    /\bendpoint\.(answer|run)\(/,
    ["protocol/connection/calls.ts", "protocol/input-required/client.ts"],
  ],
];

test("only the listed files of the runtime may call a client's handlers", () => {
  const names = readdirSync(join(ROOT, "runtime"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts"));
  for (const [pattern, files] of CALLING) {
    const found = names.filter((name) =>
      pattern.test(readFileSync(join(ROOT, "runtime", name), "utf8")),
    );
    assert.equal(found.sort(), files, String(pattern));
  }
});

test.run();
