/**
 * Tests of how a process takes over the streams and the messages of a client
 * that was connected to another process.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClusterNode } from "../../../../runtime/redis/cluster-node.js";
import { SharedEvents } from "../../../../runtime/redis/events.js";
import { Listeners } from "../../../../runtime/redis/sessions/listeners.js";
import { handleMessages } from "../../../../runtime/redis/sessions/session-messages.js";
import {
  LOST_EVENTS,
  ResumedStreams,
} from "../../../../runtime/redis/sessions/resumed-streams.js";
import { SessionRepository } from "../../../../runtime/redis/sessions/session-repository.js";
import { ALIVE_STEP } from "../../../../runtime/redis/store/scripts.js";
import {
  LISTEN_STEP,
  OPEN_STEP,
  TELL_STEP,
} from "../../../../runtime/redis/store/session-scripts.js";
import {
  APPEND_STEP,
  READ_STEP,
  RESUME_STEP,
} from "../../../../runtime/redis/store/stream-scripts.js";
import {
  parseEventId,
  toSessionId,
  type EventId,
} from "../../../../runtime/redis/store/values.js";
import {
  fakeStore,
  type ScriptRun,
} from "../../../harness/redis/fake-store.js";
import { fakeTable } from "../../../harness/redis/session-table.js";
import { withStoppedClock } from "../../../harness/time/clock.js";
import type { HttpCaller } from "../../../../runtime/http/security/auth.js";
import type { StoppedClock } from "../../../harness/time/clock.js";

const test = suite("redis: resumed streams");

const ID = toSessionId("00000000-0000-4000-8000-000000000001");
const STREAM = "bbbbbbbbbbbb.1";
const NAME = `${ID}/${STREAM}`;
const WRITER = "bbbbbbbbbbbb";
const ANN = { subject: "ann" } as unknown as HttpCaller;
const at = (number: number) => parseEventId(`${STREAM}-${number}`) as EventId;

const STEPS = {
  [ALIVE_STEP]: "ALIVE",
  [APPEND_STEP]: "APPEND",
  [LISTEN_STEP]: "LISTEN",
  [OPEN_STEP]: "OPEN",
  [READ_STEP]: "READ",
  [RESUME_STEP]: "RESUME",
  [TELL_STEP]: "TELL",
};

const LOST =
  "The process that ran the request has ended; the request is not run again";

const data = (number: number): string => `{"method":"m","n":${number}}`;

/** Simulated store, and a process that uses the session `ID`. */
class World {
  /** Reply of the script RESUME. */
  resumed: readonly unknown[] = [[]];
  /** Reply of the script LISTEN. */
  heard: readonly unknown[] = [[], "0", []];
  /**
   * Replies of the script TELL, one for each run. A reply is the name of the
   * process to which the script published the message, or an empty text if it
   * queued the message.
   */
  told: string[] = [];
  alive = 0;
  stored: readonly (readonly [number: number, data: string])[] = [];
  readonly fake = fakeStore((run) => this.#answer(run));
  readonly node = new ClusterNode(this.fake.store, 5_000);
  readonly table = fakeTable();
  readonly sessions = new SessionRepository(
    this.node,
    this.table.table,
    60_000,
  );
  readonly listeners = new Listeners(this.sessions);
  readonly events = new SharedEvents(this.node);
  readonly reported: string[] = [];
  readonly streams = new ResumedStreams(
    this.sessions,
    this.listeners,
    this.events,
    (problem) => this.reported.push(problem.message),
  );
  /**
   * Events that the client received on the resumed stream, and how the stream
   * was opened and closed.
   */
  readonly log: string[] = [];

  constructor() {
    Object.assign(this.node, { ready: () => undefined });
    handleMessages(this.sessions, this.listeners, this.streams);
  }

  /** Opens the session. Its streams record the sent events in `log`. */
  async open() {
    const added = this.table.add(ID);
    await this.sessions.open(ID, {}, []);
    const known = new Map<string, object>();
    const listeners: object[] = [];
    Object.assign(added.entry.session, {
      streams: {
        listener: undefined,
        get: (id: string) => known.get(id),
        adopt: (id: string, ids: readonly number[]) => {
          this.events.begin(`${ID}/${id}`, ids);
          const stream = {
            send: (text: string) => this.log.push(text),
            end: () => this.log.push("end"),
            cut: () => this.log.push("cut"),
          };
          known.set(id, stream);
          return stream;
        },
        addListener: (stream: object) => listeners.push(stream),
        isListener: (stream: object) => listeners.includes(stream),
        delete: (stream: object) => {
          for (const [id, other] of known)
            if (other === stream) known.delete(id);
        },
      },
    });
    return added;
  }

  /**
   * Resumes the stream after the event `number`. Returns the rejection, if any.
   */
  resume(number = 0) {
    return this.streams.resume(ID, ANN, at(number), () =>
      this.log.push("opened"),
    );
  }

  /** Simulates a recent heartbeat of the process that writes the stream. */
  beat(): void {
    const hear = this.node as unknown as { isHeardFrom(name: string): boolean };
    hear.isHeardFrom = (name) => name === WRITER;
  }

  steps(): unknown[] {
    return this.fake.runs
      .splice(0)
      .map(({ script, args }) => [STEPS[script], ...args]);
  }

  /**
   * Returns the names of the scripts that ran since the previous call of
   * `names`.
   */
  names(): unknown[] {
    return this.steps().map((step) => (step as unknown[])[0]);
  }

  #answer({ script, args }: ScriptRun): unknown {
    const step = STEPS[script];
    if (step === "RESUME") return this.resumed;
    if (step === "LISTEN") return this.heard;
    if (step === "TELL") return this.told.shift() ?? "";
    if (step === "ALIVE") return this.alive;
    if (step !== "READ") return step === "APPEND" ? "ok" : 1;
    return this.stored
      .filter(([number]) => number >= Number(args[0]))
      .map(([number, text]) => [`0-${number}`, ["d", text]]);
  }
}

/** Runs a test with a process in which the session is open. */
const opened =
  (
    body: (
      world: World,
      session: Awaited<ReturnType<World["open"]>>,
      clock: StoppedClock,
    ) => unknown,
  ) =>
  async (): Promise<void> => {
    const world = new World();
    await world.fake.prepare(...Object.keys(STEPS));
    await withStoppedClock(async (clock) => {
      const session = await world.open();
      world.names();
      await body(world, session, clock);
    });
  };

const REMOTE = [[], WRITER, "[1]", "2", "", "0", []];

test(
  "a resumed stream sends the events that the stream's writing process publishes",
  opened(async (world) => {
    world.beat();
    world.resumed = REMOTE;
    assert.is(await world.resume(1), undefined);
    assert.equal(world.names(), ["RESUME"]);
    const hear = world.node.on["event"];
    hear?.({ t: "event", s: ID, i: STREAM, e: [[3, "three"]], x: "" });
    hear?.({ t: "event", s: ID, i: STREAM, e: {}, x: "1" });
    assert.equal(world.log, ["opened", "three", "end"]);
  }),
);

test(
  "a resumed stream sends the events that were published while the process was not subscribed",
  opened(async (world, _session, clock) => {
    world.beat();
    world.resumed = REMOTE;
    await world.resume(2);
    world.stored = [3, 4].map((number) => [number, data(number)]);
    for (const call of world.node.onMissed) call();
    await clock.wait(0);
    assert.equal(world.log, ["opened", data(3), data(4)]);
  }),
);

test(
  "if a stream's writing process has ended, the open requests get an error at the next heartbeat",
  opened(async (world, _session, clock) => {
    world.beat();
    world.resumed = [[], WRITER, "[1,2]", "2", "", "0", []];
    await world.resume(2);
    for (const call of world.node.onBeat) call();
    await clock.wait(0);
    assert.equal(world.log, ["opened"]);
    Object.assign(world.node, { isHeardFrom: () => false });
    world.resumed = [[], world.node.name, "[1,2]", "3", "", "0", []];
    world.stored = [[3, '{"id":2,"result":{}}']];
    world.names();
    for (const call of world.node.onBeat) call();
    await clock.wait(0);
    const error = { code: -32603, message: LOST };
    assert.equal(world.log, [
      "opened",
      '{"id":2,"result":{}}',
      JSON.stringify({ jsonrpc: "2.0", id: 1, error }),
      "end",
    ]);
    assert.equal(world.events.countOf(NAME), 3);
    assert.equal(world.reported, []);
  }),
);

test(
  "a stream ends at the next heartbeat if its writing process has ended after the last response",
  opened(async (world, _session, clock) => {
    world.beat();
    world.resumed = REMOTE;
    await world.resume(2);
    Object.assign(world.node, { isHeardFrom: () => false });
    world.resumed = [[], world.node.name, "[1]", "2", "1", "0", []];
    for (const call of world.node.onBeat) call();
    await clock.wait(0);
    assert.equal(world.log, ["opened", "end"]);
  }),
);

test(
  "when a stream is resumed, the open requests of an ended process get an error",
  opened(async (world) => {
    world.resumed = [[], world.node.name, "[1,2]", "2", "", "0", []];
    world.stored = [[1, '{"id":2,"result":{}}']];
    await world.resume(2);
    const error = { code: -32603, message: LOST };
    assert.equal(world.log, [
      "opened",
      JSON.stringify({ jsonrpc: "2.0", id: 1, error }),
      "end",
    ]);
  }),
);

test(
  "a process that takes over a stream sends no errors if another process has already taken it over",
  opened(async (world, _session, clock) => {
    world.beat();
    world.resumed = REMOTE;
    await world.resume(2);
    Object.assign(world.node, { isHeardFrom: () => false });
    world.resumed = [[], "cccccccccccc", "[1]", "2", "", "0", []];
    for (const call of world.node.onBeat) call();
    await clock.wait(0);
    assert.equal(world.log, ["opened"]);
  }),
);

for (const isOwn of [true, false])
  test(
    `a resumed stream that ${isOwn ? "this" : "another"} process has ended ends without waiting for events`,
    opened(async (world) => {
      world.beat();
      const writer = isOwn ? world.node.name : WRITER;
      world.resumed = [[], writer, "[1]", "2", "1", "0", []];
      await world.resume(2);
      const event = { t: "event", s: ID, i: STREAM, e: [[3, "three"]], x: "" };
      world.node.on["event"]?.(event);
      assert.equal(world.log, ["end", "opened"]);
      assert.is(world.events.countOf(NAME), undefined);
    }),
  );

test(
  "the next event of a taken-over stream follows the client's last event, even if this event was not stored",
  opened(async (world) => {
    world.resumed = [[], world.node.name, "[]", "2", "", "0", []];
    await world.resume(5);
    assert.is(world.events.countOf(NAME), 5);
  }),
);

test(
  "a stream of another process can be resumed twice in the same process",
  opened(async (world) => {
    world.beat();
    world.resumed = REMOTE;
    await world.resume(1);
    await world.resume(2);
    const event = { t: "event", s: ID, i: STREAM, e: [[3, "three"]], x: "" };
    world.node.on["event"]?.(event);
    assert.equal(world.log, ["opened", "cut", "opened", "three"]);
    world.resumed = [[]];
    Object.assign(world.node, { isHeardFrom: () => false });
    assert.is(await world.resume(9), LOST_EVENTS);
    world.node.on["event"]?.({ ...event, e: [[4, "four"]] });
    assert.is(world.log.at(-1), "four");
  }),
);

test(
  "a stream of this process can be resumed before its events are stored",
  opened(async (world, session) => {
    session.entry.session.streams.adopt(STREAM, [1]);
    world.resumed = [[]];
    assert.is(await world.resume(0), undefined);
    world.events.append(NAME, { number: 1, data: data(1) });
    assert.is(await world.resume(1), undefined);
    assert.equal(world.log, ["opened", "opened"]);
    const lasts = (world.steps() as string[][])
      .filter(([step]) => step === "RESUME")
      .map((step) => step.at(-1));
    assert.equal(lasts, ["0", "0"]);
  }),
);

test(
  "a request to resume an unknown stream of this process is rejected without a second attempt",
  opened(async (world) => {
    const { name } = world.node;
    Object.assign(world.node, { isHeardFrom: () => true });
    world.resumed = [[]];
    const event = parseEventId(`${name}.9-1`) as EventId;
    const outcome = world.streams.resume(ID, ANN, event, () => {});
    assert.is(await outcome, LOST_EVENTS);
    assert.equal(world.names(), ["RESUME"]);
  }),
);

test(
  "a request to resume a stream is rejected if the store does not have the given event",
  opened(async (world) => {
    world.resumed = [[]];
    assert.is(await world.resume(1), LOST_EVENTS);
    world.node.on["event"]?.({ t: "event", s: ID, i: STREAM, e: [], x: "1" });
    assert.equal(world.log, []);
  }),
);

test(
  "a process tries again to resume a stream if the given event is not stored yet",
  opened(async (world, _session, clock) => {
    world.beat();
    world.resumed = [[], WRITER];
    const resuming = world.resume(2);
    await clock.wait(199);
    assert.is(world.names().length, 2);
    world.resumed = REMOTE;
    await clock.wait(1);
    assert.is(await resuming, undefined);
    assert.equal(world.names(), ["RESUME"]);
    assert.equal(clock.pending, []);
  }),
);

test(
  "a client that resumes a GET stream gets the queued messages",
  opened(async (world, session) => {
    const queued = { method: "m", data: "queued" };
    const waiting = [JSON.stringify(queued)];
    world.resumed = [[], world.node.name, "[]", "2", "", "0", waiting];
    await world.resume(2);
    assert.ok(world.listeners.homes.has(ID));
    assert.equal(session.messages, [{ tell: queued }]);
    world.node.on["cut"]?.({ t: "cut", s: ID, i: STREAM });
    assert.equal(world.log, ["opened", "cut"]);
    assert.is(world.events.countOf(NAME), undefined);
    await world.resume(2);
    assert.is(world.events.countOf(NAME), 2);
  }),
);

test(
  "a client that opens a GET stream gets its queued messages and missed notifications",
  opened(async (world, session) => {
    const queued = { method: "m", data: "queued" };
    world.heard = [[], "4", [JSON.stringify(queued)]];
    const params = { uri: "a" };
    world.node.changes.push(
      { number: 4, method: "old", params: undefined },
      { number: 5, method: "list", params: undefined },
      { number: 6, method: "list", params: undefined },
      { number: 7, method: "list", params },
    );
    let opened = 0;
    await world.listeners.hear(ID, ANN, () => (opened += 1));
    assert.is(opened, 1);
    assert.equal(session.messages, [
      { tell: queued },
      { broadcast: "list", params: undefined },
      { broadcast: "list", params },
    ]);
    assert.ok(world.listeners.homes.has(ID));
  }),
);

test(
  "a process no longer holds a client's GET stream after the client opened one to another process",
  opened(async (world) => {
    await world.listeners.hear(ID, ANN, () => {});
    assert.ok(world.listeners.homes.has(ID));
    world.node.on["away"]?.({ t: "away", s: ID });
    assert.not(world.listeners.homes.has(ID));
  }),
);

const MESSAGE = { method: "m", data: "text" };

test(
  "a message to an ended process is queued for the client",
  opened(async (world, _session, clock) => {
    const skipped = () =>
      (world.steps() as string[][])
        .filter(([step]) => step === "TELL")
        .map(([, , , process, , queued]) => [process, queued]);
    const queued = JSON.stringify(MESSAGE);
    world.told = [WRITER, ""];
    world.listeners.tell(ID, MESSAGE);
    await clock.wait(0);
    assert.equal(skipped(), [
      [world.node.name, queued],
      [WRITER, queued],
    ]);
    world.alive = 1;
    world.told = [WRITER];
    world.listeners.tell(ID, MESSAGE);
    await clock.wait(0);
    assert.equal(skipped(), [[world.node.name, queued]]);
  }),
);

test(
  "the script RESUME receives the message that disconnects the stream's previous reader as an argument",
  opened(async (world) => {
    world.beat();
    world.resumed = REMOTE;
    await world.resume(2);
    const [step = []] = world.steps() as string[][];
    const away = JSON.stringify({ f: "1", t: "away", s: ID });
    const cut = JSON.stringify({ f: "1", t: "cut", s: ID, i: STREAM });
    const expected = ["mcp:p:", away, "0", STREAM, "", cut, "2"];
    assert.equal(step.slice(5), expected);
  }),
);

test(
  "the script TELL receives the cluster message and the queue entry as arguments",
  opened(async (world, _session, clock) => {
    world.listeners.tell(ID, MESSAGE);
    await clock.wait(0);
    const told = { f: "1", t: "tell", s: ID, m: "m", d: "text" };
    assert.equal(world.steps(), [
      [
        "TELL",
        "60000",
        "mcp:p:",
        world.node.name,
        JSON.stringify(told),
        JSON.stringify(MESSAGE),
        "1000000",
      ],
    ]);
  }),
);

test(
  "if a process receives a message for an unknown session, it runs the script TELL",
  opened(async (world, session, clock) => {
    const told = { t: "tell", s: ID, m: "m", d: "text" };
    world.node.on["tell"]?.(told);
    assert.equal(session.messages, [{ tell: MESSAGE }]);
    world.table.table.entries.delete(ID);
    world.node.on["tell"]?.(told);
    await clock.wait(0);
    assert.equal(world.names(), ["TELL"]);
  }),
);

test(
  "only the process that answers a request handles the cancellation of the request",
  opened((world, session) => {
    const m = { method: "notifications/cancelled", params: { requestId: 4 } };
    let answering: unknown[] = [];
    Object.assign(session.entry.session, {
      answering: (ids: unknown[]) => ids.every((id) => answering.includes(id)),
    });
    world.node.on["cancel"]?.({ t: "cancel", s: ID, m });
    assert.equal(session.messages, []);
    answering = [4];
    world.node.on["cancel"]?.({ t: "cancel", s: ID, m });
    world.node.on["message"]?.({ t: "message", s: ID, m: { id: 1 } });
    assert.equal(session.messages, [m, { id: 1 }]);
    world.node.on["end"]?.({ t: "end", s: ID });
    assert.not(world.table.table.entries.has(ID));
  }),
);

test(
  "notifications that could not be stored are still sent after another process takes over the stream",
  opened(async (world, _session, clock) => {
    const stored = [data(1), '{"id":1,"result":{}}'];
    world.events.onMoved(
      ID,
      STREAM,
      stored.map((text, index) => ({ number: index + 1, data: text })),
    );
    await clock.wait(0);
    assert.equal(
      (world.steps() as string[][]).map(([step, , , , , queued]) => [
        step,
        queued,
      ]),
      [["TELL", JSON.stringify({ method: "m", data: data(1) })]],
    );
  }),
);

test(
  "after a process has closed its copy of a session, it sends the client no events",
  opened(async (world, session, clock) => {
    await world.listeners.hear(ID, ANN, () => {});
    world.beat();
    world.resumed = REMOTE;
    await world.resume(2);
    world.sessions.leave(session.entry);
    await clock.wait(0);
    assert.not(world.listeners.homes.has(ID));
    world.node.on["event"]?.({
      t: "event",
      s: ID,
      i: STREAM,
      e: [[3, "three"]],
      x: "",
    });
    assert.equal(world.log, ["opened"]);
  }),
);

test.run();
