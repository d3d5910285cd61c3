/**
 * Tests of the methods that the parser finds in a schema, with their params and
 * results.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Method } from "../../../generator/model/types.js";
import { parseSchema } from "../../../generator/parse/index.js";
import { parseCases } from "../../harness/run/cases.js";
import { getFailure } from "../../harness/run/failures.js";
import { getFileErrors } from "../../harness/models/parsing.js";

const test = suite("parse: methods");

/** Returns a short text for a method: `method sender -> declaration result`. */
function printMethod(method: Method): string {
  const { sender, embedded, kind, declaration, result, taskResult } = method;
  const name = (type: Method["result"]): string =>
    !type ? "" : type.kind === "reference" ? type.name : type.kind;
  return [
    method.method,
    embedded ? "embedded" : sender,
    kind === "request" ? "->" : "|",
    declaration,
    name(result),
    method.inputRequired ? "or input" : "",
    taskResult ? `or ${name(taskResult)}` : "",
    method.capability ? `needs ${method.capability}` : "",
    method.deprecated === null ? "" : "deprecated",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * Declarations at the start of every test schema. The declarations of a test
 * case follow, so the line numbers in expected errors include these lines.
 */
const BASE = `
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export interface Request { method: string; params?: { [key: string]: unknown } }
export interface Notification { method: string }
export interface Result { [key: string]: unknown }
export interface ClientCapabilities { roots?: { listChanged?: boolean } }
export interface ServerCapabilities { tools?: object }
export interface AskRequest extends Request { method: "ask"; params: { a: string } }
export interface AskResult extends Result {}
export interface TellNotification extends Notification { method: "tell" }
`;

function parse(lines: string): {
  methods: readonly Method[];
  warnings: string[];
} {
  const { model, warnings } = parseSchema(BASE + lines, { file: "schema.ts" });
  return {
    methods: model.methods,
    warnings: warnings
      .filter(({ code }) => code !== "MCP156")
      .map(({ code, message }) => `${code} ${message}`),
  };
}

test("the option `capabilities` of `parseSchema` sets the capability of an unknown method", async () => {
  const asks = `${BASE}type ClientRequest = AskRequest;`;
  const read = (capabilities = {}) => {
    const { model, warnings } = parseSchema(asks, { file: "s", capabilities });
    return [model.methods[0]?.capability, ...warnings.map(({ code }) => code)];
  };
  assert.equal(read(), [null, "MCP156"]);
  assert.equal(read({ ask: "tools" }), ["tools"]);
  assert.equal(read({ ask: null }), [null]);
  assert.equal(read({ ask: "roots" }), [null, "MCP158"]);
  const error = await getFailure(() => read({ ask: "acme" }));
  assert.is(error.code, "MCP155");
});

const UNIONS = parseCases(`
# an empty union
type ClientRequest = never;
# nested unions that contain a message twice
type Some = AskRequest | Other; type Other = OtherRequest;
interface OtherRequest { method: "other" } type OtherResult = Result;
type ClientRequest = Some | AskRequest;
=> ask client -> AskRequest AskResult
=> other client -> OtherRequest OtherResult
# a method that both sides declare
interface Ask2Request { method: "ask" } interface Ask2Result {}
type ClientRequest = AskRequest; type ServerRequest = Ask2Request;
=> ask client -> AskRequest AskResult
=> ask server -> Ask2Request Ask2Result
# a request that is also embedded in results
type ClientRequest = never; type ServerRequest = AskRequest; type InputRequest = AskRequest;
=> ask server -> AskRequest AskResult
=> ask embedded -> AskRequest AskResult
# a ping request whose result is PingResult, and not EmptyResult
interface PingRequest { method: "ping" } interface PingResult {} interface EmptyResult {}
type ClientRequest = PingRequest;
=> ping client -> PingRequest PingResult
# a method of both sides whose capability only the server declares
interface CallToolRequest { method: "tools/call" } interface CallToolResult {}
type ClientRequest = CallToolRequest; type ServerRequest = CallToolRequest;
=> tools/call either -> CallToolRequest CallToolResult needs tools
# a method called __proto__
interface ARequest { method: "__proto__" } interface AResult {}
type ClientRequest = ARequest;
=> __proto__ client -> ARequest AResult
# methods whose names are a constant and an alias
const METHOD = "constant"; type Name = "alias";
interface CRequest { method: typeof METHOD } interface CResult {}
interface ARequest { method: Name } interface AResult {}
type ClientRequest = CRequest | ARequest;
=> constant client -> CRequest CResult
=> alias client -> ARequest AResult
# messages that are intersections or use Omit
type IRequest = Request & { method: "i" }; interface IResult {}
type ORequest = Omit<AskRequest, "params">; interface OResult {}
type ClientRequest = IRequest | ORequest;
=> i client -> IRequest IResult
=> ask client -> ORequest OResult
# a result response with several results, of which one requires input
interface InputRequiredResult {}
interface AskResultResponse { result: A | B | InputRequiredResult }
interface A {} interface B {}
type ClientRequest = AskRequest;
=> ask client -> AskRequest union or input
# a result response with a result that may be incomplete
interface IncompleteResult {} interface A {}
interface AskResultResponse { result: A | IncompleteResult }
type ClientRequest = AskRequest;
=> ask client -> AskRequest A or input
# task-augmented params in unions and intersections
interface CreateTaskResult {} interface T { task?: object }
interface ARequest { method: "a"; params: (T & { x: 1 }) | T } interface AResult {}
interface BRequest { method: "b"; params: T | { x: 1 } } interface BResult {}
type ClientRequest = ARequest | BRequest;
=> a client -> ARequest AResult or CreateTaskResult
=> b client -> BRequest BResult
`);

for (const [name, lines, want] of UNIONS)
  test(`the parser reads ${name}`, () =>
    assert.equal(parse(lines).methods.map(printMethod), want));

/** Test cases: a schema, the expected methods and the expected warnings. */
const WARNINGS = parseCases(`
# a request without a result type
interface XRequest { method: "x" } type ClientRequest = XRequest;
=> x client -> XRequest Result
=> MCP157 The request \`XRequest\` has no result: the schema declares neither \`XResultResponse\` nor \`XResult\`
# a method whose capability only the other side declares
interface CallToolRequest { method: "tools/call" } interface CallToolResult {}
type ClientRequest = never; type ServerRequest = CallToolRequest;
=> tools/call server -> CallToolRequest CallToolResult
=> MCP158 "tools/call" needs the capability \`tools\`, which is not a member of \`ClientCapabilities\`, but of \`ServerCapabilities\`
`);
for (const [name, lines, want] of WARNINGS)
  test(`the parser warns about ${name}`, () => {
    const { methods: all, warnings } = parse(lines);
    assert.equal([...all.map(printMethod), ...warnings], want);
  });

const ERRORS = parseCases(`
# a union of two requests with the same method
interface Ask2Request { method: "ask" } type ClientRequest = AskRequest | Ask2Request;
=> MCP152 12:1 \`ClientRequest\` has the method "ask" twice: in \`Ask2Request\`, and in \`AskRequest\` at schema.ts:8:1
# a union member without a method
type ClientRequest = AskRequest | AskResult;
=> MCP151 9:1 \`ClientRequest\` contains \`AskResult\`, which has no \`method\` that is a string literal
# a union member without a name
type ClientRequest = AskRequest | { method: "x" };
=> MCP151 12:1 \`ClientRequest\` contains an unnamed object, which has no \`method\` that is a string literal
# a method called constructor
interface ARequest { method: "constructor" } interface AResult {}
type ClientRequest = ARequest;
=> MCP159 12:1 \`ARequest\` has the method "constructor"
# a method whose capability is not declared
interface ListPromptsRequest { method: "prompts/list" } interface ListPromptsResult {}
type ClientRequest = ListPromptsRequest;
=> MCP155 7:1 "prompts/list" needs the capability \`prompts\`, which is not a member of \`ServerCapabilities\`
`);

for (const [name, lines, want] of ERRORS)
  test(`the parser rejects ${name}`, () =>
    assert.equal(getFileErrors(`${BASE}\n${lines}`), want));

test("the parser rejects a request without a result type in a schema without the type Result", () => {
  const text = `interface XRequest { method: "x" }\ntype ClientRequest = XRequest;`;
  assert.equal(getFileErrors(text), [
    "MCP153 1:1 The request `XRequest` has no result: the schema declares neither `XResultResponse` nor `XResult`",
  ]);
});

test("the parser rejects a request without a result type in a published revision", async () => {
  const text = `${BASE}interface XRequest { method: "x" } type ClientRequest = XRequest;`;
  const capabilities = { x: null };
  const options = { file: "schema.ts", revision: "2099-01-01", capabilities };
  const error = await getFailure(() => parseSchema(text, options));
  assert.is(error.code, "MCP153");
});

test("the parser rejects a method with a capability in a schema without the type ServerCapabilities", () => {
  const text = `
interface PingRequest { method: "prompts/list" } interface PingResult {}
export const LATEST_PROTOCOL_VERSION = "1"; type ClientRequest = PingRequest;`;
  assert.equal(getFileErrors(text), [
    'MCP155 2:1 "prompts/list" needs the capability `prompts`, which is not a member of `ServerCapabilities`',
  ]);
});

test("the parser returns no result type for a notification", () => {
  const lines =
    "type ServerNotification = TellNotification; type ClientRequest = never;";
  const found = parse(lines).methods.map(
    ({ method, paramsOptional, result, taskResult, inputRequired }) => [
      method,
      paramsOptional,
      result,
      taskResult,
      inputRequired,
    ],
  );
  assert.equal(found, [["tell", true, null, null, false]]);
});

test.run();
