/** Tests of the limit for concurrent calls to one server. */
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConcurrencyLimit } from "../../../../runtime/host/consent/gate.js";
import { getRejectionMessage } from "../../../harness/wire/wire.js";
import { defer } from "../../../harness/run/deferred.js";

const test = suite("host: concurrency limit");

const tick = () => new Promise((resolve) => setImmediate(resolve));

test("`ConcurrencyLimit` starts queued calls in order, and skips aborted and expired calls", async () => {
  const gate = new ConcurrencyLimit(2);
  const began: string[] = [];
  const ends = new Map<string, ReturnType<typeof defer<string>>>();
  const pass = (name: string, signal?: AbortSignal, limit?: number) =>
    gate.run(
      (waited) => {
        began.push(waited > 5 ? `${name} late` : name);
        const end = defer<string>();
        ends.set(name, end);
        return end.promise;
      },
      signal,
      limit,
    );
  const stop = new AbortController();
  const a = pass("a");
  void pass("b");
  const { signal } = new AbortController();
  const c = pass("c", signal, 60_000);
  const gone = getRejectionMessage(pass("gone", stop.signal));
  const slow = getRejectionMessage(pass("slow", undefined, 20));
  const d = pass("d");
  assert.equal(began, ["a", "b"]);
  stop.abort(new Error("left"));
  assert.is(await gone, "left");
  assert.equal(getEventListeners(stop.signal, "abort"), []);
  assert.is(
    await slow,
    "The request was not sent within 20 ms: too many concurrent calls to the server",
  );
  ends.get("a")?.resolve("A");
  assert.is(await a, "A");
  await tick();
  assert.equal(began, ["a", "b", "c late"]);
  assert.equal(getEventListeners(signal, "abort"), []);
  ends.get("c")?.resolve(Promise.reject(new Error("no")) as never);
  assert.is(await getRejectionMessage(c), "no");
  await tick();
  ends.get("d")?.resolve("D");
  assert.is(await d, "D");
  // Earlier calls have ended, so the call "e" starts immediately.
  void pass("e");
  assert.equal(began.slice(3), ["d late", "e"]);
  assert.is(await getRejectionMessage(pass("f", stop.signal)), "left");
});

test("`ConcurrencyLimit` frees the slot of a call that is aborted before it starts", async () => {
  const gate = new ConcurrencyLimit(1);
  const end = defer();
  const stop = new AbortController();
  const first = gate.run(() => end.promise);
  const sent = gate.run(() => Promise.resolve(), stop.signal);
  // This callback runs after the first call has freed its slot.
  void end.promise.then(() => stop.abort(new Error("left")));
  end.resolve();
  await first;
  assert.is(await getRejectionMessage(sent), "left");
  const last = gate.run(() => Promise.resolve("sent"), undefined, 0);
  assert.is(await last.catch(String), "sent");
});

test.run();
