import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lint } from "../../../generator/model/lint/lint.js";
import { parseCases } from "../../harness/run/cases.js";
import { bundledModel, parseModel } from "../../harness/models/models.js";
import { REVISIONS } from "../../harness/models/models.js";

const test = suite("model: lint");

/**
 * Schema for which lint reports nothing. Each test case adds declarations to
 * this schema.
 */
const CLEAN = `\
/** @internal */
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
/** @category Base */
export interface Result { [key: string]: unknown }
/** @category Base */
export interface AskRequest { method: "ask"; params: { a: string } }
/** @category Base */
export interface AskResult extends Result {}
/** @category Base */
export interface ClientCapabilities { experimental?: { [key: string]: object } }
/** @category Base */
export interface ServerCapabilities { tools?: object }
/** @category Base */
export interface ListToolsRequest { method: "tools/list" }
/** @category Base */
export interface ListToolsResult extends Result {}
`;
const UNION = "type ClientRequest = AskRequest | ListToolsRequest;";

function findings(lines: string): string[] {
  return lint(parseModel(CLEAN + lines)).map(
    ({ code, severity, declaration, position, message }) =>
      `${code} ${severity} ${declaration} ${position.line}:${position.column} ${message}`,
  );
}

const CASES = parseCases(`
# no faults
type ClientResult = Result;
type ServerResult = Result;
${UNION}
# a capability of which only a member is needed
export interface ServerCapabilities { prompts?: { listChanged?: boolean } }
interface XNotification { method: "notifications/prompts/list_changed" }
type ServerNotification = XNotification;
${UNION}
# two faults in one line
/** {@link No} */ type A = string; interface N { method: "n" }
${UNION}
=> MCP407 warning A 17:19 The doc comment of \`A\` links to \`No\`, which the schema does not declare
=> MCP400 error N 17:36 \`N\` ("n") is not a member of a message union such as \`ClientRequest\`
# a request and a notification in no union
interface XRequest { method: "x" }
interface N { method: "n" }
${UNION}
=> MCP400 error XRequest 17:1 \`XRequest\` ("x") is not a member of a message union such as \`ClientRequest\`
=> MCP400 error N 18:1 \`N\` ("n") is not a member of a message union such as \`ClientRequest\`
# types with a method that are not messages
interface HttpThing { method: "GET"; url: string }
interface OtherThing { method: "GET"; status?: string }
${UNION}
# messages in no union that have additional members
interface Request { method: string }
interface Base extends Omit<Request, "x"> { t?: string }
interface XRequest extends Base { method: "x"; url: string }
interface YRequest extends AskRequest { url: string }
interface Z { jsonrpc: "2.0"; id: string; method: "z"; params?: object }
${UNION}
=> MCP400 error XRequest 19:1 \`XRequest\` ("x") is not a member of a message union such as \`ClientRequest\`
=> MCP400 error YRequest 20:1 \`YRequest\` ("ask") is not a member of a message union such as \`ClientRequest\`
=> MCP400 error Z 21:1 \`Z\` ("z") is not a member of a message union such as \`ClientRequest\`
# a base type with the method of a message
interface Base { method: "ask" }
interface YRequest extends Base {}
interface YResult {}
type ServerRequest = YRequest;
${UNION}
=> MCP402 warning Base 17:1 \`Base\` and \`AskRequest\` have the same method "ask"
# results that answer no request
interface XResult extends AskResult {}
type YResult = Result;
${UNION}
=> MCP401 warning XResult 17:1 No request has the result \`XResult\`
=> MCP401 warning YResult 18:1 No request has the result \`YResult\`
# results that a response uses
interface A extends Result {}
interface B extends Result {}
type C = A | B;
interface AskResultResponse { result: C | AskResult }
${UNION}
# one method in two declarations
interface XRequest { method: "ask" }
interface XResult extends Result {}
type ServerRequest = XRequest;
${UNION}
=> MCP402 warning XRequest 17:1 \`XRequest\` and \`AskRequest\` have the same method "ask"
# declarations without a category
export type X = string;
type Y = string;
${UNION}
=> MCP403 warning X 17:1 \`X\` has neither @category nor @internal
# capabilities that no method needs
export interface ServerCapabilities {
  prompts?: { listChanged?: boolean };
}
${UNION}
=> MCP404 note ServerCapabilities 18:3 No method needs the capability \`prompts\` of \`ServerCapabilities\`
# numbers that are integers only by default
interface X {
  a: number; /** @TJS-type integer */ b: number; c: { d: number[] | string };
  e: AskRequest; f: string;
}
type Y = string | number;
/** @TJS-type number */ type Z = number;
${UNION}
=> MCP405 note X 18:3 \`X.a\` is a \`number\` without @TJS-type: the JSON Schema makes it an integer
=> MCP405 note X 18:55 \`X.c.d\` is a \`number\` without @TJS-type: the JSON Schema makes it an integer
=> MCP405 note Y 21:1 \`Y\` is a \`number\` without @TJS-type: the JSON Schema makes it an integer
# links to missing types and a deprecation without advice
/** {@link Ask}, {@link AskRequest | it}, {@link https://example.com} */
type X = string;
interface Y {
  /** @see {@link Y.x} {@link Nope}
 * @deprecated */
  x: string;
}
${UNION}
=> MCP407 warning X 18:1 The doc comment of \`X\` links to \`Ask\`, which the schema does not declare
=> MCP407 warning Y 22:3 The doc comment of \`Y.x\` links to \`Nope\`, which the schema does not declare
=> MCP408 note Y 22:3 \`Y.x\` is deprecated, but its doc comment does not say what to use instead
`);
for (const [name, lines, want] of CASES)
  test(`\`lint\` ${want.length > 0 ? "reports" : "accepts"} a schema with ${name}`, () =>
    assert.equal(findings(lines), want));

for (const revision of REVISIONS)
  test(`\`lint\` reports no errors in the schema of ${revision}`, () => {
    const errors = lint(bundledModel(revision)).filter(
      ({ severity }) => severity === "error",
    );
    assert.equal(errors, []);
  });

test.run();
