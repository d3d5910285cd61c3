/**
 * Unit tests of the methods that the store calls on the client of each Redis
 * library.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  wireOf,
  type RedisClient,
} from "../../../../runtime/redis/store/clients.js";

const test = suite("redis: calls of client libraries");

/**
 * Returns an object with the named methods. Each call of a method is recorded
 * with its arguments, except arguments that are functions.
 */
function record(names: readonly string[], more: object = {}) {
  const calls: unknown[][] = [];
  const listeners: ((...args: string[]) => void)[] = [];
  const methods = names.map((name) => [
    name,
    async (...args: unknown[]) => {
      calls.push([name, ...args.filter((arg) => typeof arg !== "function")]);
      for (const arg of args)
        if (typeof arg === "function") listeners.push(arg as () => void);
    },
  ]);
  const client = { ...Object.fromEntries(methods), ...more } as RedisClient;
  return { calls, listeners, client };
}

/**
 * Test cases: name of the library, simulated client, and the call that sends
 * the command `GET a`.
 */
const SENT: readonly (readonly [
  library: string,
  client: ReturnType<typeof record>,
  call: readonly unknown[],
])[] = [
  [
    "node-redis",
    record(["sendCommand", "duplicate"]),
    ["sendCommand", ["GET", "a"]],
  ],
  [
    "node-redis with a cluster",
    record(["sendCommand", "duplicate"], { slots: [] }),
    ["sendCommand", "a", false, ["GET", "a"]],
  ],
  [
    "ioredis",
    record(["call", "sendCommand", "duplicate"]),
    ["call", "GET", "a"],
  ],
  ["valkey-glide", record(["customCommand"]), ["customCommand", ["GET", "a"]]],
];
for (const [library, { client, calls }, call] of SENT)
  test(`the runtime sends a Redis command through the client API of ${library}`, async () => {
    await wireOf(client).send("a", ["GET", "a"]);
    assert.equal(calls, [call]);
  });

test("an object that is not a client of a known library is rejected", () => {
  assert.throws(
    () => wireOf({} as RedisClient),
    /redis\(\) needs a client of redis, ioredis or @valkey\/valkey-glide/,
  );
});

const SUBSCRIBER = ["on", "connect", "subscribe", "disconnect"];

for (const [title, isOpen, ends] of [
  ["connects a closed subscriber of node-redis", false, "disconnect"],
  ["uses an open subscriber of node-redis", true, "destroy"],
] as const)
  test(`a Redis subscription ${title}`, async () => {
    const { client } = record(["sendCommand", "duplicate"]);
    const methods = ends === "destroy" ? [...SUBSCRIBER, ends] : SUBSCRIBER;
    const own = record(methods, { isOpen });
    const heard: string[] = [];
    const wire = wireOf(client, own.client);
    const stop = await wire.subscribe(["a", "b"], (text) => heard.push(text));
    own.listeners.at(-1)?.("x", "a");
    stop();
    assert.equal(own.calls, [
      ["on", "error"],
      ...(isOpen ? [] : [["connect"]]),
      ["subscribe", ["a", "b"]],
      [ends],
    ]);
    assert.equal(heard, ["x"]);
  });

test("a subscription with ioredis passes the text of each message to the callback", async () => {
  const own = record(SUBSCRIBER);
  const { client } = record(["call"], { duplicate: () => own.client });
  const heard: string[] = [];
  const stop = await wireOf(client).subscribe(["a", "b"], (text) =>
    heard.push(text),
  );
  own.listeners.at(-1)?.("a", "x");
  stop();
  assert.equal(own.calls, [
    ["on", "error"],
    ["on", "message"],
    ["subscribe", "a", "b"],
    ["disconnect"],
  ]);
  assert.equal(heard, ["x"]);
});

test("a subscription with valkey-glide reads messages until the subscription is stopped", async () => {
  const waiting: ((value: unknown) => void)[] = [];
  const getPubSubMessage = () =>
    new Promise((resolve) => void waiting.push(resolve));
  const methods = ["customCommand", "subscribe", "unsubscribe"];
  const { client, calls } = record(methods, { getPubSubMessage });
  const heard: string[] = [];
  const stop = await wireOf(client).subscribe(["a"], (text) =>
    heard.push(text),
  );
  waiting[0]?.({ message: "x" });
  await new Promise(setImmediate);
  stop();
  waiting[1]?.({ message: "y" });
  await new Promise(setImmediate);
  assert.equal(heard, ["x", "y"]);
  assert.is(waiting.length, 2);
  assert.equal(calls, [
    ["subscribe", ["a"], 5_000],
    ["unsubscribe", ["a"], 0],
  ]);
});

test.run();
