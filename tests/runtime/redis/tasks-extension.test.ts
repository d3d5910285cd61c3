/** Tests of the tasks extension with several server processes. */
import * as assert from "uvu/assert";
import {
  CAN,
  FORM,
  INFO,
  MODERN,
  type Ctx,
} from "../../harness/generated/tasks-extension.js";
import { Events, gate, post, single } from "../../harness/http/site.js";
import { load } from "../../harness/generated/load.js";
import { countCommands } from "../../harness/redis/commands.js";
import { withRedis } from "../../harness/redis/cluster.js";
import type { redis } from "../../../runtime/redis/redis.js";
import type { redisTasks } from "../../../runtime/redis/tasks.js";
import type { listen } from "../../../runtime/http/platform/listen.js";
import type { ServerModule } from "../../harness/generated/modules.js";
import type { World } from "../../harness/redis/cluster.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = withRedis("redis: tasks extension");

const META = { "io.modelcontextprotocol/clientCapabilities": CAN };

interface Params {
  readonly name?: string;
  readonly taskId?: string;
  readonly [name: string]: unknown;
}

type Result = { readonly [name: string]: unknown };

type Programs = Awaited<ReturnType<typeof programs>>;

/** Starts two processes of a server, runs `body`, and stops the processes. */
const withPrograms = async (
  world: World,
  tool: (ctx: Ctx) => unknown,
  body: (all: Programs) => Promise<void>,
): Promise<void> => {
  const all = await programs(world, tool);
  await body(all).finally(all.close);
};

/** Starts two processes of one server that share a Redis store. */
async function programs(world: World, tool: (ctx: Ctx) => unknown) {
  const made = await load<
    ServerModule & {
      redis: typeof redis;
      redisTasks: typeof redisTasks;
      listen: typeof listen;
    }
  >(`${MODERN}+tasks`, "server");
  const prefix = `polled${Math.random()}`;
  const start = async () => {
    const shared = made.redis(await world.client(), { prefix });
    const handler = (_args: unknown, ctx: unknown) => tool(ctx as Ctx);
    const server = made.createServer(INFO, {
      ...made.tools({ t: { taskSupport: "required", handler } } as never),
      ...made.tasks({ store: made.redisTasks(shared), pollInterval: 50 }),
    } as never);
    const site = await made.listen(server as never, { shared });
    const at = {
      request: (_path: string, init: RequestInit) => fetch(site.url, init),
    };
    return {
      close: () => site.close(),
      /**
       * Subscribes to tasks. Returns the params of the notification with which
       * the server acknowledges the subscription.
       */
      async listen(taskIds: readonly string[]): Promise<unknown> {
        const params = { notifications: { taskIds } };
        const args = single("subscriptions/listen", params, META, MODERN);
        const event = await new Events(await post(at, ...args)).next();
        return event?.data.params;
      },
      async ask(method: string, params: Params): Promise<Result> {
        const [message, headers] = single(method, params, META, MODERN);
        if (params.taskId) headers["mcp-name"] = params.taskId;
        const response = await post(at, message, headers);
        return ((await response.json()) as { result: Result }).result;
      },
    };
  };
  const [near, far] = [await start(), await start()];
  return {
    near,
    far,
    async until(taskId: string, status: string): Promise<Result> {
      let task!: Result;
      await waitUntil(`task ${taskId} is ${status}`, async () => {
        task = await far.ask("tasks/get", { taskId });
        return task.status === status;
      });
      return task;
    },
    async start(): Promise<string> {
      const { taskId } = await near.ask("tools/call", { name: "t" });
      return String(taskId);
    },
    async close(): Promise<void> {
      await Promise.all([near.close(), far.close()]);
    },
  };
}

test("input responses for a task are accepted in any process", (world) =>
  withPrograms(
    world,
    async (ctx) => {
      const { content } = await ctx.elicit(FORM, { key: "k" });
      return JSON.stringify(content);
    },
    async ({ start, until, far }) => {
      const taskId = await start();
      const { inputRequests } = await until(taskId, "input_required");
      assert.equal(Object.keys(inputRequests as object), ["k"]);
      await far.ask("tasks/update", {
        taskId,
        inputResponses: { k: { action: "accept", content: { name: "x" } } },
      });
      const { result } = await until(taskId, "completed");
      const { content } = result as { content: { text: string }[] };
      assert.is(content[0]?.text, '{"name":"x"}');
    },
  ));

test("tasks extension: a task can be cancelled in any process", (world) => {
  const [started, cancelled] = [gate(), gate()];
  return withPrograms(
    world,
    ({ signal }) => {
      signal.addEventListener("abort", () => cancelled.open());
      started.open();
      return cancelled.promise;
    },
    async ({ start, near, far }) => {
      const taskId = await start();
      await started.promise;
      await far.ask("tasks/cancel", { taskId });
      await cancelled.promise;
      const { status } = await near.ask("tasks/get", { taskId });
      assert.is(status, "cancelled");
    },
  );
});

test("a subscription to 100 tasks of another process costs one round trip", (world) =>
  withPrograms(
    world,
    () => "done",
    async ({ start, until, far }) => {
      const own = [await start(), await start()];
      for (const taskId of own) await until(taskId, "completed");
      const taskIds = own.concat(
        Array.from({ length: 98 }, () => crypto.randomUUID()),
      );
      const client = await world.client();
      await client.configResetStat();
      const params = (await far.listen(taskIds)) as {
        notifications: { taskIds: string[] };
      };
      assert.equal(params.notifications.taskIds, own);
      const { get, mget, exists = 0 } = await countCommands(client);
      assert.equal([get, mget, exists <= 1], [undefined, 1, true]);
    },
  ));

test.run();
