/**
 * Tests of the checks of keys and arguments that the store passes to scripts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  parseEventId,
  parseSessionId,
  parseTaskId,
  toCount,
  toLifetime,
  toLimit,
} from "../../../../runtime/redis/store/values.js";
import { SharedStore } from "../../../../runtime/redis/store/store.js";
import { ROOT } from "../../../harness/program/cli.js";

const test = suite("redis: checked values");

const UUID = "123e4567-e89b-42d3-a456-426614174000";

for (const parse of [parseSessionId, parseTaskId])
  test(`${parse.name} accepts only a UUID`, () => {
    assert.is(parse(UUID), UUID);
    for (const text of ["", "secret", `${UUID}:s`, ` ${UUID}`, `${UUID}\n`])
      assert.is(parse(text), undefined);
  });

test("parseEventId accepts only a stream id followed by a safe integer", () => {
  const stream = "0123456789ab.7";
  for (const number of [12, Number.MAX_SAFE_INTEGER])
    assert.equal(parseEventId(`${stream}-${number}`), { stream, number });
  for (const id of [`${stream}-`, `${stream}--1`, `${stream}-9007199254740992`])
    assert.is(parseEventId(id), undefined);
  for (const id of ["w-1", "7-1", "0123456789ab.7w-1", `${stream}-1e3`])
    assert.is(parseEventId(id), undefined);
});

test("toLifetime returns an integer between 1 ms and 100 years", () => {
  const most = 3_153_600_000_000;
  assert.equal([0, -5, 0.2, 1.5, Infinity].map(toLifetime), [1, 1, 1, 2, most]);
  assert.is(toLimit(Infinity), Number.MAX_SAFE_INTEGER);
  for (const value of [-1, 0.5, NaN, 2 ** 53])
    assert.throws(() => toCount(value), TypeError);
});

test("the functions of the Redis store accept only branded types, and no plain strings or numbers", () => {
  const wire = {
    send: () => Promise.resolve(1),
    subscribe: () => Promise.reject(),
  };
  const store = new SharedStore(wire, "p", 1, 1);
  const key = store.key("changes");
  const calls = [
    // @ts-expect-error: text from a client is not a key
    () => store.run("", ["p:{secret}"]),
    // @ts-expect-error: text from a client is not an argument
    () => store.run("", [key], ["1"]),
    // @ts-expect-error: a number from a client is not an argument
    () => store.run("", [key], [1e300]),
    // @ts-expect-error: text from a client is not a session id
    () => store.sessionKey("secret"),
    // @ts-expect-error: text from a client is not a task id
    () => store.taskKey("secret"),
    // @ts-expect-error: text from a client is not the name of a key
    () => store.key("secret" as string),
  ];
  assert.is(calls.length, 6);
});

test("in runtime/redis, only values.ts and store.ts create branded types such as SessionId", () => {
  const folder = join(ROOT, "runtime", "redis");
  const found = readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts"))
    .filter((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return /\bas (SessionId|StreamId|TaskId|Count|Text|StoreKey)\b|#wire\.send/.test(
        text,
      );
    });
  assert.equal(found.sort(), ["store/store.ts", "store/values.ts"]);
});

test.run();
