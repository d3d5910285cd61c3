/** Tests of the timeout of calls that are queued behind unanswered calls. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  failure,
  createScriptedHost,
} from "../../../harness/host/scripted-servers.js";

const test = suite("host: waiting calls");

test("a call that is queued behind 16 unanswered calls ends by its own timeout", async () => {
  let calls = 0;
  const { host } = createScriptedHost((method) => {
    if (method === "tools/list") return { tools: [] };
    calls += 1;
    return undefined;
  });
  await host.connect();
  const call = (options: object) => host.callTool({ name: "s__t" }, options);
  const stop = new AbortController();
  const long = { timeout: 60_000, signal: stop.signal };
  const stuck = Array.from({ length: 16 }, () => failure(call(long)));
  for (const options of [{ timeout: 30 }, { timeout: 60_000, maxTimeout: 30 }])
    assert.is(
      await failure(call(options)),
      "ConnectionError: The request was not sent within 30 ms: too many concurrent calls to the server",
    );
  assert.is(calls, 16);
  // The time in the queue counts towards the timeout of a call. An aborted call
  // makes room for the next one.
  const late = failure(call({ timeout: 1_000 }));
  setTimeout(() => stop.abort(new Error("enough")), 500);
  const [, left] = /within ([\d.]+) ms/.exec(await late) ?? [];
  assert.ok(Number(left) < 510, left);
  assert.is(calls, 17);
  assert.equal([...new Set(await Promise.all(stuck))], ["Error: enough"]);
  await host.close();
});

test.run();
