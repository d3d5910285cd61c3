/**
 * Tests of the Lua scripts for sessions and their streams, with a Redis server.
 */
import * as assert from "uvu/assert";
import {
  END_STEP,
  KEEP_STEP,
  LISTEN_STEP,
  OPEN_STEP,
  SAVE_STEP,
  TELL_STEP,
  TOUCH_STEP,
} from "../../../../runtime/redis/store/session-scripts.js";
import {
  APPEND_STEP,
  DROP_STREAMS_STEP,
  READ_STEP,
  RESUME_STEP,
} from "../../../../runtime/redis/store/stream-scripts.js";
import { withRedis } from "../../../harness/redis/cluster.js";
import {
  LIFE,
  startScripts,
  type Scripts,
} from "../../../harness/redis/scripts.js";

const test = withRedis("redis: scripts of sessions");

const KEYS = ["s", "s:w", "s:s", "ledger"];
const MAX = 1_000_000;

/** Creates a session record of the owner `ann`, with additional fields. */
const open = ({ run }: Scripts, ...fields: readonly string[]) =>
  run(OPEN_STEP, ["s"], LIFE, "o", "=ann", "f", "1", ...fields);

/** Runs a script that first checks the owner of the session. */
const asAnn = (
  { run }: Scripts,
  script: string,
  known: string | number,
  ...rest: readonly (string | number)[]
) => run(script, KEYS, "=ann", known, LIFE, "me", ...rest);

const tell = ({ run }: Scripts, text: string, skip = "me", keys = KEYS) =>
  run(TELL_STEP, keys, LIFE, "p:", skip, "told", text, MAX);

/** Appends events to the stream `me.1`. */
const append = (
  { run }: Scripts,
  by: string,
  events: readonly (string | number)[],
  {
    ids = "[1]",
    end = "",
    seen = "",
    keys = ["s", "s:s", "s:me.1", "ledger"],
  }: { ids?: string; end?: string; seen?: string; keys?: string[] } = {},
) =>
  run(
    APPEND_STEP,
    keys,
    "me.1",
    by,
    LIFE,
    "p:",
    ids,
    end,
    seen,
    "session",
    MAX,
    ...events,
  );

const resume = (scripts: Scripts, last: number, dead = "", process = "me") =>
  scripts.run(
    RESUME_STEP,
    KEYS,
    "=ann",
    1,
    LIFE,
    process,
    "p:",
    "away",
    7,
    "me.1",
    dead,
    "cut",
    last,
  );

const drop = ({ run }: Scripts, by: string, ...streams: readonly string[]) =>
  run(DROP_STREAMS_STEP, ["s", "s:s", "ledger"], by, ...streams);

const fields = ({ client }: Scripts, key: string) =>
  client.hGetAll(`p:${key}`).then((found) => ({ ...found }));

/** Returns the counted bytes of each client. */
const counted = async ({ client }: Scripts, key = "ledger") =>
  Object.fromEntries(
    (await client.zRangeWithScores(`p:${key}:h`, 0, -1)).map(
      ({ value, score }) => [value, score],
    ),
  );

/** Creates a session with one queued message and one stream. */
async function fill(scripts: Scripts, keys = KEYS): Promise<void> {
  await open(scripts);
  await tell(scripts, "queued", "me", keys);
  const [record = "", , streams = "", ledger = ""] = keys;
  await append(scripts, "me", [1, "event"], {
    keys: [record, streams, `${record}:me.1`, ledger],
  });
}

test("every key of a session expires with the session", async (world) => {
  const scripts = await startScripts(world);
  await fill(scripts);
  assert.equal(await scripts.lifetimes(), {
    ledger: 900_000,
    "ledger:h": 900_000,
    "ledger:n": 900_000,
    "ledger:o:=ann": 900_000,
    "ledger:x": 900_000,
    s: LIFE,
    "s:me.1": LIFE,
    "s:s": LIFE,
    "s:w": LIFE,
  });
});

test("in a Redis cluster, the byte counts of a session expire with the session", async (world) => {
  const scripts = await startScripts(world);
  await fill(scripts, ["s", "s:w", "s:s", "s:q"]);
  const ledger = LIFE * 1.125;
  assert.equal(await scripts.lifetimes(), {
    s: LIFE,
    "s:me.1": LIFE,
    "s:q": ledger,
    "s:q:h": ledger,
    "s:q:n": ledger,
    "s:q:o:=ann": ledger,
    "s:q:x": ledger,
    "s:s": LIFE,
    "s:w": LIFE,
  });
});

for (const [name, used, renewed] of [
  ["TOUCH", (scripts: Scripts) => asAnn(scripts, TOUCH_STEP, 1), ["s"]],
  ["KEEP", ({ run }: Scripts) => run(KEEP_STEP, ["s", "s2"], LIFE), ["s"]],
  [
    "LISTEN",
    (scripts: Scripts) => asAnn(scripts, LISTEN_STEP, 1, "p:", "away", 0),
    ["s"],
  ],
  ["RESUME", (scripts: Scripts) => resume(scripts, 0), ["s"]],
  ["TELL", (scripts: Scripts) => tell(scripts, "x"), ["s:s", "s:w"]],
  [
    "APPEND",
    (scripts: Scripts) => append(scripts, "me", [2, "x"]),
    ["s:me.1", "s:s"],
  ],
  ["SAVE", ({ run }: Scripts) => run(SAVE_STEP, ["s"], "l", "debug"), []],
] as const)
  test(`the script ${name} renews the lifetimes of ${renewed.length ? `the session's keys ${renewed.join(" and ")}` : "no key"}`, async (world) => {
    const scripts = await startScripts(world);
    await fill(scripts);
    const keys = ["s", "s:me.1", "s:s", "s:w"];
    for (const key of keys) await scripts.client.pExpire(`p:${key}`, 200_000);
    await used(scripts);
    const lifetimes = await scripts.lifetimes();
    const expected = keys.filter((key) => lifetimes[key] === LIFE);
    assert.equal(expected, [...renewed]);
  });

test("the script TOUCH returns a session record only to the owner of the session", async (world) => {
  const scripts = await startScripts(world);
  assert.is(await asAnn(scripts, TOUCH_STEP, ""), null);
  await open(scripts);
  assert.equal(await asAnn(scripts, TOUCH_STEP, 1), []);
  assert.is((await fields(scripts, "s"))["@me"], undefined);
  const known = ["n", "1", "o", "=ann", "f", "1"];
  assert.equal(await asAnn(scripts, TOUCH_STEP, 2), known);
  assert.equal(await asAnn(scripts, TOUCH_STEP, ""), [...known, "@me", "1"]);
  const other = ["=eve", 1, LIFE, "me"];
  assert.is(await scripts.run(TOUCH_STEP, KEYS, ...other), null);
  await scripts.client.hSet("p:s", "f", "2");
  assert.is(await asAnn(scripts, TOUCH_STEP, 1), null);
});

test("the script TOUCH publishes the messages in its arguments", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts);
  await asAnn(scripts, TOUCH_STEP, 1, "p:b", "one", "p:c", "two");
  assert.equal(await scripts.published(), ["p:b one", "p:c two"]);
  await scripts.run(TOUCH_STEP, KEYS, "=eve", 1, LIFE, "me", "p:b", "no");
  assert.equal(await scripts.published(), []);
});

test("the script SAVE changes and removes fields of a session record", async (world) => {
  const scripts = await startScripts(world);
  const save = (...changes: readonly string[]) =>
    scripts.run(SAVE_STEP, ["s"], ...changes);
  assert.is(await save("l", "debug"), 0);
  assert.equal(await scripts.names(), []);
  await open(scripts);
  assert.is(await save("l", "debug", "ua", "1"), 2);
  assert.is(await save("l", "", "p", "1"), 3);
  const saved = { o: "=ann", f: "1", ua: "1", p: "1", n: "3" };
  assert.equal(await fields(scripts, "s"), saved);
});

test("the script LISTEN sends a message to the process that had the client's GET stream", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts, "g", "b", "s", "5");
  const listen = () => asAnn(scripts, LISTEN_STEP, 1, "p:", "away", 9);
  await scripts.client.hDel("p:s", "g");
  await tell(scripts, "one");
  await tell(scripts, "two");
  assert.equal(await counted(scripts), { "=ann": 206 });
  await scripts.client.hSet("p:s", "g", "b");
  assert.equal(await listen(), [[], "5", ["one", "two"]]);
  assert.equal(await scripts.published(), ["p:b away"]);
  assert.equal(await counted(scripts), {});
  assert.equal(await listen(), [[], "9", []]);
  assert.equal(await scripts.published(), []);
  const { g, s } = await fields(scripts, "s");
  assert.equal([g, s], ["me", "9"]);
});

test("the script TELL publishes a message to the process with the client's GET stream", async (world) => {
  const scripts = await startScripts(world);
  assert.is(await tell(scripts, "x"), "");
  assert.equal(await scripts.names(), []);
  await open(scripts, "g", "b", "h", "address");
  assert.is(await tell(scripts, "x"), "b");
  assert.equal(await scripts.published(), ["p:b told"]);
  assert.is(await tell(scripts, "x", "b"), "");
  assert.equal(await scripts.published(), []);
  assert.equal(await scripts.client.lRange("p:s:w", 0, -1), ["x"]);
  assert.equal(await counted(scripts), { address: 101 });
  // The queue may expire before the hash with the bytes of the queue.
  await scripts.client.del("p:s:w");
  await tell(scripts, "yy", "b");
  assert.equal(await fields(scripts, "s:s"), { wb: "102" });
  assert.equal(await counted(scripts), { address: 102 });
});

test("the queue of a session keeps only the latest 1,000 messages", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts);
  for (let n = 1; n <= 1_001; n += 1) await tell(scripts, `${n % 10}`);
  assert.is(await scripts.client.lLen("p:s:w"), 1_000);
  assert.is(await scripts.client.lIndex("p:s:w", 0), "2");
  assert.equal(await counted(scripts), { "=ann": 101_000 });
  const { wb } = await fields(scripts, "s:s");
  assert.is(wb, "101000");
});

test("the script END deletes all keys of a session", async (world) => {
  const scripts = await startScripts(world);
  const end = (most: string | number, by = "me") =>
    scripts.run(END_STEP, KEYS, by, "p:", "end", most);
  assert.is(await end(""), 0);
  await fill(scripts);
  await scripts.client.hSet("p:s", { "@me": "1", "@b": "1", g: "c" });
  assert.is(await end(LIFE - 50_000), 0);
  assert.equal(await scripts.published(), []);
  assert.is((await scripts.names()).length, 9);
  assert.is(await end(LIFE), 1);
  assert.equal(await scripts.names(), []);
  assert.equal((await scripts.published()).sort(), ["p:b end", "p:c end"]);
});

test("the script END without a time argument deletes a recently used session", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts, "@b", "1", "g", "b");
  assert.is(await scripts.run(END_STEP, KEYS, "b", "p:", "end", ""), 1);
  assert.equal(await scripts.published(), []);
  await open(scripts, "@b", "1", "g", "b");
  assert.is(await scripts.run(END_STEP, KEYS, "me", "p:", "end", ""), 1);
  assert.equal(await scripts.published(), ["p:b end"]);
});

test("the script APPEND stores each event only once", async (world) => {
  const scripts = await startScripts(world);
  assert.is(await append(scripts, "me", [1, "a"]), "gone");
  assert.equal(await scripts.names(), []);
  await open(scripts);
  assert.is(await append(scripts, "me", [1, "a", 2, "bb"]), "ok");
  assert.is(await append(scripts, "me", [2, "bb", 3, "c"]), "ok");
  const read = await scripts.run(READ_STEP, ["s:me.1"], 2);
  assert.equal(read, [
    ["0-2", ["d", "bb"]],
    ["0-3", ["d", "c"]],
  ]);
  // Each stored item counts as its length plus 100 bytes. The items are the
  // list of request ids `[1]` (3 bytes) and three events.
  const bytes = 103 + 101 + 102 + 101;
  assert.equal(await fields(scripts, "s:s"), {
    "me.1w": "me",
    "me.1i": "[1]",
    "me.1n": "3",
    "me.1b": String(bytes),
  });
  assert.equal(await counted(scripts), { "=ann": bytes });
  assert.is((await fields(scripts, "s"))["s"], undefined);
});

test("the script APPEND refuses events of a process that no longer writes the stream", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts);
  await append(scripts, "me", [1, "a"]);
  assert.is(await append(scripts, "b", [2, "b"]), "moved");
  assert.is(await append(scripts, "me", [2, "b"], { end: "1" }), "ok");
  assert.is(await append(scripts, "me", [3, "c"]), "ended");
  assert.is(await scripts.client.xLen("p:s:me.1"), 2);
});

test("the script APPEND saves the number of the last list change sent on a GET stream", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts, "s", "3");
  await append(scripts, "me", [1, "a"], { ids: "[]", seen: "8" });
  assert.is((await fields(scripts, "s"))["s"], "8");
});

test("the script APPEND publishes new events to the process in which the client reads the stream", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts);
  await append(scripts, "me", [1, "a"]);
  await scripts.client.hSet("p:s:s", "me.1r", "b");
  await append(scripts, "me", [1, "a", 2, "b"]);
  await append(scripts, "me", [2, "b"]);
  await append(scripts, "me", [], { end: "1" });
  const messages = (await scripts.published()).map(
    (text) => JSON.parse(text.slice("p:b ".length)) as object,
  );
  const message = { f: "1", t: "event", s: "session", i: "me.1" };
  assert.equal(messages, [
    { ...message, e: [[2, "b"]], x: "" },
    { ...message, e: {}, x: "1" },
  ]);
});

test("the script APPEND publishes nothing if the client reads the stream in the process that writes it", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts);
  await append(scripts, "me", [1, "a"]);
  await scripts.client.hSet("p:s:s", "me.1r", "me");
  await append(scripts, "me", [2, "b"]);
  assert.equal(await scripts.published(), []);
});

test("the script RESUME changes a stream's writer only if the former writer has ended", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts);
  assert.equal(await resume(scripts, 0), [[]]);
  await append(scripts, "b", [1, "a", 2, "b"]);
  assert.equal(await resume(scripts, 3), [[], "b"]);
  assert.equal(await scripts.published(), []);
  assert.equal(await resume(scripts, 2), [[], "b", "[1]", "2", "", "0", []]);
  assert.equal(await scripts.published(), ["p:b cut"]);
  assert.equal(await resume(scripts, 2, "", "c"), [
    [],
    "b",
    "[1]",
    "2",
    "",
    "0",
    [],
  ]);
  assert.equal(await scripts.published(), ["p:me cut"]);
  // Two events are stored, but the ended process may have sent up to 1,000 more
  // without storing them. The client may therefore know number 1,002, but not
  // 1,003.
  assert.equal(await resume(scripts, 1_003, "b"), [[], "b"]);
  const [, writer] = (await resume(scripts, 1_002, "b")) as string[];
  assert.is(writer, "me");
  const { "me.1w": saved, "me.1r": reader } = await fields(scripts, "s:s");
  assert.equal([saved, reader], ["me", "me"]);
});

test("the script RESUME makes another process the writer of a GET stream", async (world) => {
  const scripts = await startScripts(world);
  await open(scripts, "s", "4");
  await append(scripts, "b", [1, "a"], { ids: "[]", end: "" });
  await scripts.client.hSet("p:s:s", "me.1r", "c");
  await tell(scripts, "queued");
  assert.equal(await resume(scripts, 1), [
    [],
    "me",
    "[]",
    "1",
    "",
    "4",
    ["queued"],
  ]);
  assert.equal(await scripts.published(), ["p:c cut", "p:b cut"]);
  const { g, s } = await fields(scripts, "s");
  assert.equal([g, s], ["me", "7"]);
});

test("the script DROP_STREAMS deletes only streams that the calling process writes", async (world) => {
  const scripts = await startScripts(world);
  await fill(scripts);
  const before = (await counted(scripts))["=ann"] ?? 0;
  assert.is(await drop(scripts, "b", "me.1", "me.2"), 0);
  assert.equal(await counted(scripts), { "=ann": before });
  assert.is(await drop(scripts, "me", "me.1", "me.2"), 1);
  assert.not((await scripts.names()).includes("s:me.1"));
  assert.equal(await fields(scripts, "s:s"), { wb: "106" });
  assert.equal(await counted(scripts), { "=ann": 106 });
});

test.run();
