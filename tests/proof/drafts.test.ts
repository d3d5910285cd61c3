/**
 * What drafts of the protocol had and no revision has: output for it
 * type-checks as well. Each case is the least that once made it fail.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OUTPUTS } from "../../generator/emit/context.js";
import { emitFiles } from "../../generator/emit/files.js";
import { createProject } from "../../scripts/history/project.js";
import { modelOf } from "../support/models.js";
import { SMALL_SCHEMA } from "../support/schema.js";

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

const CASES: Record<string, string> = {
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
  "a name for params that is not exported": `${withRequests("ARequest")}
type Base = NonNullable<Request["params"]>;
export interface ARequest extends Request { method: "a"; params: Base & { b: string } }
export interface AResult extends Result { c?: Base & { d: 1 } }`,
};

const drafts = suite("proof: drafts");

async function complaints(name: string, schema: string): Promise<string[]> {
  const project = createProject();
  try {
    const model = modelOf(schema);
    const files = await emitFiles([model], {
      outputs: new Set(OUTPUTS),
      importExt: "js",
      command: "mcp-codegen",
    });
    project.add(name.replaceAll(" ", "-"), files);
    return project.check();
  } finally {
    project.remove();
  }
}

for (const [name, schema] of Object.entries(CASES))
  drafts(name, async () => assert.equal(await complaints(name, schema), []));

drafts("what does not type-check is seen", async () => {
  const project = createProject();
  try {
    const text = "export const a: string = 1;\n";
    project.add("wrong", [{ path: "wrong.ts", text }]);
    assert.match(project.check().join("\n"), "wrong.ts(1,14): error TS2322");
  } finally {
    project.remove();
  }
});

drafts.run();
