/**
 * Tests of default limits. A value at the limit is accepted, and a value that
 * is larger by one is refused.
 */
import { once } from "node:events";
import { truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { QuotaRegistry } from "../../../runtime/limits/quota-registry.js";
import { Requests } from "../../../runtime/json-rpc/requests.js";
import { LruCache } from "../../../runtime/limits/lru-cache.js";
import {
  QuotaShare,
  QuotaShares,
} from "../../../runtime/limits/quota-share.js";
import { resolveInput } from "../../../runtime/multi-version/input.js";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import { fileResources } from "../../../runtime/features/resources/files.js";
import { listen } from "../../harness/http/serving.js";
import { SessionSlots } from "../../../runtime/limits/session-slots.js";
import { Backlog } from "../../../runtime/http/server/sessions/backlog.js";
import { memoryEventStore } from "../../../runtime/http/server/sessions/event-store.js";
import { SERVER } from "../../harness/wire/wire.js";
import { temporaryFolder } from "../../harness/program/folders.js";
import { closing } from "../../harness/run/closing.js";
import { waitUntil } from "../../harness/run/time-limit.js";
import { recordDelays } from "../../harness/time/timers.js";
import { failure } from "../../harness/host/scripted-servers.js";
import type { CountedCall } from "../../../runtime/limits/limits.js";

const test = suite("default limits");
const atEnd = closing(test);

const clock = Date.now;
test.after.each(() => void (Date.now = clock));

const long = (length: number): string => "x".repeat(length);

test("a request in flight counts as at least 4,000 characters towards the quota", async () => {
  const registry = new QuotaRegistry({
    limits: undefined,
    rate: undefined,
    maxKept: 20_000,
  });
  const quota = registry.getQuota("address", "a");
  const call: CountedCall = { origin: { length: 5 } };
  quota.hold(call, new Promise(() => {}));
  assert.is(quota.countBody(6_001), false);
  assert.is(quota.countBody(6_000), true);
  assert.equal(await recordDelays(() => call.onAbandoned?.(), true), [60_000]);
  await sleep(5);
  quota.countBody(-6_000);
  assert.is(quota.countBody(10_000), true);
});

test("a client may use half of the quota that all other clients leave unused", () => {
  const shares = new QuotaShares();
  const [first, second] = [new QuotaShare(shares), new QuotaShare(shares)];
  first.add(3);
  shares.add("b", 1);
  assert.equal([first.room(10), second.room(10)], [2, 3]);
  assert.is(first.fits(2, 10), true);
  assert.is(shares.fits("b", 3, 10), true);
  assert.is(shares.fits("b", 4, 10), false);
});

test("an LRU cache does not store a value whose weight is not below the maximum", () => {
  const recent = new LruCache<number>(10);
  recent.set("a", 1, 9);
  assert.is(recent.get("a"), 1);
  recent.set("b", 2, 10);
  assert.equal([recent.get("a"), recent.get("b")], [1, undefined]);
});

test("an idle session ends exactly at its idle timeout", async () => {
  let now = 0;
  Date.now = () => now;
  const ended: number[] = [];
  const slots = new SessionSlots(9, 40);
  for (const used of [0, 1]) {
    const end = (): void => void ended.push(used);
    slots.add({ holder: "a", used, busy: false, end });
  }
  now = 40;
  await waitUntil("a session has ended", () => ended.length > 0);
  slots.close();
  assert.equal([...new Set(ended)], [0]);
});

test("an event store keeps at most 10,000 events and 16 Mi characters", () => {
  for (const [count, data, fits, more = ""] of [
    [10_000, "x", true],
    [10_001, "x", false],
    [16, long(2 ** 20), true],
    [16, long(2 ** 20), false, "x"],
  ] as const) {
    const store = memoryEventStore();
    for (let number = 1; number <= count; number += 1) {
      const text = number === count ? data + more : data;
      void store.append("s", { number, data: text }, "a");
    }
    assert.is(store.after("s", 0) !== undefined, fits, `${count}`);
  }
});

test("unsent messages may have 1 Mi characters per session and 16 Mi characters in total", () => {
  const message = (length: number) => ({ method: "x", data: long(length) });
  const kept = (lengths: readonly number[]): number => {
    const backlog = new Backlog(new QuotaShares(), "a");
    for (const length of lengths) backlog.add(message(length));
    return backlog.take().length;
  };
  assert.equal([kept([2 ** 20 - 1, 1]), kept([2 ** 20, 1])], [2, 1]);
  const all = new QuotaShares();
  new Backlog(all, "a").add(message(2 ** 23));
  for (const [length, taken] of [
    [2 ** 22 + 1, 0],
    [2 ** 22, 1],
  ] as const) {
    const backlog = new Backlog(all, "b");
    backlog.add(message(length));
    assert.is(backlog.take().length, taken);
  }
});

test("a request times out after 1 minute without progress and after 10 minutes in total", async () => {
  for (const [options, wait] of [
    [{}, 60_000],
    [{ timeout: Infinity }, 600_000],
  ] as const) {
    const { now } = performance;
    performance.now = () => 0;
    const channel = { send() {}, cancel() {} };
    const requests = new Requests(channel as never);
    const delays = await recordDelays(() => {
      requests.send("m", undefined, options, undefined).catch(() => {});
    });
    performance.now = now;
    requests.end(() => undefined);
    assert.equal(delays, [wait]);
  }
});

test("file resources return files of up to 10 MiB and list up to 1,000 files", async () => {
  const root = temporaryFolder();
  for (const [name, size] of [
    ["fits", 10_485_760],
    ["long", 10_485_761],
  ] as const) {
    writeFileSync(join(root, name), "");
    truncateSync(join(root, name), size);
  }
  const [pattern = "", { read }] = Object.entries(
    await fileResources({ roots: [root] }),
  )[0] as [string, { read: Function }];
  const base = pattern.replace("{+path}", "");
  const ctx = { peer: { capabilities: {} } };
  assert.is(await failure(read(`${base}fits`, {}, ctx)), "none");
  assert.match(await failure(read(`${base}long`, {}, ctx)), "is larger than");
  for (let n = 2; n < 1_001; n += 1) writeFileSync(join(root, `${n}`), "");
  const entries = await fileResources({ roots: [root] });
  // The listing has 1,001 entries: 1,000 files and the resource template of the
  // folder.
  assert.is(Object.keys(entries).length, 1_001);
});

test("for a client of an older revision, a handler can request input at most 20 times", async () => {
  for (const [rounds, said] of [
    [20, "none"],
    [21, "Error: tools/call asked for input more than 20 times"],
  ] as const) {
    let left = rounds;
    const needed = { resultType: "input_required", requestState: "s" };
    const handler = () => (left-- > 0 ? needed : {});
    const call = { method: "tools/call", message: { params: {} } };
    const outcome = Promise.resolve(resolveInput(call as never, handler));
    assert.is(await failure(outcome), said);
  }
});

/**
 * Sends a GET request whose path, header names and header values have the given
 * total length. Returns the status of the response.
 */
async function getStatus(port: number, length: number): Promise<string> {
  const lines = { host: "localhost", connection: "close", x: "" };
  const fixed = ["/", ...Object.entries(lines).flat()].join("");
  const head = Object.entries({ ...lines, x: long(length - fixed.length) });
  const socket = connect(port, "127.0.0.1");
  let said = "";
  socket.on("data", (chunk) => (said += String(chunk)));
  const fields = head.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET / HTTP/1.1\r\n${fields.join("")}\r\n`);
  await once(socket, "close");
  return said.slice(9, 12);
}

for (const [maxHeaders, most, beyond] of [
  [undefined, 16_384, "431"],
  [500, 500, "431"],
  [Infinity, 100_000, "404"],
] as const)
  test(`with maxHeaders ${maxHeaders}, a request with ${most + 1} bytes of headers gets ${beyond}`, async () => {
    const server = new ServerCore(SERVER, { name: "s", version: "1" }, {}, {});
    const { port, close } = await listen(server, { maxHeaders });
    atEnd(close);
    assert.is(await getStatus(port, most), "404");
    assert.is(await getStatus(port, most + 1), beyond);
  });

test.run();
