/**
 * Sends mutated messages to generated servers. Every answer of the servers must
 * be a valid message.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isObject } from "../../../runtime/validation/guards.js";
import { load } from "../../harness/generated/load.js";
import { mutate, random } from "../../harness/models/mutations.js";
import { WHOLE } from "../../harness/run/sampling.js";
import {
  checkedWire,
  MODERN,
  buildOpening,
} from "../../harness/wire/multi-version.js";
import { createMeta } from "../../harness/peers/meta.js";
import type { Context, Server } from "../../harness/generated/modules.js";

const test = suite("multi-version: mutated messages");

const properties = { text: { type: "string", "x-mcp-header": "Text" } };
const question = {
  message: "?",
  requestedSchema: { type: "object", properties },
};

const TOOLS = {
  echo: {
    inputSchema: { type: "object", properties },
    outputSchema: { type: "object" },
    handler: ({ text = "" }: { text?: string }) => ({
      structuredContent: { text },
    }),
  },
  noisy: {
    handler: async (_args: unknown, ctx: Context) => {
      ctx.log("info", { some: "data" });
      ctx.progress(1);
      await Promise.resolve();
      return "done";
    },
  },
  ask: {
    handler: async (_args: unknown, ctx: Context) =>
      (await ctx.elicit(question)).action,
  },
};

async function createFuzzServer(revision: string): Promise<Server> {
  const made = await load(revision, "server");
  const handlers = {
    ...made.tools(TOOLS),
    ...made.prompts({ p: { arguments: [{ name: "a" }], handler: () => "hi" } }),
    ...made.resources({ "x://y": { read: () => "text" } }, { subscribe: true }),
    ...made.completions({ prompts: { p: { a: ["one", "two"] } } }),
  };
  const options = { capabilities: { logging: {} }, onError: () => {} };
  return made.createServer({ name: "s", version: "1" }, handlers, options);
}

const META = {
  ...createMeta(MODERN, { elicitation: {} }),
  "io.modelcontextprotocol/clientInfo": { name: "c", version: "1" },
  "io.modelcontextprotocol/logLevel": "debug",
  progressToken: "t",
};

const seed = (method: string, params: object = {}): object => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: { ...params, _meta: META },
});

const SEEDS: readonly object[] = [
  seed("server/discover"),
  seed("tools/list", { cursor: "x" }),
  seed("tools/list"),
  seed("tools/call", { name: "echo", arguments: { text: "é" } }),
  seed("tools/call", { name: "noisy", arguments: {} }),
  seed("tools/call", { name: "ask", arguments: {} }),
  seed("tools/call", {
    name: "ask",
    inputResponses: { any: { action: "accept", content: {} } },
    requestState: "sealed",
  }),
  seed("prompts/list"),
  seed("prompts/get", { name: "p", arguments: { a: "b" } }),
  seed("resources/read", { uri: "x://y" }),
  seed("resources/templates/list"),
  seed("completion/complete", {
    ref: { type: "ref/prompt", name: "p" },
    argument: { name: "a", value: "o" },
  }),
  seed("subscriptions/listen", {
    notifications: { toolsListChanged: true, resourceSubscriptions: ["x://y"] },
  }),
];

const CANCEL = {
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId: 1, reason: "r" },
};

const COUNT = WHOLE ? 3_000 : 500;

for (const [revision, version] of [
  ["2025-03-26", "2025-03-26"],
  ["2025-11-25", "2025-11-25"],
  [MODERN, MODERN],
  ["all", MODERN],
] as const)
  for (const number of [1, 2])
    test(`a server of ${revision} answers mutated messages (seed ${number}) with valid messages`, async () => {
      const unhandled: unknown[] = [];
      const note = (reason: unknown): void => void unhandled.push(reason);
      process.on("unhandledRejection", note);
      const below = random(number);
      const server = await createFuzzServer(revision);
      const { wire, check, give, rest } = await checkedWire(version);
      await server.connect(wire);
      for (const message of buildOpening(version)) give(message);
      const seeds = [...SEEDS, CANCEL];
      for (let count = 0; count < COUNT; count++) {
        const original = seeds[below(seeds.length)] as object;
        const id = `${count}`;
        const changed =
          below(5) === 0 ? { ...original } : mutate(original, below);
        if (isObject(changed) && "id" in changed) give({ ...changed, id });
        else wire.receiver.receive(changed);
        if (count % 100 === 0) await rest();
      }
      await rest();
      assert.equal(check.problems, []);
      assert.ok(
        check.count > COUNT * 0.7,
        `only ${check.count} messages were checked`,
      );
      give({ ...seed("tools/list"), id: "alive" });
      const said = await rest();
      assert.ok(said.some(({ id, result }) => id === "alive" && result));
      await server.close();
      process.off("unhandledRejection", note);
      assert.equal(unhandled, []);
      assert.is(({} as { polluted?: unknown }).polluted, undefined);
    });

test.run();
