/**
 * Tests of access hooks and rate limits for tools, resources, prompts and
 * completions.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { completionHandlers } from "../../../runtime/features/completions.js";
import { promptHandlers } from "../../../runtime/features/prompts.js";
import { resourceHandlers } from "../../../runtime/features/resources/resources.js";
import { toolHandlers } from "../../../runtime/features/tools.js";
import { ask, openServer } from "../../harness/wire/wire.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("features: access");

/** Access hook that allows only names that end in 1. */
const ends = (name: string): boolean => name.endsWith("1");

/**
 * Sends a request for each element of `asked`. Returns the error code of each
 * response, or undefined for a result.
 */
async function getErrorCodes(
  handlers: Handlers,
  method: string,
  asked: readonly object[],
): Promise<unknown[]> {
  const codes: unknown[] = [];
  for (const params of asked)
    codes.push((await ask(handlers, method, params)).error?.code);
  return codes;
}

requirement(`
  66974628d77a 76802ac348c1 82a800880e7a 8c22e484112a 296df758e236
`);
for (const [when, access] of [
  ["synchronously", ends],
  ["asynchronously", async (name: string) => ends(name)],
] as const)
  test(`an access hook that decides ${when} hides forbidden tools, prompts and resources`, async () => {
    const read = (): string => "x";
    const entry = { handler: read };
    const uris = ["a://1", "a://2", "b://{x}/1", "c://{x}/2"];
    const resources = Object.fromEntries(uris.map((uri) => [uri, { read }]));
    const handlers = {
      ...toolHandlers({ t1: entry, t2: entry }, { access }),
      ...promptHandlers({ p1: entry, p2: entry }, { access }),
      ...resourceHandlers(resources, { access }),
    };
    const inputSchema = { type: "object", additionalProperties: false };
    const template = { uriTemplate: "b://{x}/1", name: "b://{x}/1" };
    for (const [method, result] of [
      ["tools/list", { tools: [{ name: "t1", inputSchema }] }],
      ["prompts/list", { prompts: [{ name: "p1" }] }],
      ["resources/list", { resources: [{ uri: "a://1", name: "a://1" }] }],
      ["resources/templates/list", { resourceTemplates: [template] }],
    ] as const)
      assert.equal((await ask(handlers, method)).result, result);
    for (const [method, member, allowed, refused, code] of [
      ["tools/call", "name", "t1", "t2", -32602],
      ["prompts/get", "name", "p1", "p2", -32602],
      ["resources/read", "uri", "a://1", "a://2", -32002],
      ["resources/read", "uri", "b://7/1", "c://7/2", -32002],
    ] as const) {
      const asked = [{ [member]: allowed }, { [member]: refused }];
      assert.equal(await getErrorCodes(handlers, method, asked), [
        undefined,
        code,
      ]);
    }
    const { error } = await ask(handlers, "tools/call", { name: "t2" });
    assert.equal(error, { code: -32602, message: "Unknown tool: t2" });
  });

test("a client can subscribe only to resources that the access hook allows", async () => {
  const definitions = {
    "a://1": { read: () => "x" },
    "a://2": { read: () => "y" },
    "b://{x}/2": { read: () => "z" },
  };
  const access = ends;
  const uris = ["a://1", "a://2", "b://7/2", "a://none"];
  const asked = uris.map((uri) => ({ uri }));
  for (const [settings, refused] of [
    [{ subscribe: true, access }, [undefined, -32002, -32002, -32002]],
    [{ subscribe: true }, [undefined, undefined, undefined, undefined]],
    [{ access }, [-32601, -32601, -32601, -32601]],
  ] as const) {
    const handlers = resourceHandlers(definitions, settings);
    const codes = await getErrorCodes(handlers, "resources/subscribe", asked);
    assert.equal(codes, refused);
  }
});

requirement("11e911d78d3a");
test("a completion request is refused if the access hook forbids the prompt", async () => {
  const handlers = completionHandlers(
    { prompts: { p1: { a: ["x"] }, p2: { a: ["y"] } } },
    { access: ends, rate: { burst: 1, perSecond: 0.001 } },
  );
  const complete = (name: string) =>
    ask(handlers, "completion/complete", {
      ref: { type: "ref/prompt", name },
      argument: { name: "a", value: "" },
    });
  assert.equal((await complete("p1")).result, {
    completion: { values: ["x"], total: 1, hasMore: false },
  });
  assert.equal((await complete("p1")).error, {
    code: 429,
    message: "p1 exceeds its rate limit",
  });
  assert.equal((await complete("p2")).error, {
    code: -32602,
    message: "No completions for prompt p2",
  });
});

requirement(`
  66974628d77a 76802ac348c1 82a800880e7a 8c22e484112a 296df758e236
`);
test("an access hook receives the name of the tool and the authenticated caller", async () => {
  const asked: unknown[] = [];
  const tools = toolHandlers(
    { t: { handler: () => "x" } },
    { access: (name, caller) => asked.push([name, caller.auth]) > 0 },
  );
  const { wire } = openServer(tools);
  const call = { id: 1, method: "tools/call", params: { name: "t" } };
  wire.give(call, { auth: "alice" });
  assert.equal(asked, [["t", "alice"]]);
  assert.is(wire.sent.length, 1);
});

test("the completions of a prompt and of a resource template have separate rate limits", async () => {
  const named = { same: { a: ["x"] } };
  const handlers = completionHandlers(
    { prompts: named, resources: named },
    { rate: { burst: 1, perSecond: 0.001 } },
  );
  const argument = { name: "a", value: "" };
  for (const [ref, code] of [
    [{ type: "ref/prompt", name: "same" }, undefined],
    [{ type: "ref/resource", uri: "same" }, undefined],
    [{ type: "ref/resource", uri: "same" }, 429],
  ] as const) {
    const asked = await ask(handlers, "completion/complete", { ref, argument });
    assert.is(asked.error?.code, code);
  }
});

requirement("82a800880e7a");
test("each tool has a separate rate limit", async () => {
  const tools = toolHandlers(
    { t: { handler: () => "x" }, u: { handler: () => "y" } },
    { rate: { burst: 2, perSecond: 0.001 } },
  );
  const { wire } = openServer(tools);
  for (const name of ["t", "t", "t", "u"])
    wire.give({ id: name, method: "tools/call", params: { name } });
  assert.equal(
    wire.sent.map(({ error }) => error?.message),
    [undefined, undefined, "t exceeds its rate limit", undefined],
  );
});

test.run();
