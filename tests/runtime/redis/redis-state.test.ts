/** Tests of how a server process joins the processes that share a store. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RedisState } from "../../../runtime/redis/redis-state.js";
import { SECRET_STEP } from "../../../runtime/redis/store/scripts.js";
import { fakeStore, type ScriptRun } from "../../harness/redis/fake-store.js";
import { nextTurn, withStoppedClock } from "../../harness/time/clock.js";

const test = suite("redis: state of a process");

/** Runs a test with a server process that shares a simulated store. */
const joined =
  (
    body: (world: {
      readonly state: RedisState;
      readonly server: { close(): unknown; deliver(): unknown };
      readonly runs: readonly ScriptRun[];
      /** Calls of the session handler and of the server, in order. */
      readonly calls: readonly string[];
    }) => unknown,
  ) =>
  (): Promise<void> =>
    withStoppedClock(async () => {
      const calls: string[] = [];
      const { store, runs, prepare } = fakeStore(({ script }) =>
        script === SECRET_STEP ? "AAAA" : [],
      );
      await prepare(SECRET_STEP);
      const sessions = {
        stay: () => calls.push("sessions.stay"),
        tell: () => calls.push("sessions.tell"),
      };
      const state = new RedisState(store, 5_000, () => sessions as never);
      const server = {
        endpoint: { all: [] },
        notify: () => {},
        deliver: () => {
          state.tell("s", { method: "m", data: "{}" });
          throw new Error("not valid");
        },
        close: () => calls.push("server.close"),
      };
      state.join(server as never, 60_000, {} as never);
      await body({ state, server, runs, calls });
    });

test(
  "a server that closes leaves its sessions to other processes",
  joined(({ server, calls }) => {
    server.close();
    assert.equal(calls, ["sessions.stay", "server.close"]);
  }),
);

test(
  "a process passes messages to the process of a client's stream, except notifications for all clients",
  joined(({ state, server, calls }) => {
    assert.throws(() => server.deliver(), "not valid");
    assert.equal(calls, []);
    state.tell("s", { method: "m", data: "{}" });
    assert.equal(calls, ["sessions.tell"]);
  }),
);

test(
  "a process stores the shared secret again after messages were lost",
  joined(async ({ state, runs }) => {
    for (let count = 0; count < 2; count += 1) {
      for (const call of state.node.onMissed) call();
      await nextTurn();
    }
    const secrets = runs.filter(({ script }) => script === SECRET_STEP);
    assert.equal(
      secrets.slice(1).map(({ args }) => args),
      [["AAAA"]],
    );
  }),
);

test.run();
