/**
 * Checks that the generated code for unusual schemas type-checks. Each schema
 * is a minimal case that failed once or might fail.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OUTPUTS } from "../../generator/emit/context.js";
import { emitFiles } from "../../generator/emit/assemble/files.js";
import { createProject } from "../../scripts/history/project.js";
import { parseModel } from "../harness/models/models.js";
import { SMALL_SCHEMA } from "../harness/models/small-schema.js";
import { bundledSchema } from "../harness/models/sources.js";

/**
 * Unusual declarations. Each test schema is SMALL_SCHEMA with one of these
 * texts added.
 */
const TYPES: readonly string[] = [
  "export type A = A[]; export type B = C[]; export type C = B[];",
  "export interface Ünïcödé { ñ: string; 日本?: 型 } export type 型 = '値';",
  "export interface A { 'a': string; 'a-b': 1; __proto__: string; constructor: 2 }",
  "export interface A { '': 1; '*/': 2; '\\n': 3; '`${x}': 4; '💥'?: 5; if: 6 }",
  "export type A = Partial<Request> | Omit<EchoRequest, 'method'> | NonNullable<Result | null>;",
  "export type A = Record<'a' | 'b', number> | Record<string, 1>;",
  "export interface A extends Partial<EchoRequest>, Omit<Result, '_meta'> {}",
  "export type I = { a: 1 } & { b: 2 }; export interface A extends I { b: 2 }",
  "export interface Error { a: 1 } export interface Map { b: Error } export type Set = Map;",
  "export interface isEcho { a: 1 } export interface Promise { a: isEcho }",
  "export interface OddRequest extends Request { method: '__proto__' } export type ServerRequest = OddRequest;",
  "export interface PongRequest extends Request { method: 'ping' } export interface PongResult extends Result {} export type ServerRequest = PongRequest;",
  "export interface OddRequest extends Request { method: 'ping\\n\"*/' } export type ServerRequest = OddRequest;",
  "export interface A { a: never; b?: A } export type B = { [key: string]: never };",
  "export type A = { f?: 1; u?: 1 } & ({ f: 1 } | { u: 1 }); export type B = Result & A;",
  "export type A = { x: A | null; a: 1 } | { x?: (A | 2)[]; b: 1 } | { end: 1 };",
  "export type A = number & { readonly minimum: 0 }; export interface B { a: A; b?: (string & { maxLength: 9 })[] }",
  "/** *\\/ ${x} */ export interface A { /** {@link B} */ a: 1 /* , */; // b\n }",
];

const INITIALIZE = `
export interface InitializeRequest extends Request { method: "initialize" }
export interface InitializeResult extends Result { protocolVersion: string }
`;
const COMPLETE = `
export interface CompleteRequest extends Request { method: "completion/complete"; params: { ref: { type: string }; argument: { name: string; value: string } } }
`;
const ASK = `
export interface ClientCapabilities { sampling?: object }
export interface CreateMessageRequest extends Request { method: "sampling/createMessage"; params: { a: string } }
export interface CreateMessageResult extends Result { b: string }
export type ServerRequest = CreateMessageRequest;
export type InputRequest = CreateMessageRequest;
`;

const withRequests = (...names: string[]): string =>
  SMALL_SCHEMA.replace(
    "type ClientRequest = ",
    `type ClientRequest = ${names.map((name) => `${name} | `).join("")}`,
  );

/**
 * Schemas with constructs from former drafts of MCP. Each construct once
 * resulted in invalid generated code.
 */
const DRAFTS: Record<string, string> = {
  "no notifications, and little else": SMALL_SCHEMA,
  "a request that is sent, and embedded in results too": `${withRequests("InitializeRequest")}${INITIALIZE}${ASK}`,
  "a mark on results, with a handshake": `${withRequests(
    "InitializeRequest",
    "CompleteRequest",
  ).replace(
    "Result {\n",
    'Result {\n  resultType: "complete";\n',
  )}${INITIALIZE}${COMPLETE}export interface CompleteResult extends Result { completion: { values: string[] } }`,
  "a result that must have what no feature knows": `${withRequests(
    "CompleteRequest",
  )}${COMPLETE}export interface CompleteResult extends Result { completion: { values: string[] }; result_type: string }`,
};

const REVISION = bundledSchema("2025-11-25");

/**
 * Changes of a revision's schema, each with the assumption about schemas that
 * the change violates.
 */
const CHANGES: Record<string, readonly [string | RegExp, string]> = {
  "a server may ask for tasks": [
    /(interface (?:CreateMessage|ElicitRequestForm|ElicitRequestURL)\w*Params extends )TaskAugmented/g,
    "$1",
  ],
  "there are tools": ['method: "tools/call"', 'method: "tools/run"'],
  "programs have a name": [
    /extends BaseMetadata, Icons (\{[^]*?version: string)/,
    "extends Icons $1",
  ],
  "tools give content": [
    /(interface CallToolResult [^]*?)content: ContentBlock\[\]/,
    "$1parts: ContentBlock[]",
  ],
  "the result of a tool is an object": [
    "export interface CallToolResult extends",
    "export type CallToolResult = FoundResult | FailedResult;\nexport interface FailedResult extends Result { content: ContentBlock[]; structuredContent?: never }\nexport interface FoundResult extends",
  ],
  "a tool is an object": [
    "export interface Tool extends",
    "export type Tool = NamedTool | ToolAnnotations;\nexport interface NamedTool extends",
  ],
  "the client is asked for input": ["  | ElicitRequest\n", ""],
  "the client answers": [
    /(type ClientRequest =\n)([^]*)  \| ElicitRequest\n/,
    "$1  | ElicitRequest\n$2",
  ],
};

const test = suite("proof: odd schemas");

const named = Object.entries(CHANGES).map(([name, [from, to]]) => {
  const schema = REVISION.replace(from, to);
  assert.is.not(schema, REVISION, name);
  return [name, schema] as const;
});
const types = TYPES.map(
  (text, n) => [`type ${n}`, `${SMALL_SCHEMA}${text}\n`] as const,
);

test("generated code for every unusual schema type-checks", async () => {
  const project = createProject();
  try {
    for (const [name, schema] of [
      ...types,
      ...Object.entries(DRAFTS),
      ...named,
    ]) {
      const files = await emitFiles([parseModel(schema)], {
        outputs: new Set(OUTPUTS),
        importExt: "js",
        command: "mcp-codegen",
      });
      project.add(name.replaceAll(" ", "-"), files);
    }
    const text = "export const a: string = 1;\n";
    project.add("wrong", [{ path: "wrong.ts", text }]);
    const said = project.check().join("\n");
    assert.match(said, /^\S*\/wrong\/wrong\.ts\(1,14\): error TS2322.*$/);
  } finally {
    project.remove();
  }
});

test.run();
