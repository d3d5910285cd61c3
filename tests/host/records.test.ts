/** Records and limits of hosts. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { auditFile } from "../../templates/runtime/host/consent/audit.js";
import { Gate } from "../../templates/runtime/host/consent/gate.js";
import { metered } from "../../templates/runtime/host/consent/meter.js";
import type { AuditEntry } from "../../templates/runtime/host/consent/audit.js";
import type { Receiver } from "../../templates/runtime/transport/transport.js";
import { temporaryFolder } from "../support/folders.js";

const parts = suite("host: records and limits");

const entry = (name: string): AuditEntry => ({
  time: "2026-01-01T00:00:00.000Z",
  server: "s",
  from: "host",
  what: "tools/call",
  name,
  decision: "allowed",
  milliseconds: 1,
  size: 2,
});

parts("records are lines of JSON, in files that are rotated", () => {
  const path = join(temporaryFolder(), "audit.jsonl");
  const line = JSON.stringify(entry("0")).length + 1;
  const audit = auditFile(path, {
    maxBytes: 2 * line,
    keep: 2,
    redact: (one) => (one.name === "secret" ? undefined : one),
  });
  for (let n = 0; n < 8; n++) audit(entry(String(n)));
  audit(entry("secret"));
  const namesIn = (file: string): string[] =>
    readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((text) => (JSON.parse(text) as { name: string }).name);
  assert.equal(namesIn(path), ["6", "7"]);
  assert.equal(namesIn(`${path}.1`), ["4", "5"]);
  assert.equal(namesIn(`${path}.2`), ["2", "3"]);
  assert.is(statSync(`${path}.3`, { throwIfNoEntry: false }), undefined);
  assert.is(statSync(path).mode & 0o077, 0);
});

parts("a file that was there is gone on with", () => {
  const path = join(temporaryFolder(), "audit.jsonl");
  writeFileSync(path, "old\n");
  auditFile(path, { maxBytes: 100 })(entry("1"));
  assert.is(readFileSync(`${path}.1`, "utf8"), "old\n");
});

/** What no program can write as JSON. */
function bottomless(): unknown {
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  return deep;
}

parts(
  "a message too deep to be measured is too much, and hurts nobody",
  async () => {
    let receiver!: Receiver;
    const transport = metered(
      {
        start: (one) => void (receiver = one),
        send() {},
        close: () => Promise.reject(new Error("stuck")),
      },
      {},
    );
    const told: unknown[] = [];
    const stuck = new Promise<void>((resolve) => {
      void transport.start({
        receive: (message) => told.push(message),
        failed: (_id, problem) => resolve(void told.push(problem.message)),
        unreadable() {},
        ended() {},
        closed: (problem) => told.push(problem?.name),
      });
    });
    receiver.receive("first");
    receiver.receive({ result: bottomless() });
    receiver.receive("late");
    await stuck;
    assert.equal(told, ["first", "TooMuch", "stuck"]);
  },
);

parts("so many at a time, the others in order", async () => {
  const gate = new Gate(2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string, signal?: AbortSignal): Promise<void> =>
    gate.pass(async () => {
      log.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    }, signal);
  const turn = (): Promise<void> => new Promise((done) => setImmediate(done));
  const leaving = new AbortController();
  const all = [run("a"), run("b")];
  const left = run("c", leaving.signal).catch((error: Error) => error.message);
  all.push(run("d"));
  leaving.abort(new Error("gone"));
  assert.is(await left, "gone");
  assert.equal(log, ["a", "b"]);
  ends.shift()?.();
  await turn();
  assert.equal(log, ["a", "b", "d"]);
  for (const end of ends) end();
  await Promise.all(all);
});

parts.run();
