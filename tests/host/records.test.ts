/** Entries of a host's record, and how many calls there are at a time. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ConnectionError,
  McpError,
} from "../../templates/runtime/connection/json-rpc/errors.js";
import type { AuditEntry } from "../../templates/runtime/host/consent/audit.js";
import { Gate } from "../../templates/runtime/host/consent/gate.js";
import { Recorder } from "../../templates/runtime/host/consent/recorder.js";
import { cyclic } from "../runtime/support.js";
import { later } from "../support/later.js";

const parts = suite("host: records and limits");

/** The entry that is made of what crossed. */
function entryOf(
  crossed: readonly unknown[],
  name?: string,
  error?: Error,
): AuditEntry {
  const entries: AuditEntry[] = [];
  const hooks = { tell: (_server: string, work: () => void) => work() };
  const recorder = new Recorder((one) => entries.push(one), hooks as never);
  recorder.begin("s", "server", "ping", name)("failed", crossed, error);
  assert.is(entries.length, 1);
  return entries[0] as AuditEntry;
}

parts("reasons are the protocol's words, never the server's", () => {
  for (const [error, reason] of [
    [new McpError(-32602, "secret"), "error -32602"],
    [new ConnectionError("timeout", "secret"), "timeout"],
    [new TypeError("secret"), "TypeError"],
    [undefined, undefined],
  ] as const) {
    const { time, milliseconds, ...rest } = entryOf(["x"], "n", error);
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
    assert.ok(Number.isInteger(milliseconds) && milliseconds >= 0);
    const what = { server: "s", from: "server", what: "ping", name: "n" };
    const why = reason === undefined ? {} : { reason };
    assert.equal(rest, { ...what, decision: "failed", ...why, size: 3 });
  }
  assert.not("name" in entryOf([]));
});

parts("the size is that of all that crossed, as JSON", () => {
  for (const [crossed, size] of [
    [[], 0],
    [[undefined], 0],
    [["ab"], 4],
    [[{ a: 1 }, [1, 2]], 12],
    [[undefined, null], 4],
    [[cyclic, 1], Infinity],
  ] as const)
    assert.is(entryOf(crossed).size, size);
});

parts("without an audit nothing is measured", () => {
  const done = new Recorder(undefined, {} as never).begin("s", "host", "x");
  const toJSON = (): never => {
    throw new Error("measured");
  };
  done("allowed", [{ toJSON }]);
});

parts("so many at a time, the others in order", async () => {
  const gate = new Gate(2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string, signal?: AbortSignal): Promise<void> =>
    gate.pass(() => {
      log.push(name);
      const { promise, resolve } = later();
      ends.push(resolve);
      return promise;
    }, signal);
  const leaving = new AbortController();
  const all = [run("a"), run("b")];
  const left = run("c", leaving.signal).catch((error: Error) => error.message);
  all.push(run("d"));
  leaving.abort(new Error("gone"));
  assert.is(await left, "gone");
  assert.equal(log, ["a", "b"]);
  ends.shift()?.();
  await new Promise((done) => setImmediate(done));
  assert.equal(log, ["a", "b", "d"]);
  for (const end of ends) end();
  await Promise.all(all);
});

parts.run();
