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
  test(`${keep} older files are kept`, () => {
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
  test(what, () => {
    const { audit, tree } = audited(options, text);
    audit(entry(1));
    assert.equal(tree(), { log: `${text}${line(1)}` });
    audit(entry(2));
    assert.equal(tree(), { log: line(2), "log.1": `${text}${line(1)}` });
  });

test("and five older ones", () => {
  const { audit, tree } = audited({ maxBytes: 1 });
  for (let n = 1; n <= 8; n += 1) audit(entry(n));
  const names = ["log", ...[1, 2, 3, 4, 5].map((n) => `log.${n}`)];
  assert.equal(Object.keys(tree()), names);
});

test("what is redacted is written so, or not at all", () => {
  const redact = (one: unknown) =>
    (one as { n: string }).n === "é1" ? undefined : entry(9);
  const { audit, tree } = audited({ redact });
  audit(entry(1));
  audit(entry(2));
  assert.equal(tree(), { log: line(9) });
});

test.run();
