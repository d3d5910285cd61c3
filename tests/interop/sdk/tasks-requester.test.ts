/**
 * Tests of a generated server over HTTP with the requester (client) published
 * by the authors of the tasks extension.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  withTasks,
  resultFromTaskOutcome,
  type ConnectedMcpSessionPort,
  type TaskExecutionEvent,
} from "@modelcontextprotocol/ext-tasks/client";
import { load } from "../../harness/generated/load.js";
import type { Server } from "../../harness/generated/modules.js";
import { createMeta } from "../../harness/peers/meta.js";
import { sample } from "../../harness/run/sampling.js";
import {
  CAN,
  FORM,
  MODERN,
  createTaskServer,
  type Ctx,
} from "../../harness/generated/tasks-extension.js";

const test = suite("published tasks requester");

interface Answer {
  readonly result?: never;
  readonly error?: never;
}

/**
 * Returns a message port through which the requester exchanges messages with
 * the server at `url`.
 */
function createPort(url: string): ConnectedMcpSessionPort {
  let last = 0;
  return {
    endpointId: "endpoint",
    taskCapabilities: { generation: "v2", capabilities: {} },
    invalidated: false,
    onServerRequest: () => () => {},
    onNotification: () => () => {},
    onInvalidated: () => () => {},
    async dispatch(request, { signal, context } = {}) {
      const { method, params } = request as {
        method: string;
        params: { name?: string; _meta?: object };
      };
      const _meta = { ...params._meta, ...createMeta(MODERN, CAN) };
      const headers: Record<string, string> = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": MODERN,
        "mcp-method": method,
        ...(params.name === undefined ? {} : { "mcp-name": params.name }),
        ...context?.headers,
      };
      const message = { jsonrpc: "2.0", id: ++last, method };
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify({ ...message, params: { ...params, _meta } }),
        ...(signal && { signal }),
      });
      const text = await response.text();
      const data = /^data: (\{.*\})$/m.exec(text)?.[1] ?? text;
      const { result, error } = JSON.parse(data) as Answer;
      return error === undefined
        ? { kind: "result", result: result as never }
        : { kind: "error", error };
    },
  };
}

async function served(
  server: Server,
  revisions: string,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const { listen } = await load(revisions, "server");
  const { url, close } = await listen(server, { port: 0 });
  try {
    await use(url);
  } finally {
    await close();
  }
}

const texts = (result: unknown) =>
  (result as { content: { text?: string }[] }).content.map(({ text }) => text);

for (const revisions of sample(["all+tasks", `${MODERN}+tasks`], 1))
  test(`${revisions}: the tasks extension's own client library uses the tasks of a generated server`, async () => {
    class McpError extends Error {
      override readonly name = "McpError";
      readonly code = -32000;
    }
    const server = await createTaskServer(
      {
        now: { taskSupport: "forbidden", handler: () => "now" },
        later: async (_args: never, ctx: Ctx) => {
          await ctx.task?.report("half");
          return "later";
        },
        asks: async (_args: never, ctx: Ctx) =>
          JSON.stringify((await ctx.elicit(FORM)).content),
        fails: () => Promise.reject(new McpError("broken")),
        stuck: () => new Promise(() => {}),
      },
      {},
      revisions,
    );
    await served(server, revisions, async (url) => {
      const errors: Error[] = [];
      const session = withTasks(createPort(url), {
        onError: (error) => errors.push(error),
        onInputRequest: (async () => ({
          action: "accept",
          content: { name: "Ann" },
        })) as never,
      });
      const settled = async (tool: string) => {
        const states: string[] = [];
        const execution = await session.callTool(tool, {});
        const { outcome } = await execution.settle({
          onEvent: (event: TaskExecutionEvent<unknown>) => {
            if (event.type === "task") states.push(event.task.status);
          },
        });
        return { execution, outcome, states };
      };
      const now = await settled("now");
      assert.is(now.execution.kind, "immediate");
      assert.equal(texts(resultFromTaskOutcome(now.outcome)), ["now"]);
      const later = await settled("later");
      assert.is(later.execution.kind, "task");
      assert.equal(texts(resultFromTaskOutcome(later.outcome)), ["later"]);
      const asks = await settled("asks");
      const said = texts(resultFromTaskOutcome(asks.outcome));
      assert.equal(said, ['{"name":"Ann"}']);
      const fails = await settled("fails");
      assert.is(fails.outcome.status, "failed");
      const { error } = fails.outcome as { error: Error & { code: number } };
      assert.equal([error.code, error.message], [-32000, "broken"]);
      const stuck = await session.callTool("stuck", {});
      await stuck.cancel();
      assert.is((await stuck.result()).status, "cancelled");
      // Resume the task in a second session.
      const begun = await session.callTool("later", {});
      assert.ok(begun.kind === "task");
      const reference = begun.serializeReference();
      await begun.detach();
      const again = withTasks(createPort(url));
      const resumed = await again.resumeTask(reference);
      const { outcome } = await resumed.settle();
      assert.equal(texts(resultFromTaskOutcome(outcome)), ["later"]);
      await again.close();
      assert.equal(errors, []);
      await session.close();
    });
  });

test.run();
