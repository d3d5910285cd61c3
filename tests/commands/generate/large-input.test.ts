/** Tests of `generate` with schemas that have thousands of declarations. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../../harness/program/cli.js";
import {
  folderWith,
  readTree,
  getFile,
} from "../../harness/program/folders.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import { WHOLE } from "../../harness/run/sampling.js";

const test = suite("command: generate, large input");

/** Number of declarations in a large schema. */
const MANY = WHOLE ? 10_000 : 1000;

/**
 * Runs `generate` for a schema in a new folder. Returns the folder and the
 * generated files.
 */
async function generated(
  schema: string,
): Promise<{ folder: string; tree: Record<string, string> }> {
  const folder = folderWith({ "schema.ts": schema });
  const run = await runCli(["--schema", "schema.ts", "--out", "out"], folder);
  assert.is(run.code, 0, run.stderr.slice(0, 1000));
  return { folder, tree: readTree(join(folder, "out")) };
}

/**
 * Returns `count` type declarations. Some of them refer to, extend or unite
 * other declarations.
 */
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

test(`\`mcp-codegen generate\` accepts a file with ${MANY} declarations`, async () => {
  const { folder, tree } = await generated(SMALL_SCHEMA + declarations(MANY));
  const types = getFile(tree, "types.ts");
  assert.is(types.match(/^export (interface|type) D\d+ /gm)?.length, MANY);
  const guards = getFile(tree, "validators.ts").match(
    /^export const isD\d+:/gm,
  );
  assert.is(guards?.length, MANY);
  const linted = await runCli(["schema", "lint", "schema.ts"], folder);
  assert.match(linted.stdout, /\d+ notes?\.\n$/);
  const compared = await runCli(["diff", "schema.ts", "schema.ts"], folder);
  assert.match(compared.stdout, "no difference on the wire");
});

test(`\`mcp-codegen generate\` accepts ${MANY} declarations, each of which refers to the next`, async () => {
  const chain = (name: string, length: number, last: string): string[] =>
    Array.from({ length }, (_, n) => {
      const next = n + 1 < length ? `${name}${n + 1}` : last;
      return `export interface ${name}${n} { next: ${next} }\n`;
    });
  const declared = [
    ...chain("T", MANY * 0.9, "T0"),
    ...chain("L", MANY * 0.1, "string"),
  ];
  // Use the chain of types in the params of a request, because a generated
  // server compares these types with the params of its handlers, member by
  // member.
  const schema = SMALL_SCHEMA.replace(
    "params: { text: string }",
    "params: { text: string; chain: T0 }",
  );
  assert.is.not(schema, SMALL_SCHEMA);
  const { tree } = await generated(schema + declared.join(""));
  const validators = getFile(tree, "validators.ts");
  // The types `T0`, `T1` and so on are recursive, so their validators have the
  // parameter `depth`. The types `L0`, `L1` and so on are not recursive.
  assert.match(
    validators,
    `checkT${MANY * 0.9 - 1} = (it: unknown, depth: number)`,
  );
  assert.match(validators, `checkL${MANY * 0.1 - 2} = (it: unknown)`);
});

test("`mcp-codegen generate` accepts a file with 2,000 methods", async () => {
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
  const { tree } = await generated(schema + messages.join(""));
  const methods = getFile(tree, "methods.ts");
  assert.is(methods.match(/^ {4}kind: "request",$/gm)?.length, 2002);
});

test.run();
