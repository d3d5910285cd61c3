/**
 * Tests of how a process writes the events of its streams to the Redis store.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClusterNode } from "../../../runtime/redis/cluster-node.js";
import { SharedEvents } from "../../../runtime/redis/events.js";
import {
  APPEND_STEP,
  DROP_STREAMS_STEP,
  READ_STEP,
} from "../../../runtime/redis/store/stream-scripts.js";
import { toCount } from "../../../runtime/redis/store/values.js";
import { fakeStore, type ScriptRun } from "../../harness/redis/fake-store.js";
import {
  withStoppedClock,
  type StoppedClock,
} from "../../harness/time/clock.js";
import type { StoredEvent } from "../../../runtime/http/server/sessions/event-store.js";

const test = suite("redis: events");

const ID = "00000000-0000-4000-8000-000000000001";
const STREAM = "0123456789ab.1";
const NAME = `${ID}/${STREAM}`;

/** Number of arguments of the script APPEND that precede the events. */
const HEAD = 9;

const event = (number: number): StoredEvent => ({
  number,
  data: JSON.stringify({ method: "m", n: number }),
});
const answer = (number: number): StoredEvent => ({
  number,
  data: '{"id":1,"result":{}}',
});

/**
 * Returns the arguments of one run of the script APPEND in readable form: the
 * event numbers and other fields.
 */
function readAppend({ args }: ScriptRun): unknown {
  const events = args.slice(HEAD);
  const numbers = events.filter((_, at) => at % 2 === 0).map(Number);
  return { numbers, end: args[5], seen: args[6], requests: args[4] };
}

/** Runs a test with a process that writes events of streams. */
const withEvents =
  (
    body: (world: {
      readonly node: ClusterNode;
      readonly events: SharedEvents;
      readonly runs: ScriptRun[];
      readonly clock: StoppedClock;
      /** Returns the writes (runs of APPEND) since the last call. */
      readonly appended: () => unknown[];
      readonly beat: () => void;
      readonly reported: readonly string[];
    }) => unknown,
    reply: (run: ScriptRun) => unknown = () => "ok",
  ) =>
  async (): Promise<void> => {
    const { store, prepare, runs, reported } = fakeStore(reply);
    await prepare(APPEND_STEP, DROP_STREAMS_STEP, READ_STEP);
    const node = new ClusterNode(store, 5_000);
    const events = new SharedEvents(node);
    events.life = toCount(60_000);
    const appended = (): unknown[] =>
      runs
        .splice(0)
        .filter(({ script }) => script === APPEND_STEP)
        .map(readAppend);
    const beat = (): void => {
      for (const call of node.onBeat) call();
    };
    await withStoppedClock((clock) =>
      body({ node, events, runs, clock, appended, beat, reported }),
    );
  };

/**
 * Creates a function that answers instead of the store. The first `times` runs
 * of the script APPEND fail with the error `problem`.
 */
function failing(problem: string, times: number) {
  return ({ script }: ScriptRun): unknown => {
    if (script !== APPEND_STEP) return [];
    if (times-- > 0) throw new Error(problem);
    return "ok";
  };
}

const LOST = "The connection is lost";
const REFUSED = "OOM command not allowed";

test(
  "all events that are appended in one event loop turn are written together",
  withEvents(async ({ events, node, runs, clock }) => {
    node.seen = 8;
    assert.is(events.begin(NAME, [1, "b"]), 0);
    assert.is(events.countOf(NAME), 0);
    events.append(NAME, event(1));
    events.append(NAME, event(2));
    assert.is(events.countOf(NAME), 2);
    await clock.wait(0);
    const key = `mcp:{${ID}}`;
    assert.equal(runs, [
      {
        script: APPEND_STEP,
        keys: [key, `${key}:s`, `${key}:${STREAM}`, "mcp:{q1:m}"],
        args: [
          STREAM,
          node.name,
          "60000",
          "mcp:p:",
          '[1,"b"]',
          "",
          "",
          ID,
          "1000000",
          "1",
          event(1).data,
          "2",
          event(2).data,
        ],
      },
    ]);
    await events.flushed();
  }),
);

test(
  "one write contains at most 100 events",
  withEvents(async ({ events, clock, appended }) => {
    events.begin(NAME, [1]);
    for (let n = 1; n <= 101; n += 1) events.append(NAME, event(n));
    events.end(NAME);
    await clock.wait(0);
    const writes = appended() as { numbers: number[]; end: string }[];
    assert.equal(
      writes.map(({ numbers, end }) => [numbers.length, end]),
      [
        [100, ""],
        [1, "1"],
      ],
    );
  }),
);

test(
  "when a process stores a GET stream's events, it also stores the last notification's number",
  withEvents(async ({ events, node, clock, appended }) => {
    node.seen = 8;
    events.begin(NAME, []);
    await clock.wait(0);
    events.append(NAME, event(1));
    await clock.wait(0);
    assert.equal(appended(), [
      { numbers: [], end: "", seen: "", requests: "[]" },
      { numbers: [1], end: "", seen: "8", requests: "[]" },
    ]);
  }),
);

test(
  "a failed write is repeated at the next heartbeat",
  withEvents(
    async ({ events, clock, appended, beat }) => {
      events.begin(NAME, [1]);
      events.append(NAME, event(1));
      await clock.wait(0);
      clock.skip(1_000);
      beat();
      events.append(NAME, event(2));
      await clock.wait(0);
      await events.flushed();
      assert.equal(
        (appended() as { numbers: number[] }[]).map(({ numbers }) => numbers),
        [[1], [1, 2]],
      );
      beat();
      await clock.wait(0);
      assert.equal(appended(), []);
    },
    failing(LOST, 1),
  ),
);

test(
  "while the store fails, at most 1,000 events wait to be written",
  withEvents(
    async ({ events, clock, appended, beat }) => {
      events.begin(NAME, [1]);
      for (let n = 1; n <= 1_101; n += 1) events.append(NAME, event(n));
      await clock.wait(0);
      clock.skip(1_000);
      beat();
      await clock.wait(0);
      const [, ...writes] = appended() as { numbers: number[] }[];
      const numbers = writes.flatMap((write) => write.numbers);
      assert.equal([numbers.length, numbers[0]], [1_000, 102]);
    },
    failing(LOST, 1),
  ),
);

test(
  "a process stops writing a stream if the store refuses to mark the stream as ended",
  withEvents(
    async ({ events, clock, appended }) => {
      events.begin(NAME, [1]);
      events.append(NAME, event(1));
      await clock.wait(0);
      assert.is(events.countOf(NAME), undefined);
      assert.equal(
        (appended() as { numbers: number[] }[]).map(({ numbers }) => numbers),
        [[1], []],
      );
    },
    failing(REFUSED, 2),
  ),
);

test(
  "if the store refuses events of a stream, the stream is marked as ended",
  withEvents(
    async ({ events, clock, appended }) => {
      events.begin(NAME, [1]);
      await clock.wait(0);
      appended();
      events.append(NAME, answer(1));
      events.end(NAME);
      await clock.wait(0);
      const writes = appended() as { numbers: number[]; end: string }[];
      assert.equal(
        writes.map(({ numbers, end }) => [numbers, end]),
        [
          [[1], "1"],
          [[], "1"],
        ],
      );
    },
    (() => {
      let count = 0;
      return () => {
        count += 1;
        if (count === 2) throw new Error(REFUSED);
        return "ok";
      };
    })(),
  ),
);

for (const [outcome, moved] of [
  ["moved", [[ID, STREAM, [1]]]],
  ["gone", []],
  ["ended", []],
] as const)
  test(
    `a process stops writing a stream if the store replies "${outcome}"`,
    withEvents(
      async ({ events, clock, appended }) => {
        const calls: unknown[] = [];
        events.onMoved = (session, stream, lost) =>
          calls.push([session, stream, lost.map(({ number }) => number)]);
        events.begin(NAME, [1]);
        events.append(NAME, event(1));
        await clock.wait(0);
        assert.is(events.countOf(NAME), undefined);
        assert.equal(calls, moved as never);
        events.append(NAME, event(2));
        await clock.wait(0);
        assert.is(appended().length, 1);
      },
      () => outcome,
    ),
  );

test(
  "a process writes nothing to a stream while another process still writes the stream",
  withEvents(async ({ events, clock, appended }) => {
    events.adopted.set(NAME, { count: 4, own: false });
    assert.is(events.begin(NAME, [1]), 4);
    events.append(NAME, event(5));
    await clock.wait(0);
    assert.equal(appended(), []);
    events.adopted.set(NAME, { count: 6, own: true });
    assert.is(events.begin(NAME, [1]), 6);
    assert.is(events.countOf(NAME), 6);
    assert.is(events.adopted.size, 0);
    await clock.wait(0);
    assert.equal(appended(), []);
    events.append(NAME, event(7));
    await clock.wait(0);
    assert.is(appended().length, 1);
  }),
);

test(
  "when a process shuts down, it ends only the streams whose last event is a response",
  withEvents(async ({ events, clock, appended }) => {
    events.begin(NAME, [1]);
    await clock.wait(0);
    events.closing = true;
    events.append(NAME, event(1));
    events.end(NAME);
    await clock.wait(0);
    events.append(NAME, answer(2));
    events.end(NAME);
    await clock.wait(0);
    const writes = appended() as { end: string }[];
    assert.equal(
      writes.map(({ end }) => end),
      ["", "", "1"],
    );
  }),
);

test(
  "one script run deletes all dropped streams of a session",
  withEvents(async ({ events, node, runs, clock }) => {
    const names = ["1", "2", "3"].map((n) => `${STREAM}${n}`);
    for (const stream of names) events.begin(`${ID}/${stream}`, [1]);
    await clock.wait(0);
    runs.length = 0;
    const [one = "", two = "", three = ""] = names;
    events.drop(`${ID}/${one}`);
    events.drop(`${ID}/${two}`);
    events.drop(`${ID}/${STREAM}9`);
    events.stays = () => true;
    events.drop(`${ID}/${three}`);
    await clock.wait(0);
    const key = `mcp:{${ID}}`;
    assert.equal(runs, [
      {
        script: DROP_STREAMS_STEP,
        keys: [key, `${key}:s`, "mcp:{q1:m}"],
        args: [node.name, one, two],
      },
    ]);
  }),
);

test("a stream that ends while its last event is being written is marked as ended", () => {
  let endStream = (): void => {};
  return withEvents(
    async ({ events, clock, appended }) => {
      events.begin(NAME, [1]);
      events.append(NAME, answer(1));
      endStream = () => events.end(NAME);
      await clock.wait(0);
      const writes = appended() as { end: string }[];
      assert.equal(
        writes.map(({ end }) => end),
        ["", "1"],
      );
    },
    () => {
      endStream();
      return "ok";
    },
  )();
});

const readAll = async (
  events: SharedEvents,
  after: number,
): Promise<number[]> => {
  const numbers: number[] = [];
  for await (const { number } of events.after(NAME, after))
    numbers.push(number);
  return numbers;
};

test(
  "the process that writes a stream reads the stream's events from memory instead of Redis",
  withEvents(
    async ({ events, runs, clock }) => {
      events.begin(NAME, [1]);
      for (let n = 1; n <= 3; n += 1) events.append(NAME, event(n));
      assert.equal(await readAll(events, 1), [2, 3]);
      await clock.wait(0);
      runs.length = 0;
      events.release(NAME);
      assert.equal(await readAll(events, 1), [2, 3, 4]);
      assert.equal(
        runs.map(({ keys, args }) => [...keys, ...args]),
        [2, 4, 5].map((first) => [`mcp:{${ID}}:${STREAM}`, `${first}`]),
      );
    },
    ({ script, args }) => {
      if (script === APPEND_STEP) return "ok";
      const first = Number(args[0]);
      const stored = [2, 3, 4].filter((n) => n >= first).slice(0, 2);
      return stored.map((n) => [`0-${n}`, ["d", event(n).data]]);
    },
  ),
);

for (const method of ["drop", "release"] as const)
  test(
    `after ${method}(), the events of a stream are no longer read from memory`,
    withEvents(
      async ({ events }) => {
        events.begin(NAME, [1]);
        events.append(NAME, event(1));
        events[method](NAME);
        assert.equal(await readAll(events, 0), []);
      },
      ({ script }) => (script === APPEND_STEP ? "ok" : []),
    ),
  );

test(
  "at the limit of the memory for events, the client with the most events loses events first",
  withEvents(async ({ events }) => {
    const other = `${NAME}2`;
    events.begin(NAME, [1]);
    events.begin(other, [1]);
    events.append(NAME, event(1), "ann");
    for (let n = 1; n <= 10_000; n += 1) events.append(other, event(n), "bob");
    assert.equal(await readAll(events, 0), [1]);
  }),
);

let appendAfter: (() => void) | undefined;
test(
  "an event that is added while a write ends is also written",
  withEvents(
    async ({ events, clock, appended }) => {
      events.begin(NAME, []);
      for (let number = 1; number < 60; number += 2) {
        // Add the second event a different number of microtasks after Redis has
        // stored the first event.
        appendAfter = () => {
          let turns = Promise.resolve();
          for (let left = number; left > 0; left -= 1)
            turns = turns.then(() => {});
          void turns.then(() => events.append(NAME, event(number + 1)));
        };
        events.append(NAME, event(number));
        await clock.wait(0);
        await clock.wait(0);
        const written = appended() as { readonly numbers: number[] }[];
        assert.equal(
          written.flatMap(({ numbers }) => numbers),
          [number, number + 1],
        );
      }
    },
    () => {
      appendAfter?.();
      appendAfter = undefined;
      return "ok";
    },
  ),
);

test(
  "all events that are not stored are passed on if another process has taken over the stream",
  withEvents(
    async ({ events, clock }) => {
      const lost: number[] = [];
      events.onMoved = (_session, _stream, all) =>
        lost.push(...all.map(({ number }) => number));
      events.begin(NAME, []);
      appendAfter = () => events.append(NAME, event(2));
      events.append(NAME, event(1));
      await clock.wait(0);
      assert.equal(lost, [1, 2]);
    },
    () => {
      appendAfter?.();
      appendAfter = undefined;
      return "moved";
    },
  ),
);

test.run();
