/** Tests of many `tasks/result` requests that wait for one core task. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ResultAnswers } from "../../../../runtime/tasks/core/result-answers.js";
import { tasks } from "../../../../runtime/tasks/core/tasks.js";
import {
  defer,
  settled,
  started,
  TASK_SERVER,
  taskTools,
  text,
} from "../../../harness/tasks/receiver.js";
import {
  closeSites,
  openSession,
  PLATFORMS,
  post,
} from "../../../harness/http/site.js";
import { countLongTexts, countTurns } from "../../../harness/run/turns.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";

const MEBI = 2 ** 20;
const LONG = text("x".repeat(MEBI));

const test = suite("core tasks: many waiting requests");
test.after.each(closeSites);

for (const when of ["running", "ended"])
  test(`core tasks: at most 100 tasks/result requests may wait for the result of one task (${when})`, async () => {
    const { promise, resolve } = defer();
    const { peer, taskId } = await started(() => promise.then(() => LONG));
    await settled();
    const end = async (): Promise<void> => (resolve(), settled());
    if (when === "ended") await end();
    const counter = countTurns();
    const turns: number[] = [];
    const codes: unknown[] = [];
    const answers = Array.from({ length: 101 }, async () => {
      const { error, result } = await peer.ask("tasks/result", { taskId });
      if (error) codes.push(error.code);
      else if (result) turns.push(counter.turn);
    });
    await settled();
    assert.equal(codes, [429]);
    if (when === "running") await end();
    await Promise.all(answers);
    counter.stop();
    assert.equal([turns.length, new Set(turns).size], [100, 100]);
    assert.not((await peer.ask("tasks/result", { taskId })).error);
  });

test("core tasks: cancelled tasks/result requests no longer count towards the limit of waiting requests", async () => {
  const { promise, resolve } = defer();
  const { peer, taskId } = await started(() => promise.then(() => LONG));
  const ask = (id: string) =>
    peer.give({ id, method: "tasks/result", params: { taskId } });
  for (let count = 0; count < 100; count += 1) ask(`first ${count}`);
  await settled();
  for (let count = 0; count < 100; count += 1) {
    const params = { requestId: `first ${count}` };
    peer.give({ method: "notifications/cancelled", params });
  }
  await settled();
  const answer = peer.ask("tasks/result", { taskId });
  resolve();
  assert.not((await answer).error);
});

test("core tasks: tasks/result gets 429 if the result exceeds the client's quota for unread data", async () => {
  const { promise, resolve } = defer();
  const { peer, taskId } = await started(() => promise.then(() => LONG));
  const lengths: number[] = [];
  peer.traffic.reserveUnread = (length: number) => lengths.push(length) <= 2;
  const answers = [1, 2, 3].map(() => peer.ask("tasks/result", { taskId }));
  await settled();
  resolve();
  const codes = (await Promise.all(answers)).map(({ error }) => error?.code);
  assert.equal(codes, [undefined, undefined, 429]);
  assert.equal(
    lengths.map((length) => length > MEBI),
    [true, true, true],
  );
});

for (const [platform, serve] of Object.entries(PLATFORMS))
  test(`core tasks: a task result is serialized once for all waiting requests: ${platform}`, async () => {
    const { promise, resolve } = defer();
    const handlers = {
      ...taskTools({ t: () => promise.then(() => LONG) }),
      ...tasks(),
    };
    const site = await serve(TASK_SERVER, handlers as Handlers);
    const session = await openSession(site);
    const call = { method: "tools/call", params: { name: "t", task: {} } };
    const created = await post(site, { id: "c", ...call }, session);
    const { result } = (await created.json()) as {
      result: { task: { taskId: string } };
    };
    const { taskId } = result.task;
    const count = await countLongTexts(MEBI, async () => {
      const ask = async (id: number): Promise<void> => {
        const params = { taskId };
        const message = { id, method: "tasks/result", params };
        const answer = await (await post(site, message, session)).text();
        assert.ok(answer.includes(`"id":${id},"result":{"content"`));
        assert.ok(answer.length > MEBI);
      };
      const answers = Array.from({ length: 20 }, (_, id) => ask(id));
      await settled();
      resolve();
      await Promise.all(answers);
      await ask(20);
    });
    // The result is serialized three times: by the task store, to measure its
    // length; once for the 20 waiting requests; and for the last request.
    assert.is(count, 3);
  });

test("core tasks: a tasks/result request that is cancelled while it waits uses no quota for unread data", async () => {
  const answers = new ResultAnswers();
  const stop = new AbortController();
  let reserved = 0;
  const traffic = { reserveUnread: () => (reserved += 1) > 0 };
  const answer = (signal: AbortSignal): Promise<unknown> =>
    answers.answer(
      { task: { taskId: "t" }, outcome: { result: {} } } as never,
      { signal, connection: { traffic } } as never,
    );
  const first = answer(new AbortController().signal);
  const second = answer(stop.signal).catch((error: unknown) => error);
  stop.abort("enough");
  await first;
  assert.equal([await second, reserved], ["enough", 1]);
});

test.run();
