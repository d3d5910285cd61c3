/** Members that contradict inherited ones, held against TypeScript itself. */
import { createRequire } from "node:module";
import type { ts as TypeScript } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { UserError } from "../../generator/errors.js";
import { parseSchema } from "../../generator/parse/index.js";

const NAMED = `
export interface Point { x: number; y?: string; }
export interface Named extends Point { name: "n"; }
export interface Empty {}
export type Id = string | number;
export type Alias = Point;
export type Meta = Record<string, unknown>;
export interface WithMeta extends Meta { x?: number; }
export const FIXED = "a";
`;

const TYPES = [
  "string",
  "number",
  "boolean",
  "null",
  "unknown",
  "true",
  '"a"',
  "1",
  "typeof FIXED",
  '"a" | "b"',
  "true | false",
  "string | null",
  "Id",
  "Alias",
  "Meta",
  "WithMeta",
  "Meta & { x: number }",
  "Readonly<Record<string, string>>",
  '{ y: Meta }["y"]',
  "Partial<WithMeta>",
  "Named",
  "Empty",
  "Point | Named",
  "Point & { z: string }",
  "{ x: number }",
  "{ x?: number }",
  "{ x: string }",
  '{ x: 1; y: "a" }',
  "{ length: number }",
  "{ [key: string]: unknown }",
  "{ x: 1 | 2 }",
  "{ x: 1 } | { x: 2 }",
  'Omit<Named, "x">',
  'Named["x"]',
  "Partial<Point>",
  "Record<string, string>",
  "string[]",
  "Id[]",
  "Point[]",
  "[string, number]",
  "`a${string}`",
];

const MEMBERS = TYPES.flatMap((type) =>
  ["m", "m?"].map((name) => ({ name, type })),
);

/** Each member once in a base, and over each of them once again. */
const pairs = MEMBERS.flatMap((base, of) =>
  MEMBERS.map((own) => ({ of, base, own })),
);

const text = [
  NAMED,
  ...MEMBERS.map(
    ({ name, type }, n) => `export interface A${n} { ${name}: ${type} }`,
  ),
  ...pairs.map(
    ({ of, own }, n) =>
      `export interface B${n} extends A${of} { ${own.name}: ${own.type} }`,
  ),
].join("\n");

/** Names of the interfaces that TypeScript refuses. */
function refusedByTypeScript(): Set<string> {
  const ts = createRequire(import.meta.url)(
    "typescript-5.4",
  ) as typeof TypeScript;
  const options = { strict: true, noEmit: true, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === "schema.ts"
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram(["schema.ts"], options, host);
  return new Set(
    program
      .getSemanticDiagnostics(program.getSourceFile("schema.ts"))
      .map(
        ({ messageText }) =>
          /Interface '(\w+)'/.exec(
            ts.flattenDiagnosticMessageText(messageText, " "),
          )?.[1] ?? `? ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      ),
  );
}

function refusedByUs(): Set<string> {
  try {
    parseSchema(text, { file: "schema.ts" });
    return new Set();
  } catch (error) {
    assert.instance(error, UserError);
    return new Set(
      (error as UserError).diagnostics
        .filter(({ code }) => code === "MCP133")
        .map(({ message }) => /^`(\w+)\./.exec(message)?.[1] ?? message),
    );
  }
}

/** Contradictions that are not seen. */
const LEFT = ["unknown for Empty", "unknown for Record<string, string>"];

/** Types with the keys of a record, of which little is said. */
const RECORDS = /WithMeta|Meta & |Readonly<|\["y"\]|for Meta$|^Meta for/;

const overrides = suite("parse: overrides");

overrides("what TypeScript refuses is refused, and nothing else", () => {
  const theirs = refusedByTypeScript();
  const ours = refusedByUs();
  const shown = (name: string): string =>
    JSON.stringify(pairs[Number(name.slice(1))]);
  assert.equal([...ours].filter((name) => !theirs.has(name)).map(shown), []);
  // What is left is said of the output, by the compiler.
  const missed = [...theirs].filter((name) => !ours.has(name));
  const types = missed.map((name) => {
    const pair = pairs[Number(name.slice(1))];
    return `${pair?.own.type} for ${pair?.base.type}`;
  });
  assert.equal(
    [...new Set(types)].filter((text) => !RECORDS.test(text)),
    LEFT,
  );
});

overrides.run();
