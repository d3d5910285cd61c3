/** What an entry of the record says: how much crossed, and why something did not. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ConnectionError,
  McpError,
} from "../../templates/runtime/connection/json-rpc/errors.js";
import type { AuditEntry } from "../../templates/runtime/host/consent/audit.js";
import { Recorder } from "../../templates/runtime/host/consent/recorder.js";

const test = suite("host: entries of the record");

/** The entry that is made of what crossed. */
function entryOf(
  name: string | undefined,
  crossed: readonly unknown[],
  error?: Error,
): AuditEntry {
  const entries: AuditEntry[] = [];
  const hooks = { tell: (_server: string, work: () => void) => work() };
  const recorder = new Recorder((one) => entries.push(one), hooks as never);
  recorder.begin("s", "server", "ping", name)("failed", crossed, error);
  assert.is(entries.length, 1);
  return entries[0] as AuditEntry;
}

test("reasons are the protocol's words, never the server's", () => {
  for (const [error, reason] of [
    [new McpError(-32602, "secret"), "error -32602"],
    [new ConnectionError("timeout", "secret"), "timeout"],
    [new TypeError("secret"), "TypeError"],
    [undefined, undefined],
  ] as const) {
    const entry = entryOf(undefined, [], error);
    assert.is(entry.reason, reason);
    assert.is("reason" in entry, error !== undefined);
    assert.not("name" in entry);
  }
});

test("the size is that of all that crossed, as JSON", () => {
  const round: { self?: object } = {};
  round.self = round;
  for (const [crossed, size] of [
    [[], 0],
    [[undefined], 0],
    [["ab"], 4],
    [[{ a: 1 }, [1, 2]], 12],
    [[undefined, null], 4],
    [[round, 1], Infinity],
  ] as const)
    assert.is(entryOf("n", crossed).size, size);
});

test("all of it", () => {
  const { time, milliseconds, ...rest } = entryOf("n", ["x"]);
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
  assert.ok(Number.isInteger(milliseconds) && milliseconds >= 0);
  assert.equal(rest, {
    server: "s",
    from: "server",
    what: "ping",
    name: "n",
    decision: "failed",
    size: 3,
  });
});

test("without an audit nothing is measured", () => {
  const done = new Recorder(undefined, {} as never).begin("s", "host", "x");
  const toJSON = (): never => {
    throw new Error("measured");
  };
  done("allowed", [{ toJSON }]);
});

test.run();
