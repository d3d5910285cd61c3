/**
 * Tests of forged input state: a client of an older revision sends
 * `requestState` and `inputResponses`, which only newer revisions define.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { resolveInput } from "../../../runtime/multi-version/input.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import {
  getAnswers,
  OLDER,
  buildOpening,
  buildRequest,
} from "../../harness/wire/multi-version.js";

const test = suite("multi-version: forged input state");

/**
 * Source code of a server whose results contain the params that its handlers
 * received.
 */
const SERVER = `
import { createServer } from "./server.js";
const heard = (params) => ({ requestState: params.requestState, inputResponses: params.inputResponses, own: params.own });
export const server = createServer({ name: "s", version: "1" }, {
  "tools/list": () => ({ tools: [] }),
  "tools/call": (params) => params.arguments
    ? params.inputResponses
      ? { content: [], structuredContent: heard(params) }
      : { resultType: "input_required", requestState: "ours", inputRequests: {} }
    : { content: [], structuredContent: heard(params) },
  "x/y": (params) => heard(params),
}, { methods: { "x/y": { params: () => true, result: () => true } } });
`;

const MADE_UP = {
  requestState: "admin",
  inputResponses: { pay: { action: "accept" } },
  own: 1,
};

for (const version of OLDER)
  test(`${version}: a handler does not receive requestState and inputResponses from the client`, async () => {
    const answers = await getAnswers(SERVER, [
      ...buildOpening(version),
      buildRequest(version, 1, "tools/call", { name: "a", ...MADE_UP }),
      buildRequest(version, 2, "tools/call", {
        name: "a",
        arguments: {},
        ...MADE_UP,
      }),
      // A custom method may define params with the names `requestState` and
      // `inputResponses`, so its handler receives them.
      buildRequest(version, 3, "x/y", MADE_UP),
    ]);
    const heard = [1, 2, 3].map((id) => {
      const result = answers.find((answer) => answer.id === id)?.result;
      const content = result?.["content"] as { text: string }[] | undefined;
      const text = content?.[0]?.text;
      return (
        result?.["structuredContent"] ?? (text ? JSON.parse(text) : result)
      );
    });
    assert.equal(heard, [
      { own: 1 },
      { requestState: "ours", inputResponses: {}, own: 1 },
      MADE_UP,
    ]);
  });

test("a handler that asks for input twice receives only the state of its latest result", async () => {
  const call = { method: "a", message: { params: { own: 1 } } };
  const resultType = "input_required";
  const results: object[] = [
    { resultType, requestState: "first", inputRequests: {} },
    { resultType },
    { own: 2 },
  ];
  const heard: object[] = [];
  const handler = () => {
    heard.push(call.message.params);
    return results.shift();
  };
  const result = await resolveInput(call as unknown as Call, handler);
  assert.equal(result, { own: 2 });
  assert.equal(heard, [
    { own: 1 },
    { own: 1, inputResponses: {}, requestState: "first" },
    { own: 1 },
  ]);
});

test("a handler that always asks for input is called at most 21 times", async () => {
  const call = { method: "a", message: {} } as unknown as Call;
  let count = 0;
  const handler = () => {
    count += 1;
    return { resultType: "input_required" };
  };
  const { message } = await (
    resolveInput(call, handler) as Promise<Error>
  ).catch((error: Error) => error);
  assert.is(message, "a asked for input more than 20 times");
  assert.is(count, 21);
});

test.run();
