/** Tests of the differences of methods between two models. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getCapabilityImpact } from "../../../generator/model/diff/method-impact.js";
import type { Method } from "../../../generator/model/types.js";
import { parseCells } from "../../harness/run/cases.js";
import { diff, MORE, parseDiffCases } from "../../harness/models/diffs.js";

const test = suite("model: diff of methods");

/** Request of the server that may run as a task. */
const TASK = `${MORE.replace('"more"', '"more"; params: { task?: 1 }')} type ServerRequest = MoreRequest; interface CreateTaskResult { X }`;

const METHODS = parseDiffCases(`
# a request that both sides sent and only the server sends now
${MORE} type ClientRequest = AskRequest | MoreRequest; type ServerRequest = MoreRequest;
${MORE} type ServerRequest = MoreRequest;
C- changed more: request from either side => request from the server
# a request that only the server sent and both sides send now
${MORE} type ServerRequest = MoreRequest;
${MORE} type ClientRequest = AskRequest | MoreRequest; type ServerRequest = MoreRequest;
-S changed more: request from the server => request from either side
# a notification that the other side sends now
interface MoreNotification { method: "more" } type ClientNotification = MoreNotification;
interface MoreNotification { method: "more" } type ServerNotification = MoreNotification;
-- changed more: notification from the client => notification from the server
# changed params only for the direction in which both revisions send them
interface Up { a?: 1 } ${MORE.replace('more"', 'more"; params: Up')} type ServerRequest = MoreRequest;
interface Up { a: 1 } ${MORE.replace('more"', 'more"; params: Up')}
-S removed more: request from the server -> MoreResult =>
C- made required Up.a: a?: 1 => a: 1
# another result type of a method

interface AskResultResponse { result: OtherResult } interface OtherResult { down: Down; more: 1 }
C- removed ask result.both: both: Both =>
-S added ask result.more:  => more: 1
-- added AskResultResponse:  => AskResultResponse
-- added OtherResult:  => OtherResult
# another request type of a method
${MORE.replace('"more"', '"more"; params: { a: 1; x: 1; y: 1 }')} type ServerRequest = MoreRequest;
interface FarRequest { method: "more"; params: { b: 2 } } interface MoreResult {} type ServerRequest = FarRequest;
C- removed more.params.a: a: 1 =>
C- removed more.params.x: x: 1 =>
C- removed more.params.y: y: 1 =>
-S added more.params.b:  => b: 2
-- added FarRequest:  => FarRequest
-- removed MoreRequest: MoreRequest =>
# a request of the server that is embedded in a result now
${MORE} type ServerRequest = MoreRequest;
${MORE} type InputRequest = MoreRequest;
CS changed more: request from the server => request embedded in a result of the server
# another request type of a request that is embedded in a result now
${MORE.replace('"more"', '"more"; params: { a?: 1 }')} type ServerRequest = MoreRequest;
interface FarRequest { method: "more"; params: { a: 1 } } interface MoreResult {} type InputRequest = FarRequest;
CS changed more: request from the server => request embedded in a result of the server
-S made required more.params.a: a?: 1 => a: 1
-- added FarRequest:  => FarRequest
-- removed MoreRequest: MoreRequest =>
# a changed result of a request that may run as a task
${TASK.replace("X", "x: 1")}
${TASK.replace("X", "x: 2")}
CS changed CreateTaskResult.x: 1 => 2
# a request whose result may be InputRequiredResult now
interface InputRequiredResult {}
interface InputRequiredResult {} interface AskResultResponse { result: AskResult | InputRequiredResult }
C- changed ask: result => result or input-required result
-- added AskResultResponse:  => AskResultResponse
`);
for (const [name, older, newer, want] of METHODS)
  test(`\`diffModels\` reports ${name}`, () =>
    assert.equal(diff(older, newer), want));

/**
 * Returns declarations of JSON-RPC messages with the given types of the request
 * id, the error code and the error data.
 */
const envelopes = (id: string, code: string, name: string): string => `
type RequestId = ${id};
interface Error { code: ${code}; message: string }
const BAD = -1;
interface JSONRPCRequest extends Request { id: RequestId }
interface JSONRPCErrorResponse { id?: RequestId; error: Error }
type JSONRPCMessage = JSONRPCRequest | JSONRPCErrorResponse;
interface BadError extends Omit<JSONRPCErrorResponse, "error"> { error: Error & { code: typeof BAD; data: ${name} } }
interface WorseError extends BadError {}
`;

for (const [name, newer, want] of [
  [
    "the ids of all requests",
    envelopes("string | null", "number", "1"),
    "CS widened RequestId: string => string | null",
  ],
  [
    "the error object of all responses",
    envelopes("string", "string", "1"),
    "CS changed Error.code: number => string",
  ],
  [
    "one kind of error response",
    envelopes("string", "number", "2"),
    "CS changed BadError.error.data: 1 => 2",
  ],
] as const)
  test(`\`diffModels\` reports one change if the schema changes ${name}`, () => {
    const older = envelopes("string", "number", "1");
    assert.equal(diff(older, newer), [want]);
  });

/**
 * Test cases: kind and sender of a method, the capability that the method needed
 * before, the peer that the change breaks, and a part of the reason. The method
 * needs the capability `b` after the change.
 */
const CAPABILITIES = parseCells(`
  request | client | none | server | An older receiver does not declare \`b\`. A
  request | server | a | client | An older receiver does not declare \`b\`, only \`a\`. A
  notification | server | none | server | An older sender does not declare \`b\`. A
  notification | client | a | client | An older sender does not declare \`b\`, only \`a\`. A
`);
for (const [kind, sender, before = "", broken, reason = ""] of CAPABILITIES)
  test(`\`getCapabilityImpact\` reports that the ${broken} breaks if a ${kind} of the ${sender} needs the capability b instead of ${before}`, () => {
    const method = (capability: string | null) =>
      ({ kind, sender, capability }) as Method;
    const was = method(before === "none" ? null : before);
    const { breaks, why } = getCapabilityImpact(was, method("b"));
    const client = broken === "client";
    assert.equal(breaks, { client, server: !client });
    assert.ok(why.startsWith(reason), why);
  });

test.run();
