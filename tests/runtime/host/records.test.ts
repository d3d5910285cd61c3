/** Tests of a host's audit entries, audit files and remembered consent. */
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
import { Recorder } from "../../../runtime/host/consent/recorder.js";
import { cyclic } from "../../harness/wire/wire.js";
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
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../harness/run/time-limit.js";
import { withStoppedClock } from "../../harness/time/clock.js";
import { readTree, temporaryFolder } from "../../harness/program/folders.js";

const test = suite("host: audit");

/** Records a failed `ping` message of a server, and returns its audit entry. */
function createEntry(
  crossed: readonly unknown[],
  name?: string,
  error?: Error,
): AuditEntry {
  const entries: AuditEntry[] = [];
  const hooks = { notify: (_server: string, work: () => void) => work() };
  const recorder = new Recorder((entry) => entries.push(entry), hooks as never);
  recorder.begin("s", "server", "ping", name)("failed", crossed, error);
  assert.is(entries.length, 1);
  return entries[0] as AuditEntry;
}

test("an audit entry contains the code or name of an error, but not its message", () => {
  for (const [error, reason] of [
    [new McpError(-32602, "secret"), "error -32602"],
    [new ConnectionError("timeout", "secret"), "timeout"],
    [new TypeError("secret"), "TypeError"],
    [undefined, undefined],
  ] as const) {
    const { time, milliseconds, ...rest } = createEntry(["x"], "n", error);
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
    assert.ok(Number.isInteger(milliseconds) && milliseconds >= 0);
    const what = { server: "s", from: "server", what: "ping", name: "n" };
    const why = reason === undefined ? {} : { reason };
    assert.equal(rest, { ...what, decision: "failed", ...why, size: 3 });
  }
  assert.not("name" in createEntry([]));
});

test("an audit entry contains the duration of the audited request in milliseconds", () =>
  withStoppedClock(({ skip }) => {
    const durations: number[] = [];
    const audit = ({ milliseconds }: AuditEntry) =>
      durations.push(milliseconds);
    const hooks = { notify: (_server: string, run: () => unknown) => run() };
    const recorder = new Recorder(audit, hooks as never);
    const done = recorder.begin("s", "host", "ping");
    skip(500);
    done("allowed", []);
    assert.equal(durations, [500]);
  }));

test("the time of an audit entry is the time at which the audited request ended", async () => {
  let time = "";
  const hooks = { notify: (_server: string, run: () => unknown) => run() };
  const audit = (entry: AuditEntry) => (time = entry.time);
  const complete = new Recorder(audit, hooks as never).begin("s", "host", "x");
  const start = Date.now();
  await waitUntil("a millisecond has passed", () => Date.now() > start);
  const end = Date.now();
  complete("allowed", []);
  assert.ok(Date.parse(time) >= end, `${time} is before ${end}`);
});

test("the size in an audit entry is the length of the audited values as JSON", () => {
  for (const [crossed, size] of [
    [[], 0],
    [[undefined], 0],
    [["ab"], 4],
    [[{ a: 1 }, [1, 2]], 12],
    [[undefined, null], 4],
    [[cyclic, 1], Infinity],
  ] as const)
    assert.is(createEntry(crossed).size, size);
});

test("if no audit callback is set, the host does not measure the size of messages", () => {
  const done = new Recorder(undefined, {} as never).begin("s", "host", "x");
  let measured = 0;
  done("allowed", [{ toJSON: () => (measured += 1) }]);
  assert.is(measured, 0);
  const audited: unknown[] = [];
  const hooks = { notify: (_: string, run: () => unknown) => run() };
  new Recorder((entry) => audited.push(entry.size), hooks as never).begin(
    "s",
    "host",
    "x",
  )("allowed", [{ toJSON: () => (measured += 1) }]);
  assert.equal([measured, audited], [1, [1]]);
});

test("the host remembers a consent decision for one tool or for the whole server", async () => {
  const asked: string[] = [];
  const answer = (tool: string): Consent<object> =>
    tool === "a"
      ? { allow: true, remember: "entry" }
      : tool === "no"
        ? { allow: false, remember: "server" }
        : tool === "never"
          ? { allow: false, remember: "entry" }
          : true;
  const store = new Map<string, boolean>();
  const consents = new Consents(
    {
      callTool: ({ server, tool }) => {
        asked.push(`${server} ${tool}`);
        return answer(tool) as Consent<{}>;
      },
    },
    {
      get: (key) => store.get(key),
      set: async (key, allow) => {
        await new Promise(setImmediate);
        store.set(key, allow);
      },
    },
  );
  const ask = async (server: string, tool: string): Promise<string> =>
    (await consents.ask("callTool", server, tool, { tool }, {})).decision;
  assert.is(await ask("x", "a"), "approved");
  assert.is(await ask("x", "a"), "approved");
  assert.is(await ask("y", "a"), "approved");
  assert.is(await ask("x", "b"), "approved");
  assert.is(await ask("x", "b"), "approved");
  assert.is(await ask("y", "never"), "refused");
  assert.is(await ask("y", "never"), "refused");
  assert.is(await ask("x", "no"), "refused");
  assert.is(await ask("x", "c"), "refused");
  // The consent for a single tool has priority over the consent for its server.
  assert.is(await ask("x", "a"), "approved");
  assert.equal(asked, ["x a", "y a", "x b", "x b", "y never", "x no"]);
  assert.is(store.size, 4);
});

test("the handlers that `guardHandlers` returns have the original handlers' implied capabilities and change notifications", () => {
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

/**
 * Returns an audit entry. Its line in the audit file has exactly eleven bytes,
 * including the line break.
 */
const entry = (n: number): AuditEntry => ({ n: `é${n}` }) as never;
const line = (...all: number[]): string =>
  all.map((n) => `{"n":"é${n}"}\n`).join("");
const BYTES = Buffer.byteLength(line(1));

/**
 * Creates an audit callback that writes to a file in a new folder. The file
 * starts with `text` if `text` is given. The returned function `tree` reads all
 * files in the folder.
 */
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
  test(`\`auditFile\` with the option \`keep: ${keep}\` keeps this number of older audit files`, () => {
    const { audit, tree, file } = audited({ maxBytes: 2 * BYTES, keep });
    for (let n = 1; n <= 5; n += 1) audit(entry(n));
    assert.equal(tree(), files);
    if (process.platform === "win32") return;
    assert.is(statSync(file).mode & 0o777, 0o600);
  });

const OLD = "0123456789\n";
const TEN_MEGABYTES = 10 * 1024 * 1024;

// Each case writes two audit entries. The first entry fits into the existing
// file, and the second entry starts a new file.
for (const [title, options, text] of [
  [
    "auditFile writes an entry larger than maxBytes to its own file",
    { maxBytes: 1 },
    "",
  ],
  ["auditFile appends to an existing file", { maxBytes: 11 + BYTES }, OLD],
  [
    "auditFile measures the file in bytes, not in characters",
    { maxBytes: 2 * BYTES - 1 },
    "",
  ],
  [
    "auditFile rotates at 10 MiB by default",
    {},
    "x".repeat(TEN_MEGABYTES - BYTES),
  ],
] as const)
  test(title, () => {
    const { audit, tree } = audited(options, text);
    audit(entry(1));
    assert.equal(tree(), { log: `${text}${line(1)}` });
    audit(entry(2));
    assert.equal(tree(), { log: line(2), "log.1": `${text}${line(1)}` });
  });

for (const keep of [0, 1])
  test(`\`auditFile\` continues after another program has deleted the file (keep: ${keep})`, () => {
    const { audit, tree, file } = audited({ maxBytes: BYTES, keep });
    audit(entry(1));
    rmSync(file);
    audit(entry(2));
    assert.equal(tree(), { log: line(2) });
  });

test("`auditFile` keeps five older audit files by default", () => {
  const { audit, tree } = audited({ maxBytes: 1 });
  for (let n = 1; n <= 8; n += 1) audit(entry(n));
  const names = ["log", ...[1, 2, 3, 4, 5].map((n) => `log.${n}`)];
  assert.equal(Object.keys(tree()), names);
});

test("the option redact can change or drop audit entries", () => {
  const redact = (value: unknown) =>
    (value as { n: string }).n === "é1" ? undefined : entry(9);
  const { audit, tree } = audited({ redact });
  audit(entry(1));
  audit(entry(2));
  assert.equal(tree(), { log: line(9) });
});

test.run();
