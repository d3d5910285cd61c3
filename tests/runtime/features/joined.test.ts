/**
 * Tests that combine features, such as tools and prompts, into the handlers of
 * one server.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { completionHandlers } from "../../../runtime/features/completions.js";
import { combineHandlers } from "../../../runtime/features/modules.js";
import { promptHandlers } from "../../../runtime/features/prompts.js";
import { resourceHandlers } from "../../../runtime/features/resources/resources.js";
import { toolHandlers } from "../../../runtime/features/tools.js";
import { ask, openServer } from "../../harness/wire/wire.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";

const test = suite("features: combined handlers");

/** Creates a feature with one tool. The tool returns its own name. */
const tool = (name: string, settings?: object) =>
  toolHandlers({ [name]: { handler: () => name } }, settings);
const prompt = (name: string) =>
  promptHandlers({ [name]: { handler: () => name } });
const resource = (uri: string, settings?: object) =>
  resourceHandlers({ [uri]: { read: () => uri } }, settings);
const completion = (name: string, values: readonly string[]) =>
  completionHandlers({ prompts: { [name]: { a: values } } });

/**
 * Ways to combine two features: as the elements of an array, or by object
 * spread.
 */
const ways = [
  ["an array of modules", (a: Handlers, b: Handlers) => [a, b]],
  ["object spread", (a: Handlers, b: Handlers) => ({ ...a, ...b })],
] as const;

/** Returns the URI, the URI template or the name of each list item. */
async function listed(
  handlers: Handlers,
  method: string,
  params = {},
): Promise<unknown> {
  const { result } = await ask(handlers, method, params);
  const [items] = Object.values(result ?? {}) as {
    [name: string]: unknown;
  }[][];
  return items?.map((item) => item.uri ?? item.uriTemplate ?? item.name);
}

for (const [way, put] of ways) {
  test(`features combined by ${way} serve the tools, prompts and completions of every feature`, async () => {
    const tools = combineHandlers(put(tool("a"), tool("b")));
    assert.equal(await listed(tools, "tools/list"), ["a", "b"]);
    for (const name of ["a", "b"]) {
      const { result } = await ask(tools, "tools/call", { name });
      assert.equal(result?.content, [{ type: "text", text: name }]);
    }
    const { error } = await ask(tools, "tools/call", { name: "c" });
    assert.equal(error, { code: -32602, message: "Unknown tool: c" });
    const prompts = combineHandlers(put(prompt("a"), prompt("b")));
    assert.equal(await listed(prompts, "prompts/list"), ["a", "b"]);
    for (const name of ["a", "b"])
      assert.ok((await ask(prompts, "prompts/get", { name })).result);
    const found = combineHandlers(
      put(completion("a", ["x"]), completion("b", ["y"])),
    );
    for (const [name, value] of [
      ["a", "x"],
      ["b", "y"],
    ] as const) {
      const { result } = await ask(found, "completion/complete", {
        ref: { type: "ref/prompt", name },
        argument: { name: "a", value: "" },
      });
      const { values } = (result as { completion: { values: string[] } })
        .completion;
      assert.equal(values, [value]);
    }
  });

  test(`features combined by ${way} prefer a resource to a matching resource template`, async () => {
    const both = combineHandlers(put(resource("a://{x}"), resource("a://1")));
    assert.equal(await listed(both, "resources/list"), ["a://1"]);
    assert.equal(await listed(both, "resources/templates/list"), ["a://{x}"]);
    for (const [uri, text] of [
      ["a://1", "a://1"],
      ["a://2", "a://{x}"],
    ]) {
      const { result } = await ask(both, "resources/read", { uri });
      assert.equal(result?.contents, [{ uri, text }]);
    }
  });

  test(`if features are combined by ${way}, each access hook applies only to its own feature`, async () => {
    const access = (name: string): boolean => name === "open";
    const closed = tool("closed", { access });
    const handlers = combineHandlers(put(closed, tool("b")));
    assert.equal(await listed(handlers, "tools/list"), ["b"]);
    const { error } = await ask(handlers, "tools/call", { name: "closed" });
    assert.is(error?.message, "Unknown tool: closed");
    closed.set("open", { handler: () => "x" });
    assert.equal(await listed(handlers, "tools/list"), ["open", "b"]);
  });

  test(`features combined by ${way} still support set(), remove() and change notifications`, async () => {
    const [a, b] = [tool("a"), tool("b")];
    const { connection } = openServer(combineHandlers(put(a, b)));
    const told: string[] = [];
    for (const changes of connection.endpoint.changes)
      changes.listen(() => told.push(changes.method));
    a.set("c", { handler: () => "c" });
    b.remove("b");
    const method = "notifications/tools/list_changed";
    assert.equal(told, [method, method]);
    const handlers = combineHandlers(put(a, b));
    assert.equal(await listed(handlers, "tools/list"), ["a", "c"]);
    // Both features now have a tool named "a". The combined list contains it
    // only once.
    b.set("a", { handler: () => "other" });
    assert.equal(await listed(combineHandlers(a), "tools/list"), ["a", "c"]);
    assert.equal(await listed(handlers, "tools/list"), ["a", "c"]);
  });

  test(`features combined by ${way} are refused if two of them define the same name`, () => {
    for (const [first, second, name] of [
      [tool("a"), tool("a"), "a"],
      [prompt("b"), prompt("b"), "b"],
      [resource("a://1"), resource("a://1"), "a://1"],
      [completion("p", []), completion("p", []), "prompt p"],
    ] as const)
      assert.throws(
        () => combineHandlers(put(first, second)),
        (error: Error) =>
          error.message === `${name} is in features 1 and 2; define it once`,
      );
  });
}

test("`combineHandlers` does not change the features that it combines", async () => {
  const a = tool("a");
  combineHandlers([a, tool("b")]);
  assert.equal(await listed(combineHandlers(a), "tools/list"), ["a"]);
  assert.equal(await listed(a, "tools/list"), ["a"]);
});

test("the page size of the last feature applies to all combined features", async () => {
  const handlers = combineHandlers([
    tool("a"),
    tool("b"),
    tool("c", { pageSize: 2 }),
  ]);
  const { result } = await ask(handlers, "tools/list");
  assert.is((result as { tools: unknown[] }).tools.length, 2);
  const cursor = result?.nextCursor as string;
  assert.equal(await listed(handlers, "tools/list", { cursor }), ["c"]);
});

test("the error about a duplicate name contains the list positions of the two conflicting features", () => {
  const modules = [
    { ...prompt("a"), ...tool("b") },
    resource("a://1"),
    { ...completion("a", []), ...tool("a"), ...tool("b") },
  ];
  assert.throws(
    () => combineHandlers(modules),
    /^b is in features 2 and 6; define it once$/,
  );
  const [shared] = modules;
  assert.type(
    combineHandlers([{ ...shared }, { ...shared }])["tools/list"],
    "function",
  );
});

test("`combineHandlers` refuses two modules that define the same method", () => {
  const own = (): object => ({});
  const both: readonly (readonly Handlers[])[] = [
    [{ "x/y": own }, { "x/y": () => ({}) }],
    [tool("a"), { "tools/list": own }],
    [{ "tools/list": own }, tool("a")],
  ];
  for (const modules of both)
    assert.throws(
      () => combineHandlers([{}, ...modules]),
      /^(x\/y|tools\/list) is in modules 2 and 3; define it once$/,
    );
  const handlers = combineHandlers({
    ...tool("a"),
    ...tool("b"),
    "tools/list": own,
  });
  assert.is(handlers["tools/list"], own);
});

test.run();
