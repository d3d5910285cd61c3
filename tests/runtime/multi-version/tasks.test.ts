/**
 * Tests of core tasks of a multi-version server. Only the revision 2025-11-25
 * has core tasks.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { defer } from "../../harness/run/deferred.js";
import { load } from "../../harness/generated/load.js";
import {
  ALL,
  checkedWire,
  type Message,
  buildOpening,
  buildRequest,
} from "../../harness/wire/multi-version.js";
import type { Context, Server } from "../../harness/generated/modules.js";

const test = suite("multi-version: tasks");
const TASKS = "2025-11-25";

const INFO = { name: "s", version: "1" };
const QUESTION = {
  message: "Go on?",
  requestedSchema: { type: "object", properties: {} },
};

/** Returns the task id from a response. */
function taskIn({ result }: Message): string {
  const { taskId } = (result ?? {}).task as { taskId: string };
  return taskId;
}

/**
 * Creates a multi-version server with tools whose results state whether the
 * call ran as a task.
 */
async function createTaskServer(): Promise<Server> {
  const { createServer, tasks, tools } = await load("all", "server");
  const ran = ({ task }: Context): string => (task ? "task" : "call");
  const ask = async (_args: unknown, ctx: Context): Promise<string> =>
    `${ran(ctx)} ${(await ctx.elicit(QUESTION)).action}`;
  return createServer(INFO, {
    ...tools({
      plain: { handler: () => "plain" },
      maybe: {
        taskSupport: "optional",
        handler: (_args: unknown, ctx: Context) => ran(ctx),
      },
      always: { taskSupport: "required", handler: ask },
    }),
    ...tasks({ pollInterval: 5 }),
  });
}

/**
 * Connects a client of the given revision to a server. Every message is
 * validated against the schema of the revision.
 */
async function connectPeer(version: string, server?: Server) {
  server ??= await createTaskServer();
  const { wire, check, give, next: any } = await checkedWire(version);
  await server.connect(wire);
  let last = 0;
  /**
   * Returns the next request or response from the server, without
   * notifications.
   */
  const next = async (): Promise<Message> => {
    const message = await any();
    return message.id === undefined ? next() : message;
  };
  const ask = async (method: string, params: object = {}): Promise<Message> => {
    give(buildRequest(version, ++last, method, params));
    return next();
  };
  let opened: Message["result"];
  const capabilities = { elicitation: { form: {} } };
  const open = async (): Promise<void> => {
    for (const message of buildOpening(version) as Message[]) {
      if (message.id === undefined) give(message);
      else {
        give({ ...message, params: { ...message.params, capabilities } });
        opened = (await next()).result;
      }
    }
  };
  await open();
  opened ??= (await ask("server/discover")).result;
  const end = async (): Promise<void> => {
    await server.close();
    assert.equal(check.problems, []);
  };
  return { ask, end, give, next, open, opened };
}

test("a second initialize request removes the tasks of the first session", async () => {
  const { createServer, tasks, tools } = await load("all", "server");
  const begun = defer();
  const aborted = defer();
  const handler = (_args: unknown, ctx: object): Promise<never> => {
    const { signal } = ctx as { readonly signal: AbortSignal };
    signal.addEventListener("abort", () => aborted.resolve());
    begun.resolve();
    return new Promise(() => {});
  };
  const server = createServer(INFO, {
    ...tools({ run: { taskSupport: "required", handler } }),
    ...tasks({ maxRunning: 1 }),
  });
  const { ask, end, open } = await connectPeer(TASKS, server);
  const start = (): Promise<Message> =>
    ask("tools/call", { name: "run", task: {} });
  const taskId = taskIn(await start());
  await begun.promise;
  assert.is.not((await start()).error, undefined);
  await open();
  await aborted.promise;
  assert.equal((await ask("tasks/list")).result?.tasks, []);
  assert.is((await ask("tasks/get", { taskId })).error?.code, -32602);
  assert.is((await start()).error, undefined);
  await end();
});

for (const version of ALL)
  test(`${version}: a multi-version server ${version === TASKS ? "declares and runs" : "neither declares nor runs"} core tasks`, async () => {
    const { ask, end, opened } = await connectPeer(version);
    const { capabilities } = opened as { capabilities: object };
    assert.equal(
      (capabilities as { tasks?: object }).tasks,
      version === TASKS
        ? { list: {}, cancel: {}, requests: { tools: { call: {} } } }
        : undefined,
    );
    const { tools } = (await ask("tools/list")).result as {
      tools: { execution?: object }[];
    };
    assert.equal(
      tools.flatMap(({ execution }) => execution ?? []),
      ["optional", "required"]
        .map((taskSupport) => ({ taskSupport }))
        .slice(version === TASKS ? 0 : 2),
    );
    const call = await ask("tools/call", { name: "maybe", task: {} });
    assert.is("task" in (call.result ?? {}), version === TASKS);
    for (const method of ["get", "result", "cancel", "list"]) {
      const { error } = await ask(`tasks/${method}`, { taskId: "none" });
      const known = method === "list" ? undefined : -32602;
      assert.is(error?.code, version === TASKS ? known : -32601, method);
    }
    const forced = await ask("tools/call", { name: "plain", task: {} });
    assert.is(forced.error?.code, version === TASKS ? -32601 : undefined);
    await end();
  });

test("a multi-version server sends each input request of a task to the client as a request", async () => {
  const { createServer, tasks } = await load("all", "server");
  const handler = ({ inputResponses }: { inputResponses?: { a: object } }) =>
    inputResponses
      ? { content: [{ type: "text", text: JSON.stringify(inputResponses.a) }] }
      : {
          resultType: "input_required",
          inputRequests: {
            a: { method: "elicitation/create", params: QUESTION },
          },
        };
  const server = createServer(INFO, { "tools/call": handler, ...tasks({}) });
  const { ask, end, give, next } = await connectPeer(TASKS, server);
  const taskId = taskIn(await ask("tools/call", { name: "any", task: {} }));
  const asked = await ask("tasks/result", { taskId });
  assert.is(asked.method, "elicitation/create");
  give({ id: asked.id, result: { action: "decline" } });
  const done = await next();
  assert.equal(done.result?.content, [
    { type: "text", text: '{"action":"decline"}' },
  ]);
  await end();
});

test.run();
