/** What becomes of methods. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diff, MORE, rowsOf } from "../../harness/models/diffs.js";

const diffs = suite("diff: methods");

const METHODS = rowsOf(`
# a request that both may send, and then only the server
${MORE} type ClientRequest = AskRequest | MoreRequest; type ServerRequest = MoreRequest;
${MORE} type ServerRequest = MoreRequest;
C- changed more: request from either side => request from the server
# a request that only the server sent, and that both send now
${MORE} type ServerRequest = MoreRequest;
${MORE} type ClientRequest = AskRequest | MoreRequest; type ServerRequest = MoreRequest;
-S changed more: request from the server => request from either side
# what only one model sends a way breaks nobody that way
interface Up { a?: 1 } ${MORE.replace('more"', 'more"; params: Up')} type ServerRequest = MoreRequest;
interface Up { a: 1 } ${MORE.replace('more"', 'more"; params: Up')}
-S removed more: request from the server -> MoreResult =>
C- made required Up.a: a?: 1 => a: 1
# another result of a method

interface AskResultResponse { result: OtherResult } interface OtherResult { down: Down; more: 1 }
C- removed ask result.both: both: Both =>
-S added ask result.more:  => more: 1
-- added AskResultResponse:  => AskResultResponse
-- added OtherResult:  => OtherResult
# another declaration of a method
${MORE.replace('"more"', '"more"; params: { a: 1; x: 1; y: 1 }')} type ServerRequest = MoreRequest;
interface FarRequest { method: "more"; params: { b: 2 } } interface MoreResult {} type ServerRequest = FarRequest;
C- removed more.params.a: a: 1 =>
C- removed more.params.x: x: 1 =>
C- removed more.params.y: y: 1 =>
-S added more.params.b:  => b: 2
-- added FarRequest:  => FarRequest
-- removed MoreRequest: MoreRequest =>
# a request that may ask for input now
interface InputRequiredResult {}
interface InputRequiredResult {} interface AskResultResponse { result: AskResult | InputRequiredResult }
C- changed ask: one answer => result or input-required result
-- added AskResultResponse:  => AskResultResponse
`);
for (const [name, older, newer, want] of METHODS)
  diffs(name, () => assert.equal(diff(older, newer), want));

/** What is around messages, with lines of its own in place of some. */
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
    "ids, which every request has",
    envelopes("string | null", "number", "1"),
    "CS widened RequestId: string => string | null",
  ],
  [
    "errors, which every answer can be",
    envelopes("string", "string", "1"),
    "CS changed Error.code: number => string",
  ],
  [
    "a kind of error, which whoever answers may send",
    envelopes("string", "number", "2"),
    "CS changed BadError.error.data: 1 => 2",
  ],
] as const)
  diffs(name, () => {
    const older = envelopes("string", "number", "1");
    assert.equal(diff(older, newer), [want]);
  });

diffs.run();
