/** The file of what crossed: how large it becomes, and which older ones are kept. */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  auditFile,
  type AuditEntry,
} from "../../templates/runtime/host/consent/audit.js";
import { readTree, temporaryFolder } from "../support/folders.js";

const test = suite("host: the file of the record");

/** An entry whose line has exactly eleven bytes. */
const entry = (n: number): AuditEntry => ({ n: `é${n}` }) as never;
const line = (...all: number[]): string =>
  all.map((n) => `{"n":"é${n}"}\n`).join("");

for (const [keep, files] of [
  [0, { log: line(5) }],
  [1, { log: line(5), "log.1": line(3, 4) }],
  [2, { log: line(5), "log.1": line(3, 4), "log.2": line(1, 2) }],
  [3, { log: line(5), "log.1": line(3, 4), "log.2": line(1, 2) }],
] as const)
  test(`${keep} older files are kept`, () => {
    const folder = temporaryFolder();
    const bytes = Buffer.byteLength(line(1));
    const audit = auditFile(join(folder, "log"), { maxBytes: 2 * bytes, keep });
    for (let n = 1; n <= 5; n += 1) audit(entry(n));
    assert.equal(readTree(folder), files);
    if (process.platform === "win32") return;
    assert.is(statSync(join(folder, "log")).mode & 0o777, 0o600);
  });

test("an entry larger than the file has one of its own", () => {
  const folder = temporaryFolder();
  const audit = auditFile(join(folder, "log"), { maxBytes: 1, keep: 1 });
  audit(entry(1));
  assert.equal(readTree(folder), { log: line(1) });
  audit(entry(2));
  assert.equal(readTree(folder), { log: line(2), "log.1": line(1) });
});

test("a file that is there is gone on with, up to the same size", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "log"), "0123456789\n");
  const bytes = 11 + Buffer.byteLength(line(1));
  const audit = auditFile(join(folder, "log"), { maxBytes: bytes });
  audit(entry(1));
  assert.equal(readTree(folder), { log: `0123456789\n${line(1)}` });
  audit(entry(2));
  assert.equal(readTree(folder), {
    log: line(2),
    "log.1": `0123456789\n${line(1)}`,
  });
});

test("by itself a file has ten megabytes", () => {
  const folder = temporaryFolder();
  const most = 10 * 1024 * 1024;
  writeFileSync(join(folder, "log"), "x".repeat(most - line(1).length - 1));
  const audit = auditFile(join(folder, "log"));
  audit(entry(1));
  assert.equal(Object.keys(readTree(folder)), ["log"]);
  audit(entry(2));
  assert.equal(Object.keys(readTree(folder)), ["log", "log.1"]);
});

test("and five older ones", () => {
  const folder = temporaryFolder();
  const audit = auditFile(join(folder, "log"), { maxBytes: 1 });
  for (let n = 1; n <= 8; n += 1) audit(entry(n));
  const names = ["log", ...[1, 2, 3, 4, 5].map((n) => `log.${n}`)];
  assert.equal(Object.keys(readTree(folder)), names);
});

test("what is redacted is written so, or not at all", () => {
  const folder = temporaryFolder();
  const audit = auditFile(join(folder, "log"), {
    redact: (one) => {
      const { n } = one as unknown as { n: string };
      return n === "é1" ? undefined : entry(9);
    },
  });
  audit(entry(1));
  audit(entry(2));
  assert.equal(readTree(folder), { log: line(9) });
});

test.run();
