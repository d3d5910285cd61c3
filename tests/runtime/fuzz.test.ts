/** Mutated traffic, the same in every run, to both sides of a connection. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LineReader } from "../../templates/runtime/transport/lines.js";
import { isObject } from "../../templates/runtime/validation/guards.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import { mutate, random } from "../support/mutations.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import type { Protocol } from "../../templates/runtime/endpoint/protocol.js";
import {
  BATCH_SERVER,
  connect,
  openClient,
  openServer,
  SERVER,
  STATELESS_CLIENT,
  STATELESS_SERVER,
} from "./support.js";
import type { Opened } from "./support.js";
import { metaOf } from "../support/meta.js";

const test = suite("fuzz");

const META = {
  progressToken: 1,
  ...metaOf("2000-01-01"),
};

const SEEDS: readonly object[] = [
  { id: 1, method: "ping" },
  { id: "a", method: "tools/list", params: { cursor: "1.a", _meta: META } },
  {
    id: 2,
    method: "tools/call",
    params: { name: "echo", arguments: { text: "x" }, _meta: META },
  },
  { id: 3, method: "initialize", params: { protocolVersion: "1" } },
  {
    id: 4,
    method: "subscriptions/listen",
    params: { _meta: META, notifications: { toolsListChanged: true } },
  },
  { method: "notifications/cancelled", params: { requestId: 2, reason: "r" } },
  {
    method: "notifications/progress",
    params: { progressToken: 1, progress: 1 },
  },
  { method: "notifications/initialized" },
  { id: 1, result: { tools: [] } },
  { id: 2, error: { code: -32603, message: "m", data: {} } },
].map((message) => ({ jsonrpc: "2.0", ...message }));

const tools = toolHandlers({
  echo: {
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
    handler: async ({ text }: { text?: string }) => text ?? "nothing",
  },
  ask: {
    handler: async (_args: never, ctx: Call) => {
      const many = await ctx.once("many", () => [1, 2]);
      await Promise.allSettled([ctx.roots({ key: "roots" }), ctx.elicit({})]);
      return JSON.stringify(many);
    },
  },
});

/** Ids as they may stand in an answer, and nothing else. */
function isAnswerOrNotification(message: unknown): boolean {
  if (Array.isArray(message)) return message.every(isAnswerOrNotification);
  if (!isObject(message)) return false;
  if (typeof message.method === "string") return message.id === undefined;
  if ((message.result === undefined) === (message.error === undefined)) {
    return false;
  }
  const { id } = message;
  return (
    typeof id === "string" ||
    Number.isSafeInteger(id) ||
    (id === undefined && message.error !== undefined)
  );
}

/** What a server without a handshake says to a client of it. */
const ANSWERS: readonly object[] = [
  { id: 2, result: { resultType: "complete", tools: [] } },
  {
    id: 3,
    result: {
      resultType: "input_required",
      inputRequests: { a: { method: "roots/list" } },
      requestState: "s",
    },
  },
  { id: 3, error: { code: -32020, message: "m", data: {} } },
  { id: 9, method: "roots/list" },
  { method: "notifications/cancelled", params: { requestId: 2 } },
  {
    method: "notifications/tools/list_changed",
    params: { _meta: { "io.modelcontextprotocol/subscriptionId": 2 } },
  },
].map((message) => ({ jsonrpc: "2.0", ...message }));

async function survives(
  { wire, connection }: Opened,
  seed: number,
  seeds = SEEDS,
) {
  const below = random(seed);
  const asks = seeds !== SEEDS && seeds !== ANSWERS;
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const reader = new LineReader(connection);
  let sent: unknown[] = [];
  for (let count = 0; count < 5_000; count++) {
    const seedMessage = seeds[below(seeds.length)] as object;
    const message = mutate(seedMessage, below);
    // Many calls at a time, where an id in use would refuse most of them.
    if (asks && isObject(message) && below(5) > 0) {
      Object.assign(message, { id: `${count}` });
    }
    let line = JSON.stringify(message);
    if (below(20) === 0) {
      const cut = below(line.length);
      line =
        line.slice(0, cut) + String.fromCharCode(below(256)) + line.slice(cut);
    }
    reader.push(`${line}\n`);
    if (count % 500 === 0) sent = sent.concat(await wire.rest());
  }
  sent = sent.concat(await wire.rest());
  process.off("unhandledRejection", note);
  assert.equal(unhandled, []);
  assert.is(({} as { polluted?: unknown }).polluted, undefined);
  return sent;
}

for (const [title, protocol] of [
  ["handshake", SERVER],
  ["handshake and batches", BATCH_SERVER],
  ["stateless", STATELESS_SERVER],
] as const satisfies readonly (readonly [string, Protocol])[]) {
  for (const seed of [1, 2, 3]) {
    test(`a server: ${title}, seed ${seed}`, async () => {
      const opened = openServer(tools, {}, protocol);
      const sent = await survives(opened, seed);
      assert.equal(
        sent.filter((one) => !isAnswerOrNotification(one)),
        [],
      );
      assert.ok(sent.length > 1_000, `${sent.length} answers`);
      opened.wire.give({
        id: "alive",
        method: "tools/list",
        params: { _meta: META },
      });
      const [alive] = (await opened.wire.take()) as [
        { id: string; result: object },
      ];
      assert.is(alive.id, "alive");
      assert.ok("tools" in alive.result);
      await opened.connection.close();
    });
  }
}

for (const seed of [1, 2, 3]) {
  test(`a client without a handshake, seed ${seed}`, async () => {
    const opened = connect(STATELESS_CLIENT, {
      "roots/list": () => ({ roots: [] }),
    });
    const open = opened.connection.open();
    const capabilities = { tools: {} };
    const supportedVersions = ["2000-01-01"];
    const found = { resultType: "complete", supportedVersions, capabilities };
    const [{ id: first }] = (await opened.wire.take()) as [{ id: number }];
    opened.wire.give({ id: first, result: found });
    await open;
    // Two wait for answers, which the mutations give them or do not.
    const waiting = Promise.allSettled(
      ["tools/list", "tools/call"].map((method) =>
        opened.connection.request(method, { name: "x" }),
      ),
    );
    const sent = await survives(opened, seed, ANSWERS);
    assert.equal(
      sent.filter((one) => isObject(one) && "result" in one),
      [],
    );
    const request = opened.connection.request("tools/list");
    const [{ id }] = (await opened.wire.take()) as [{ id: number }];
    opened.wire.give({ id, result: { resultType: "complete", tools: [1] } });
    assert.equal(((await request) as { tools: unknown }).tools, [1]);
    await opened.connection.close();
    await waiting;
  });

  test(`a client, seed ${seed}`, async () => {
    const opened = await openClient({ "roots/list": () => ({ roots: [] }) });
    const sent = await survives(opened, seed);
    assert.equal(
      sent.filter((one) => !isAnswerOrNotification(one)),
      [],
    );
    const request = opened.connection.request("tools/list");
    const [{ id }] = (await opened.wire.take()) as [{ id: number }];
    opened.wire.give({ id, result: { tools: [1] } });
    assert.equal(await request, { tools: [1] });
    await opened.connection.close();
  });
}

test.run();
