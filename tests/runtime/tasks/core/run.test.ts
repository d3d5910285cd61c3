/** Tests of requests that a running core task sends to its requestor. */
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConnectionError } from "../../../../runtime/json-rpc/messages/errors.js";
import { CoreTaskRun } from "../../../../runtime/tasks/core/run.js";
import { nextTurn } from "../../../harness/time/clock.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";

const test = suite("core tasks: requests of a running task");

/**
 * Creates a connection that records the requests of the task. The test answers
 * each recorded request.
 */
function createConnection() {
  const sent: { readonly signal: AbortSignal; answer(): void }[] = [];
  const connection = {
    request: (
      _method: string,
      _params: object,
      { signal }: { readonly signal: AbortSignal },
    ) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
        sent.push({ signal, answer: () => resolve({}) });
      }),
  };
  const call = {
    id: 1,
    connection,
    message: { id: 1, method: "tools/call" },
    endpoint: { prepare() {} },
  } as unknown as Call;
  return { sent, call };
}

const count = (signal: AbortSignal): number =>
  getEventListeners(signal, "abort").length;

test("the abort listener of a task's request is removed when the request is answered", async () => {
  const { sent, call } = createConnection();
  const run = new CoreTaskRun("task", call, () => Promise.resolve());
  const { signal } = new AbortController();
  for (let n = 0; n < 3; n += 1) {
    const asked = run.request("ping", {}, { signal });
    await nextTurn();
    assert.is(count(signal), 1);
    const leave = run.listen(call);
    await nextTurn();
    assert.is(count(signal), 1);
    sent[n]?.answer();
    await asked;
    leave();
    assert.is(count(signal), 0);
  }
});

test("if the requestor waits on another connection, the task sends its unanswered request there again", async () => {
  const [one, two] = [createConnection(), createConnection()];
  const run = new CoreTaskRun("task", one.call, () => Promise.resolve());
  run.listen(one.call);
  const asked = run.request("ping", {}, {});
  await nextTurn();
  run.listen({ ...one.call, id: 2 } as unknown as Call);
  await nextTurn();
  assert.equal([one.sent.length, one.sent[0]?.signal.aborted], [1, false]);
  run.listen(two.call);
  await nextTurn();
  assert.equal([one.sent[0]?.signal.aborted, two.sent.length], [true, 1]);
  two.sent[0]?.answer();
  await asked;
  run.listen(one.call);
  await nextTurn();
  assert.is(two.sent[0]?.signal.aborted, false);
});

test("a request rejects if its task is not allowed to send the request", async () => {
  const { call } = createConnection();
  call.endpoint.prepare = () => {
    throw new Error("refused");
  };
  const moves: string[] = [];
  const run = new CoreTaskRun("task", call, (status) => {
    moves.push(status);
    return Promise.resolve();
  });
  const asked = run.request("ping", {}, {}).then(() => "sent", String);
  assert.is(await asked, "Error: refused");
  await run.report("half");
  assert.equal(moves, ["working"]);
});

test("a task sends its messages on the stream of the newest unanswered tasks/result request", () => {
  const calls = [createConnection(), createConnection(), createConnection()];
  const [first, second, third] = calls.map(({ call }) => call) as [
    Call,
    Call,
    Call,
  ];
  const run = new CoreTaskRun("task", first, () => Promise.resolve());
  const leave = run.listen(second);
  const leaveAgain = run.listen(third);
  assert.is(run.channel, third);
  leaveAgain();
  assert.is(run.channel, second);
  leave();
  assert.is(run.channel, run.call);
});

test("if a request fails because the connection closed, the task repeats the request on the next connection", async () => {
  const [one, two] = [createConnection(), createConnection()];
  const closed = new ConnectionError("closed", "The connection was closed");
  one.call.connection.request = () => Promise.reject(closed);
  const run = new CoreTaskRun("task", one.call, () => Promise.resolve());
  run.listen(one.call);
  const asked = run.request("ping", {}, {}).catch(String);
  await nextTurn();
  run.listen(two.call);
  await nextTurn();
  two.sent[0]?.answer();
  assert.equal(await asked, {});
});

test("a request whose signal is already aborted is passed to the connection as aborted", async () => {
  const { sent, call } = createConnection();
  const run = new CoreTaskRun("task", call, () => Promise.resolve());
  run.listen(call);
  const signal = AbortSignal.abort();
  void run.request("ping", {}, { signal });
  await nextTurn();
  assert.equal(
    sent.map((request) => request.signal.aborted),
    [true],
  );
});

test("if the requestor also waits in another process, the task does not send its request again", async () => {
  const [one, two] = [createConnection(), createConnection()];
  const run = new CoreTaskRun("task", one.call, () => Promise.resolve());
  run.listen(two.call);
  const asked = run.request("ping", {}, {});
  await nextTurn();
  run.awaited();
  await nextTurn();
  assert.equal([one.sent.length, two.sent.length], [0, 1]);
  assert.is(two.sent[0]?.signal.aborted, false);
  two.sent[0]?.answer();
  await asked;
});

test.run();
