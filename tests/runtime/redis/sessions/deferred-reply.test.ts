/** Tests of HTTP replies that wait for the store. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { deferredReply } from "../../../../runtime/redis/sessions/deferred-reply.js";
import { nextTurn } from "../../../harness/time/clock.js";
import type { HttpReply } from "../../../../runtime/http/types.js";

const test = suite("redis: deferred replies");

/** Returns a reply that waits for `work`, and a log of its calls. */
function createReply(work: () => Promise<unknown> | undefined) {
  const log: string[] = [];
  const add = (entry: string) => () => void log.push(entry);
  const reply = {
    send: (status: number) => void log.push(`send ${status}`),
    stream: () => ({
      write: (text: string) => void log.push(`write ${text}`),
      end: add("end"),
      destroy: add("destroy"),
    }),
  } as unknown as HttpReply;
  const deferred = deferredReply(
    reply,
    () => {
      log.push("work");
      return work();
    },
    (error) => void log.push(String(error)),
  );
  return { log, deferred };
}

for (const [title, work, expected] of [
  ["after its work", () => Promise.resolve(), ["work", "send 200"]],
  ["at once if there is no work", () => undefined, ["work", "send 200"]],
  [
    "not at all if its work fails",
    () => Promise.reject(new Error("no")),
    ["work", "Error: no"],
  ],
] as const)
  test(`a deferred reply is sent ${title}`, async () => {
    const { log, deferred } = createReply(work);
    deferred.send(200, {}, "");
    await nextTurn();
    assert.equal(log, [...expected]);
  });

test("a deferred reply with a stream runs its work when the stream ends", async () => {
  const { log, deferred } = createReply(() => Promise.reject(new Error("no")));
  const stream = deferred.stream({});
  stream.write("a");
  stream.end();
  stream.destroy();
  await nextTurn();
  assert.equal(log, ["write a", "work", "end", "destroy"]);
});

test.run();
