/** Who may use which tool, resource or prompt, and how often. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { completionHandlers } from "../../templates/runtime/features/completions.js";
import { promptHandlers } from "../../templates/runtime/features/prompts.js";
import { resourceHandlers } from "../../templates/runtime/features/resources/resources.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import { openServer } from "./support.js";
import { ask, text } from "./features-support.js";

const test = suite("features: access");

/** Only entries whose name ends in 1 may be known; asked for later, or not. */
const hooks = [
  (name: string) => name.endsWith("1"),
  async (name: string) => name.endsWith("1"),
];
for (const [index, access] of hooks.entries()) {
  const when = index === 0 ? "at once" : "later";

  test(`an access hook that decides ${when}: tools`, async () => {
    const tools = toolHandlers(
      { t1: { handler: () => "x" }, t2: { handler: () => "y" } },
      { access },
    );
    const { result } = await ask(tools, "tools/list");
    const shown = (result as { tools: { name: string }[] }).tools;
    assert.equal(
      shown.map(({ name }) => name),
      ["t1"],
    );
    const good = await ask(tools, "tools/call", { name: "t1" });
    assert.equal(good.result, { content: [text("x")] });
    const bad = await ask(tools, "tools/call", { name: "t2" });
    assert.equal(bad.error, { code: -32602, message: "Unknown tool: t2" });
  });

  test(`an access hook that decides ${when}: resources and templates`, async () => {
    const handlers = resourceHandlers(
      {
        "a://1": { read: () => "x" },
        "a://2": { read: () => "y" },
        "b://{x}/1": { read: () => "z" },
        "c://{x}/2": { read: () => "z" },
      },
      { access },
    );
    const list = await ask(handlers, "resources/list");
    assert.equal(list.result, { resources: [{ uri: "a://1", name: "a://1" }] });
    const templates = await ask(handlers, "resources/templates/list");
    assert.equal(templates.result, {
      resourceTemplates: [{ uriTemplate: "b://{x}/1", name: "b://{x}/1" }],
    });
    const codes: unknown[] = [];
    for (const uri of ["a://1", "a://2", "b://7/1", "c://7/2"]) {
      const { error } = await ask(handlers, "resources/read", { uri });
      codes.push((error as { code: number } | undefined)?.code);
    }
    assert.equal(codes, [undefined, -32002, undefined, -32002]);
  });

  test(`an access hook that decides ${when}: prompts`, async () => {
    const handlers = promptHandlers(
      { p1: { handler: () => "x" }, p2: { handler: () => "y" } },
      { access },
    );
    const list = await ask(handlers, "prompts/list");
    assert.equal(list.result, { prompts: [{ name: "p1" }] });
    const bad = await ask(handlers, "prompts/get", { name: "p2" });
    assert.equal(bad.error, { code: -32602, message: "Unknown prompt: p2" });
    const good = await ask(handlers, "prompts/get", { name: "p1" });
    assert.is(good.error, undefined);
  });
}

test("who may not read a resource may not subscribe to it", async () => {
  const definitions = {
    "a://1": { read: () => "x" },
    "a://2": { read: () => "y" },
    "b://{x}/2": { read: () => "z" },
  };
  const [access] = hooks;
  const codesOf = async (settings: object): Promise<unknown[]> => {
    const handlers = resourceHandlers(definitions, settings);
    const codes: unknown[] = [];
    for (const uri of ["a://1", "a://2", "b://7/2", "a://none"]) {
      const { error } = await ask(handlers, "resources/subscribe", { uri });
      codes.push((error as { code: number } | undefined)?.code);
    }
    return codes;
  };
  const refused = [undefined, -32002, -32002, -32002];
  assert.equal(await codesOf({ subscribe: true, access }), refused);
  const taken = [undefined, undefined, undefined, undefined];
  assert.equal(await codesOf({ subscribe: true }), taken);
  const none = [-32601, -32601, -32601, -32601];
  assert.equal(await codesOf({ access }), none);
});

test("completions are kept to access, and to a rate", async () => {
  const handlers = completionHandlers(
    { prompts: { p1: { a: ["x"] }, p2: { a: ["y"] } } },
    { access: hooks[0], rate: { burst: 1, perSecond: 0.001 } },
  );
  const of = (name: string): Promise<{ result?: unknown; error?: unknown }> =>
    ask(handlers, "completion/complete", {
      ref: { type: "ref/prompt", name },
      argument: { name: "a", value: "" },
    });
  assert.equal((await of("p1")).result, {
    completion: { values: ["x"], total: 1, hasMore: false },
  });
  assert.equal((await of("p1")).error, {
    code: 429,
    message: "p1 is used too often",
  });
  assert.equal((await of("p2")).error, {
    code: -32602,
    message: "Nothing to complete for prompt p2",
  });
});

test("who may not use an entry cannot use up its rate", async () => {
  const { wire } = openServer(
    toolHandlers(
      { t: { handler: () => "x" } },
      {
        access: (_, { auth }) => auth === "alice",
        rate: { burst: 1, perSecond: 0.001 },
      },
    ),
  );
  const call = { id: 1, method: "tools/call", params: { name: "t" } };
  const answers = ["eve", "eve", "alice", "alice", "eve"].map((auth) => {
    wire.give(call, { auth });
    const [answer] = wire.sent.splice(0) as { error?: { code: number } }[];
    return answer?.error?.code;
  });
  assert.equal(answers, [-32602, -32602, undefined, 429, -32602]);
});

test("an access hook is told who asks", async () => {
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

test("each entry has a rate of its own", async () => {
  const tools = toolHandlers(
    { t: { handler: () => "x" }, u: { handler: () => "y" } },
    { rate: { burst: 2, perSecond: 0.001 } },
  );
  const { wire } = openServer(tools);
  for (const name of ["t", "t", "t", "u"]) {
    wire.give({ id: name, method: "tools/call", params: { name } });
  }
  const answers = wire.sent as { result?: unknown; error?: unknown }[];
  assert.equal(answers[2]?.error, {
    code: 429,
    message: "t is used too often",
  });
  assert.equal(
    answers.map(({ error }) => error === undefined),
    [true, true, false, true],
  );
});

test.run();
