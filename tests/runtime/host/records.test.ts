/** A host's record and its file, how many calls there are at a time, and consent. */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import {
  ConnectionError,
  McpError,
} from "../../../runtime/json-rpc/messages/errors.js";
import {
  type AuditEntry,
  auditFile,
} from "../../../runtime/host/consent/audit.js";
import { ConcurrencyLimit } from "../../../runtime/host/consent/gate.js";
import { Recorder } from "../../../runtime/host/consent/recorder.js";
import { cyclic } from "../../harness/wire/wire.js";
import { later } from "../../harness/run/deferred.js";
import {
  Changes,
  getChanges,
  markChanges,
} from "../../../runtime/protocol/handlers/changes.js";
import {
  markImpliedCapabilities,
  getImpliedCapabilities,
} from "../../../runtime/protocol/handlers/implied-capabilities.js";
import {
  Consents,
  type Consent,
} from "../../../runtime/host/consent/consent.js";
import { guardHandlers } from "../../../runtime/host/consent/guarded.js";
import type { Handler } from "../../../runtime/protocol/lifecycle.js";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTree, temporaryFolder } from "../../harness/program/folders.js";

const parts = suite("host: records and limits");

/** The entry that is made of what crossed. */
function entryOf(
  crossed: readonly unknown[],
  name?: string,
  error?: Error,
): AuditEntry {
  const entries: AuditEntry[] = [];
  const hooks = { notify: (_server: string, work: () => void) => work() };
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
  const gate = new ConcurrencyLimit(2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string, signal?: AbortSignal): Promise<void> =>
    gate.run(() => {
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

parts("an answer is remembered for what it was given for", async () => {
  const asked: string[] = [];
  const answer = (tool: string): Consent<object> =>
    tool === "a"
      ? { allow: true, remember: "entry" }
      : tool === "no"
        ? { allow: false, remember: "server" }
        : true;
  const store = new Map<string, boolean>();
  const consents = new Consents(
    {
      callTool: ({ server, tool }) => {
        asked.push(`${server} ${tool}`);
        return answer(tool) as Consent<{}>;
      },
    },
    store,
  );
  const ask = async (server: string, tool: string): Promise<string> =>
    (await consents.ask("callTool", server, tool, { tool }, {})).decision;
  assert.is(await ask("x", "a"), "approved");
  assert.is(await ask("x", "a"), "approved");
  assert.is(await ask("y", "a"), "approved");
  assert.is(await ask("x", "b"), "approved");
  assert.is(await ask("x", "b"), "approved");
  assert.is(await ask("x", "no"), "refused");
  assert.is(await ask("x", "c"), "refused");
  // What was said of the tool alone goes before what was said of the server.
  assert.is(await ask("x", "a"), "approved");
  assert.equal(asked, ["x a", "y a", "x b", "x b", "x no"]);
  assert.is(store.size, 3);
});

parts("what a handler offers, and tells changes of, is kept", () => {
  const changes = new Changes("notifications/roots/list_changed", "x");
  const list: Handler = markChanges(() => ({ roots: [] }), changes);
  const ask: Handler = markImpliedCapabilities(() => ({}), "sampling.tools");
  const own = guardHandlers(
    { "roots/list": list, "sampling/createMessage": ask },
    {
      server: "s",
      consents: new Consents({}),
      inputs: 1,
      record: () => () => {},
    },
  );
  const roots = own["roots/list"] as Handler;
  assert.not(roots === list);
  assert.equal(getChanges(roots), [changes]);
  const sampling = own["sampling/createMessage"] as Handler;
  assert.equal(getImpliedCapabilities(sampling), ["sampling.tools"]);
});

/** An entry whose line has exactly eleven bytes. */
const entry = (n: number): AuditEntry => ({ n: `é${n}` }) as never;
const line = (...all: number[]): string =>
  all.map((n) => `{"n":"é${n}"}\n`).join("");
const BYTES = Buffer.byteLength(line(1));

/** A file that has this text already, and what is in its folder. */
function audited(options?: Parameters<typeof auditFile>[1], text?: string) {
  const folder = temporaryFolder();
  const file = join(folder, "log");
  if (text !== undefined) writeFileSync(file, text);
  return {
    file,
    audit: auditFile(file, options),
    tree: () => readTree(folder),
  };
}

for (const [keep, files] of [
  [0, { log: line(5) }],
  [1, { log: line(5), "log.1": line(3, 4) }],
  [2, { log: line(5), "log.1": line(3, 4), "log.2": line(1, 2) }],
  [3, { log: line(5), "log.1": line(3, 4), "log.2": line(1, 2) }],
] as const)
  parts(`${keep} older files are kept`, () => {
    const { audit, tree, file } = audited({ maxBytes: 2 * BYTES, keep });
    for (let n = 1; n <= 5; n += 1) audit(entry(n));
    assert.equal(tree(), files);
    if (process.platform === "win32") return;
    assert.is(statSync(file).mode & 0o777, 0o600);
  });

const OLD = "0123456789\n";
const TEN_MEGABYTES = 10 * 1024 * 1024;

// Of two entries the first still fits, and the second does not.
for (const [what, options, text] of [
  ["an entry larger than the file has one of its own", { maxBytes: 1 }, ""],
  ["what is there is gone on with", { maxBytes: 11 + BYTES }, OLD],
  ["by itself a file has ten megabytes", {}, "x".repeat(TEN_MEGABYTES - BYTES)],
] as const)
  parts(what, () => {
    const { audit, tree } = audited(options, text);
    audit(entry(1));
    assert.equal(tree(), { log: `${text}${line(1)}` });
    audit(entry(2));
    assert.equal(tree(), { log: line(2), "log.1": `${text}${line(1)}` });
  });

parts("and five older ones", () => {
  const { audit, tree } = audited({ maxBytes: 1 });
  for (let n = 1; n <= 8; n += 1) audit(entry(n));
  const names = ["log", ...[1, 2, 3, 4, 5].map((n) => `log.${n}`)];
  assert.equal(Object.keys(tree()), names);
});

parts("what is redacted is written so, or not at all", () => {
  const redact = (one: unknown) =>
    (one as { n: string }).n === "é1" ? undefined : entry(9);
  const { audit, tree } = audited({ redact });
  audit(entry(1));
  audit(entry(2));
  assert.equal(tree(), { log: line(9) });
});

parts.run();
