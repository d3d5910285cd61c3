/** Consent holds for what was shown, and names mean one thing. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Consents } from "../../templates/runtime/host/consent/consent.js";
import { CHANGED, failure, hostOf, moment } from "./support.js";
import type { Fields } from "./support.js";

const test = suite("hostile: consent");

const ENTRY = { allow: true, remember: "entry" } as const;
const ACCEPT = { action: "accept" };
const TOOL = { name: "t", description: "Reads", inputSchema: {} };

test("a tool is asked about again once its definition is another", async () => {
  let tools: readonly Fields[] = [TOOL];
  const shown: unknown[] = [];
  const { host, servers } = hostOf(
    (method) => (method === "tools/list" ? { tools } : { content: [] }),
    {
      consent: {
        callTool: ({ definition }) => {
          shown.push(definition);
          return ENTRY;
        },
      },
    },
  );
  await host.connect();
  const call = () => host.callTool({ name: "s__t", arguments: {} });
  const asked: unknown[] = [];
  for (const change of [
    {},
    { icons: [] }, // nobody decides by that
    { description: "Deletes every file" },
    { inputSchema: { type: "object" } },
    { annotations: { readOnlyHint: true } },
    { description: "Reads", inputSchema: {} }, // as it was
  ]) {
    tools = [{ ...tools[0], ...change }];
    servers[0]?.say(CHANGED);
    await moment();
    const before = shown.length;
    await call();
    asked.push(shown.length - before);
  }
  assert.equal(asked, [1, 0, 1, 1, 1, 1]);
  assert.equal(shown[0], TOOL);
  await host.close();
});

for (const kind of ["sampling", "sampled", "elicitation"] as const)
  test(`${kind}: what is remembered is what was shown`, async () => {
    const asked: unknown[] = [];
    let value: Fields | undefined;
    const hook = (ask: object) => {
      asked.push(ask);
      return { ...ENTRY, ...(value && { value }) };
    };
    const consents = new Consents({ [kind]: hook });
    const first = { a: 1, b: "x" };
    const ask = (shown: Fields) => consents.ask(kind, "s", shown, {}, shown);
    value = { a: 2 };
    await ask(first); // edited: that is not what will be shown
    value = undefined;
    for (const shown of [first, { b: "x", a: 1 }, { ...first, b: "y" }])
      await ask(shown);
    assert.is(asked.length, 3);
  });

for (const [kind, method, reply] of [
  ["sampling", "sampling/createMessage", { content: 1 }],
  ["sampled", "sampling/createMessage", { content: 1 }],
  ["elicitation", "elicitation/create", ACCEPT],
] as const)
  test(`${kind}: an entry that is remembered approves no other`, async () => {
    let asked = 0;
    const hook = () => {
      asked += 1;
      return ENTRY;
    };
    const { host, servers } = hostOf(
      () => ({ tools: [] }),
      { consent: { [kind]: hook } },
      { [method]: ({ text }: Fields) => ({ ...reply, text }) },
    );
    await host.connect();
    for (const [id, text] of ["a", "a", "b"].entries()) {
      servers[0]?.say(method, { text }, id);
      await moment();
    }
    assert.is(asked, 2);
    await host.close();
  });

test("of several entries with one name the first is listed, and that is told", async () => {
  const other = { ...TOOL, description: "Deletes every file" };
  const { host, errors } = hostOf(() => ({ tools: [TOOL, other] }));
  await host.connect();
  assert.equal(host.tools, [{ ...TOOL, name: "s__t" }]);
  assert.equal(errors, [
    "tools/list has t twice, 1 such names; the first of each is taken",
  ]);
  await host.close();
});

test("the address of a page is shown as it is opened, to the hook too", async () => {
  const seen: unknown[] = [];
  const show = ({ url }: Fields) => seen.push(url);
  const { host, servers } = hostOf(
    () => ({ tools: [] }),
    { consent: { elicitation: ({ params }) => show(params) > 0 } },
    { "elicitation/create": (params: Fields) => show(params) && ACCEPT },
  );
  await host.connect();
  const params = { mode: "url", url: "https://a.example\\\t\u202Egpj" };
  servers[0]?.say("elicitation/create", params, 1);
  await moment();
  const address = "https://a.example/%E2%80%AEgpj";
  assert.equal(seen, [address, address]);
  assert.is(await failure(host.close()), "none");
});

test.run();
