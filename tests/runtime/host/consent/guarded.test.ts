/** Tests of the audit entries of requests that need or do not need consent. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../../../runtime/json-rpc/messages/errors.js";
import { Consents } from "../../../../runtime/host/consent/consent.js";
import { sendWithConsent } from "../../../../runtime/host/consent/data-flow.js";
import { guardHandlers } from "../../../../runtime/host/consent/guarded.js";

const test = suite("host: recorded decisions");

/** Test cases: methods, consent hooks, and the expected outcome of a request. */
for (const [title, method, consent, expected] of [
  [
    "a refused prompt",
    "sampling/createMessage",
    { sampling: () => false },
    [-1, 0, "refused"],
  ],
  [
    "a refused result",
    "sampling/createMessage",
    { sampled: () => false },
    [-1, 1, "refused"],
  ],
  [
    "an approved prompt",
    "sampling/createMessage",
    { sampling: () => true },
    [0, 1, "approved"],
  ],
  ["a handler that fails", "elicitation/create", {}, [-32603, 1, "failed"]],
] as const)
  test(`\`guardHandlers\` records a request of ${method} with ${title} as ${expected[2]}`, async () => {
    let calls = 0;
    const decisions: string[] = [];
    const handlers = {
      "sampling/createMessage": () => ((calls += 1), {}),
      "elicitation/create": () => {
        calls += 1;
        return Promise.reject(new McpError(-32603, "no"));
      },
    };
    const own = guardHandlers(handlers, {
      server: "s",
      consents: new Consents(consent),
      inputs: 1,
      record: () => (decision) => decisions.push(decision),
    });
    const answer = own[method] as (params: object, call: object) => unknown;
    const code = await Promise.resolve(answer({}, {})).then(
      () => 0,
      (error: McpError) => error.code,
    );
    assert.equal([code, calls, ...decisions], [...expected]);
  });

test("the handler of a sampling request gets the params that the hook has edited", async () => {
  const own = guardHandlers(
    { "sampling/createMessage": (params: object) => params },
    {
      server: "s",
      consents: new Consents({
        sampling: () => ({ allow: true, value: { n: 2 } }),
      }),
      inputs: 1,
      record: () => () => {},
    },
  );
  const answer = own["sampling/createMessage"] as (
    params: object,
    call: object,
  ) => unknown;
  assert.equal(await answer({ n: 1 }, {}), { n: 2 });
});

test("a request that needs no consent is recorded as allowed, with its params and its result", async () => {
  const recorded: unknown[] = [];
  await sendWithConsent(
    { name: "s", request: () => Promise.resolve({ r: 2 }) } as never,
    {
      method: "prompts/get",
      name: "p",
      shown: {},
      value: { n: 1 },
      paramsOf: (value) => value,
    },
    new Consents({}),
    {
      begin:
        () =>
        (...entry: unknown[]) =>
          recorded.push(entry),
    } as never,
    undefined,
  );
  assert.equal(recorded, [["allowed", [{ n: 1 }, { r: 2 }]]]);
});

test.run();
