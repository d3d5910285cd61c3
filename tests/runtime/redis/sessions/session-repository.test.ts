/**
 * Tests of how a process loads, saves and releases the sessions that processes
 * share in the store.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClusterNode } from "../../../../runtime/redis/cluster-node.js";
import { SharedEvents } from "../../../../runtime/redis/events.js";
import { SharedSessions } from "../../../../runtime/redis/sessions/sessions.js";
import {
  NO_SESSION,
  SessionRepository,
} from "../../../../runtime/redis/sessions/session-repository.js";
import {
  END_STEP,
  KEEP_STEP,
  OPEN_STEP,
  SAVE_STEP,
  TOUCH_STEP,
} from "../../../../runtime/redis/store/session-scripts.js";
import { toSessionId } from "../../../../runtime/redis/store/values.js";
import {
  fakeStore,
  type ScriptRun,
} from "../../../harness/redis/fake-store.js";
import { fakeTable, VERSION } from "../../../harness/redis/session-table.js";
import { withStoppedClock } from "../../../harness/time/clock.js";
import type { HttpCaller } from "../../../../runtime/http/security/auth.js";
import type { StoppedClock } from "../../../harness/time/clock.js";

const test = suite("redis: session repository");

const ID = toSessionId("00000000-0000-4000-8000-000000000001");
const IDLE = 60_000;
const OPENING = { id: 7, method: "initialize" };
const ANN = { subject: "ann" } as unknown as HttpCaller;

const STEPS = {
  [END_STEP]: "END",
  [KEEP_STEP]: "KEEP",
  [OPEN_STEP]: "OPEN",
  [SAVE_STEP]: "SAVE",
  [TOUCH_STEP]: "TOUCH",
};

/** Creates the session repository of a process that has joined the cluster. */
async function start(answer: (step: string, run: ScriptRun) => unknown) {
  const fake = fakeStore((run) => answer(STEPS[run.script] ?? "", run));
  await fake.prepare(...Object.keys(STEPS));
  const node = new ClusterNode(fake.store, 5_000);
  const joined = { ready: () => undefined };
  Object.assign(node, joined);
  const table = fakeTable();
  const repository = new SessionRepository(node, table.table, IDLE);
  const ended: string[] = [];
  repository.onEnd.add((id) => ended.push(id));
  const steps = () =>
    fake.runs.splice(0).map(({ script, args }) => [STEPS[script], ...args]);
  return { ...fake, node, table, repository, ended, steps };
}

type World = Awaited<ReturnType<typeof start>>;

/** Runs a test with a session that this process has opened. */
const withSession =
  (
    body: (
      world: World & {
        readonly session: ReturnType<World["table"]["add"]>;
        readonly clock: StoppedClock;
      },
    ) => unknown,
    answer: (step: string, run: ScriptRun) => unknown = () => 1,
  ) =>
  async (): Promise<void> => {
    const world = await start(answer);
    await withStoppedClock(async (clock) => {
      const session = world.table.add(ID);
      await world.repository.open(ID, OPENING, ["read"]);
      await body({ ...world, session, clock });
    });
  };

const endOf = ({ node }: World, most: string) => [
  "END",
  node.name,
  "mcp:p:",
  JSON.stringify({ f: "1", t: "end", s: ID }),
  most,
];

test(
  "a new session is saved with every field that other processes need",
  withSession(({ node, runs }) => {
    const [{ keys, args: [life, ...fields] = [] } = { keys: [] }] = runs;
    assert.equal([keys, life], [[`mcp:{${ID}}`], String(IDLE)]);
    const pairs = fields.flatMap((name, at) =>
      at % 2 === 0 ? [[name, fields[at + 1]]] : [],
    );
    assert.equal(Object.fromEntries(pairs), {
      o: "=ann",
      f: "1",
      i: JSON.stringify(OPENING),
      c: '["read"]',
      v: VERSION,
      s: "0",
      h: "client",
      [`@${node.name}`]: "1",
    });
  }),
);

test("a session that cannot be saved ends in this process only", async () => {
  const { table, repository, ended, steps } = await start(() => {
    throw new Error("The connection is lost");
  });
  table.add(ID);
  let message = "";
  await repository.open(ID, OPENING, []).catch((error: Error) => {
    message = error.message;
  });
  assert.is(message, "The connection is lost");
  await new Promise(setImmediate);
  assert.equal([...table.table.entries.keys()], []);
  assert.equal(ended, [ID]);
  assert.equal(
    steps().map(([step]) => step),
    ["OPEN"],
  );
});

test(
  "a session that ends in this process is deleted from the store only once",
  withSession(async (world) => {
    const { session, clock, ended, steps, repository } = world;
    steps();
    await session.entry.connection.close();
    await clock.wait(0);
    assert.equal(ended, [ID]);
    assert.equal(steps(), [endOf(world, "")]);
    await repository.ended();
  }),
);

for (const [unused, most] of [
  [0, IDLE + 2_000],
  [59_999, 2_001],
  [IDLE, undefined],
  [IDLE + 1, undefined],
] as const)
  test(
    `when a session that was unused for ${unused} ms ends, the script END ${most ? "runs" : "does not run"}`,
    withSession(async (world) => {
      const { session, clock, ended, steps, node } = world;
      steps();
      clock.skip(unused);
      session.entry.end();
      await clock.wait(0);
      assert.equal(ended, [ID]);
      assert.equal(steps(), most ? [endOf(world, String(most))] : []);
      assert.ok(node.staying.has(`connection ${ID}`));
    }),
  );

test(
  "when a session continues in another process, the end of its old connection removes no tasks",
  withSession(async ({ repository, session, node, clock, steps }) => {
    steps();
    repository.stay(ID);
    assert.ok(repository.stays(ID));
    await session.entry.connection.close();
    await clock.wait(1_999);
    assert.equal([...node.staying], [`connection ${ID}`]);
    await clock.wait(1);
    assert.equal([...node.staying], []);
    assert.equal(steps(), []);
  }),
);

test(
  "closing a session that was opened again in this process deletes it from the store",
  withSession(async (world) => {
    const { repository, table, clock, steps, session } = world;
    repository.leave(session.entry);
    await clock.wait(0);
    table.add(ID);
    await repository.open(ID, OPENING, []);
    steps();
    assert.not(repository.stays(ID));
    await table.sessions.get(ID)?.entry.connection.close();
    await clock.wait(0);
    assert.equal(steps(), [endOf(world, "")]);
  }),
);

test(
  "concurrent calls of end() for one session share a run of the script END",
  withSession(async ({ repository, steps }) => {
    steps();
    const [one, two] = [repository.end(ID), repository.end(ID, 5)];
    assert.is(one, two);
    await one;
    await repository.end(ID);
    assert.is(steps().length, 2);
  }),
);

test(
  "a process reads a session record from the store only if the record has changed",
  withSession(
    async ({ repository, steps, node, runs, table }) => {
      steps();
      const caller = { subject: undefined } as unknown as HttpCaller;
      await repository.touch(ID, ANN);
      await repository.touch(ID, caller, ["x" as never]);
      table.table.entries.delete(ID);
      await repository.touch(ID, ANN);
      const keys = [`{${ID}}`, `{${ID}}:w`, `{${ID}}:s`, "{q1:m}"];
      assert.equal(
        runs[0]?.keys,
        keys.map((key) => `mcp:${key}`),
      );
      const life = String(IDLE);
      assert.equal(steps(), [
        ["TOUCH", "=ann", "1", life, node.name],
        ["TOUCH", "", "1", life, node.name, "x"],
        ["TOUCH", "=ann", "", life, node.name],
      ]);
    },
    (step) => (step === "TOUCH" ? [] : 1),
  ),
);

test(
  "a process ends a session if the owner's request finds no session record in the store",
  withSession(async ({ repository, table, clock, steps }) => {
    steps();
    const eve = { subject: "eve" } as unknown as HttpCaller;
    assert.is(repository.update(ID, eve, null), NO_SESSION);
    assert.ok(table.table.entries.has(ID));
    assert.is(repository.update(ID, ANN, []), undefined);
    assert.is(repository.update(ID, ANN, null), NO_SESSION);
    assert.not(table.table.entries.has(ID));
    await clock.wait(0);
    assert.equal(steps(), []);
    assert.is(repository.update(ID, ANN, []), NO_SESSION);
  }),
);

test("a session of another process is restored from its record", async () => {
  const { repository, table } = await start(() => 1);
  const record = ["i", JSON.stringify(OPENING), "c", '["read"]', "n", "3"];
  const fields = [...record, "v", VERSION, "p", "1", "l", "debug"];
  assert.is(repository.update(ID, ANN, fields), undefined);
  const length = JSON.stringify(OPENING).length;
  assert.equal(table.created, [
    { id: ID, subject: "ann", scopes: ["read"], length },
  ]);
  const { messages, connection } = table.sessions.get(ID)!;
  assert.equal(messages, [{ open: OPENING }]);
  assert.is(connection.peer.logLevel, "debug");
  assert.not(repository.stays(ID));
  assert.is(repository.save(ID), undefined);
});

for (const [problem, fields, rejection, expected] of [
  ["another revision", ["v", "1999-01-01"], undefined, NO_SESSION],
  [
    "a limit of this process",
    ["v", VERSION],
    { status: 503, message: "Too many sessions are open" },
    { status: 503, message: "Too many sessions are open" },
  ],
] as const)
  test(`because of ${problem}, a process refuses to take over another process's session`, async () => {
    const { repository, table } = await start(() => 1);
    table.rejection = rejection;
    const record = ["i", JSON.stringify(OPENING), ...fields];
    assert.equal(repository.update(ID, ANN, record), expected);
    assert.equal([...table.table.entries.keys()], []);
  });

test(
  "a second call of save() does not write the saved session changes again",
  withSession(
    async ({ repository, session, steps, node }) => {
      steps();
      session.connection.peer.logLevel = "debug";
      session.connection.traffic.uris.add("a");
      assert.ok(repository.isUnsaved(ID));
      const saving = repository.save(ID);
      assert.ok(repository.isUnsaved(ID));
      await saving;
      assert.not(repository.isUnsaved(ID));
      assert.is(repository.save(ID), undefined);
      await repository.touch(ID, ANN).catch(() => {});
      assert.equal(steps(), [
        ["SAVE", "p", "1", "l", "debug", "ua", "1"],
        ["TOUCH", "=ann", "", String(IDLE), node.name],
      ]);
    },
    (step) => (step === "TOUCH" ? [] : 1),
  ),
);

test(
  "session changes that could not be saved are saved by the next call of save()",
  withSession(
    async ({ repository, clock }) => {
      await repository.save(ID)?.catch(() => {});
      clock.skip(1_000);
      assert.ok(repository.isUnsaved(ID));
      const again = repository.save(ID);
      assert.ok(again);
      await again.catch(() => {});
    },
    (step) => {
      if (step === "SAVE") throw new Error("The connection is lost");
      return 1;
    },
  ),
);

test("one script run extends the lifetime of up to 1,000 sessions", async () => {
  const { repository, store, runs } = await start(() => 1);
  const ids = Array.from({ length: 1_001 }, () => ID);
  const sizes = async () => {
    repository.keepBusy(ids);
    await new Promise(setImmediate);
    const all = runs.splice(0);
    assert.equal(all[0]?.args, [String(IDLE)]);
    return all.map(({ keys }) => keys.length);
  };
  assert.is((await sizes()).length, 1_001);
  await store.findSlots();
  assert.equal(await sizes(), [1_000, 1]);
});

test("a process extends the lifetime of its busy sessions once per quarter of the idle time", async () => {
  const { node, table, runs } = await start(() => 1);
  await withStoppedClock(async (clock) => {
    Object.assign(table.add(ID).entry.session, { busy: true });
    table.add("00000000-0000-4000-8000-000000000002");
    const events = new SharedEvents(node);
    const local = { table: table.table } as never;
    new SharedSessions(node, events, local, IDLE, () => {});
    const kept: unknown[] = [];
    for (const pause of [IDLE / 4 - 1, 1, 1]) {
      clock.skip(pause);
      for (const call of node.onBeat) call();
      await clock.wait(0);
      kept.push(runs.splice(0).map(({ keys }) => keys));
    }
    assert.equal(kept, [[], [[`mcp:{${ID}}`]], []]);
  });
});

test.run();
