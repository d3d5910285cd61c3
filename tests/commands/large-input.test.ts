/** Files that are no schema, or more of one than anybody writes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT, runCli } from "../support/cli.js";
import { readTree, temporaryFolder, textOf } from "../support/folders.js";
import { SMALL_SCHEMA } from "../support/schema.js";
import { bundledSchema } from "../support/sources.js";
import { WHOLE } from "../support/whole.js";

const large = suite("large input, and other files");

/** A protocol, but another one. */
const OTHER = `
export type integer = number;
export interface Position { line: integer; character: integer }
export interface InitializeParams { processId: integer | null; rootUri: string | null }
export interface RequestMessage { jsonrpc: "2.0"; id: integer | string; method: string }
`;

/** Declarations in one file. */
const MANY = WHOLE ? 10_000 : 1000;

const SCHEMA = bundledSchema("2025-06-18");
const UNIONS = SCHEMA.indexOf("export type ClientRequest");

interface Case {
  readonly text: string | Buffer;
  readonly says: readonly (string | RegExp)[];
}

const CASES: Record<string, Case> = {
  "a file of another protocol": {
    text: OTHER,
    says: ["MCP104", "schema.ts:1:1", "ClientRequest"],
  },
  "a page of a web server": {
    text: "<!DOCTYPE html>\n<html><body>404: Not Found</body></html>\n",
    says: ["MCP012", "schema.ts:1:1:", "> 1 | <!DOCTYPE html>"],
  },
  "a download that ended inside a declaration": {
    text: SCHEMA.slice(0, SCHEMA.indexOf("cursor?: Cursor") + 6),
    says: ["MCP103", /schema\.ts:\d+:\d+/, "truncated download"],
  },
  "a download that ended between declarations": {
    text: SCHEMA.slice(0, SCHEMA.lastIndexOf("\n}\n", UNIONS) + 3),
    says: ["MCP104", "ClientRequest"],
  },
  "a file of 50 MB": {
    text: Buffer.alloc(50 * 1024 * 1024, SMALL_SCHEMA),
    says: ["MCP013", "52428800 bytes", "the limit is 16777216"],
  },
};

for (const [name, { text, says }] of Object.entries(CASES))
  large(name, async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "schema.ts"), text);
    for (const args of [
      ["--schema", "schema.ts", "--out", "out"],
      ["diff", "latest", "schema.ts"],
      ["schema", "lint", "schema.ts"],
    ]) {
      const run = await runCli(args, folder);
      assert.is(run.code, 2, run.stderr);
      assert.is(run.stdout, "");
      for (const part of says) assert.match(run.stderr, part);
      assert.not.match(run.stderr, ROOT);
      assert.equal(Object.keys(readTree(folder)), ["schema.ts"]);
    }
  });

/** `count` declarations, some of which use, extend or unite others. */
function declarations(count: number): string {
  const kinds: readonly ((n: number) => string)[] = [
    (n) =>
      `interface D${n} { a: string; b?: number; c: D${Math.max(n - 5, 0)}[] }`,
    (n) => `type D${n} = D${n - 1} | string | null;`,
    (n) => `interface D${n} extends D${n - 2} { d${n}: D${n - 1} }`,
    (n) => `type D${n} = "a" | "b" | "c${n}";`,
    (n) =>
      `interface D${n} { kind: "d${n}"; e: { x: D${n - 2}; y: D${n - 1} } }`,
  ];
  return Array.from(
    { length: count },
    (_, n) => `export ${kinds[n % kinds.length]?.(n)}\n`,
  ).join("");
}

large(`a file with ${MANY} declarations works`, async () => {
  const folder = temporaryFolder();
  const text = SMALL_SCHEMA + declarations(MANY);
  writeFileSync(join(folder, "schema.ts"), text);
  const run = await runCli(["--schema", "schema.ts", "--out", "out"], folder);
  assert.is(run.code, 0, run.stderr);
  const tree = readTree(join(folder, "out"));
  const types = textOf(tree, "types.ts");
  assert.is(types.match(/^export (interface|type) D\d+ /gm)?.length, MANY);
  const guards = textOf(tree, "validators.ts").match(/^export const isD\d+:/gm);
  assert.is(guards?.length, MANY);

  const linted = await runCli(["schema", "lint", "schema.ts"], folder);
  assert.match(linted.stdout, /\d+ notes?\.\n$/);
  const compared = await runCli(["diff", "schema.ts", "schema.ts"], folder);
  assert.match(compared.stdout, "no difference on the wire");
});

large(`a chain of ${MANY} declarations works`, async () => {
  const folder = temporaryFolder();
  const chain = (name: string, length: number, last: string): string[] =>
    Array.from({ length }, (_, n) => {
      const next = n + 1 < length ? `${name}${n + 1}` : last;
      return `export interface ${name}${n} { next: ${next} }\n`;
    });
  const declared = [
    ...chain("T", MANY * 0.9, "T0"),
    ...chain("L", MANY * 0.1, "string"),
  ];
  // Servers hold the types of params by shape.
  const schema = SMALL_SCHEMA.replace(
    "params: { text: string }",
    "params: { text: string; chain: T0 }",
  );
  assert.is.not(schema, SMALL_SCHEMA);
  writeFileSync(join(folder, "schema.ts"), schema + declared.join(""));
  const run = await runCli(["--schema", "schema.ts", "--out", "out"], folder);
  assert.is(run.code, 0, run.stderr.slice(0, 1000));
  const validators = textOf(readTree(join(folder, "out")), "validators.ts");
  // The ring counts its depth, and the line does not.
  assert.match(
    validators,
    `checkT${MANY * 0.9 - 1} = (value: unknown, depth: number)`,
  );
  assert.match(validators, `checkL${MANY * 0.1 - 2} = (value: unknown)`);
});

large("a file with 2,000 methods works", async () => {
  const folder = temporaryFolder();
  const numbers = Array.from({ length: 2000 }, (_, n) => n);
  const messages = numbers.map(
    (n) =>
      `export interface P${n}Request extends Request { method: "p/${n}"; params: { a: string } }\n` +
      `export interface P${n}Result extends Result { b: number }\n`,
  );
  const union = numbers.map((n) => ` | P${n}Request`).join("");
  const schema = SMALL_SCHEMA.replace(
    "PingRequest | EchoRequest;",
    `PingRequest | EchoRequest${union};`,
  );
  writeFileSync(join(folder, "schema.ts"), schema + messages.join(""));
  const run = await runCli(["--schema", "schema.ts", "--out", "out"], folder);
  assert.is(run.code, 0, run.stderr.slice(0, 1000));
  const methods = textOf(readTree(join(folder, "out")), "methods.ts");
  assert.is(methods.match(/^ {4}kind: "request",$/gm)?.length, 2002);
});

large.run();
