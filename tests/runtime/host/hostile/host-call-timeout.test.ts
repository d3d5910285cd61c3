/**
 * Tests of the timeout of calls that wait in a queue until earlier calls are
 * answered.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withStoppedClock } from "../../../harness/time/clock.js";
import {
  failure,
  createScriptedHost,
} from "../../../harness/host/scripted-servers.js";

const test = suite("host: waiting calls");

test("a call that waits behind 16 unanswered calls ends after its own timeout", () =>
  withStoppedClock(async (clock) => {
    let calls = 0;
    const { host } = createScriptedHost((method) => {
      if (method === "tools/list") return { tools: [{ name: "t" }] };
      calls += 1;
      return undefined;
    });
    await host.connect();
    const call = (options: object) => host.callTool({ name: "s__t" }, options);
    const stop = new AbortController();
    const long = { timeout: 60_000, signal: stop.signal };
    const stuck = Array.from({ length: 16 }, () => failure(call(long)));
    for (const options of [
      { timeout: 30 },
      { timeout: 60_000, maxTimeout: 30 },
    ]) {
      const queued = failure(call(options));
      await clock.wait(30);
      assert.is(
        await queued,
        "ConnectionError: The request was not sent within 30 ms: too many concurrent calls to the server",
      );
    }
    assert.is(calls, 16);
    // The time in the queue counts towards the timeout of a call. When a call
    // is aborted, the next call in the queue starts.
    const late = [
      failure(call({ timeout: 1_000 })),
      failure(call({ timeout: 60_000, maxTimeout: 1_000 })),
    ];
    await clock.wait(400);
    stop.abort(new Error("enough"));
    await clock.wait(599);
    assert.is(calls, 18);
    await clock.wait(1);
    for (const problem of late) assert.match(await problem, "within 600 ms");
    assert.equal([...new Set(await Promise.all(stuck))], ["Error: enough"]);
    await host.close();
  }));

test.run();
