/** Generated clients use the reference server that has every feature. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PROVEN } from "../support/whole.js";
import { connected } from "./everything-support.js";
import type { Call, Json, Session } from "./everything-support.js";

const test = suite("a generated client and server-everything");

const NOTE = "demo://resource/dynamic/text/7";

const ANNOTATED = { messageType: "error", includeImage: true };
const PACKED = {
  name: "a.gz",
  data: "data:text/plain,hello",
  outputType: "resource",
};

/** Tools that take and give what each revision has. */
const CALLS: readonly [name: string, args: object, answer: RegExp][] = [
  ["echo", { message: "hi" }, /Echo: hi/],
  ["get-annotated-message", ANNOTATED, /"priority":1.*"image\/png"/],
  ["get-env", {}, /PATH/],
  ["get-resource-links", { count: 2 }, /"resource_link".*"resource_link"/],
  ["get-resource-reference", { resourceType: "Blob", resourceId: 2 }, /"blob"/],
  ["get-structured-content", { location: "Chicago" }, /"structuredContent"/],
  ["get-sum", { a: 1, b: 2 }, /1 and 2 is 3/],
  ["get-tiny-image", {}, /"image\/png"/],
  ["gzip-file-as-resource", PACKED, /"application\/gzip"/],
  ["get-roots-list", {}, /file:\/\/\/here/],
  ["trigger-sampling-request", { prompt: "?", maxTokens: 5 }, /sampled 5/],
];

/** Everything is listed, and every tool called. */
async function lists(
  revision: string,
  { client, unknown }: Session,
): Promise<void> {
  assert.is(client.server.version, revision);
  const namesOf = async (call: Call, member: string): Promise<string[]> =>
    ((await call())[member] as { name: string }[]).map(({ name }) => name);
  const names = await namesOf(client.listTools, "tools");
  for (const [name, args, answer] of CALLS) {
    assert.ok(names.includes(name), name);
    const result = await client.callTool({ name, arguments: args });
    assert.match(JSON.stringify(result), answer);
    assert.is(result["isError"], undefined, name);
  }
  const prompts = await namesOf(client.listPrompts, "prompts");
  const kinds = ["simple", "args", "completable", "resource"];
  assert.equal(
    prompts,
    kinds.map((kind) => `${kind}-prompt`),
  );
  assert.is((await namesOf(client.listResources, "resources")).length, 7 + 1);
  const { listResourceTemplates } = client;
  const templates = await namesOf(listResourceTemplates, "resourceTemplates");
  assert.equal(templates, ["Dynamic Text Resource", "Dynamic Blob Resource"]);
  const link = "tools/call resource_link";
  assert.equal(unknown, revision < "2025-06-18" ? [link, link] : []);
  const none = await client.callTool({ name: "none" });
  assert.is(none["isError"], true);
}

/** Resources, prompts, completion. */
async function resources(
  revision: string,
  { client, heard }: Session,
): Promise<void> {
  const read = (uri: string) => client.readResource({ uri });
  const get = (name: string, args: object) =>
    client.getPrompt({ name, arguments: args });
  const complete = (name: string, value: string, more: object = {}) => {
    const ref = { type: "ref/prompt", name: "completable-prompt" };
    return client.complete({ ref, argument: { name, value }, ...more });
  };
  const template = NOTE.replace("7", "{resourceId}");
  const ref = { type: "ref/resource", uri: template };
  const embedded = { resourceType: "Text", resourceId: "3" };
  const context = { arguments: { department: "Sales" } };
  for (const [answer, expected] of [
    [read(NOTE), /Resource 7: This is a plaintext/],
    [read(NOTE.replace("text", "blob")), /"blob":"UmVzb3/],
    [get("simple-prompt", {}), /simple prompt/],
    [get("args-prompt", { city: "Oslo" }), /in Oslo/],
    [get("resource-prompt", embedded), /Resource 3/],
    [complete("department", "S"), /"values":\["Sales","Support"\]/],
    [
      complete("name", "E", { context }),
      revision < "2025-06-18" ? /"values":\[/ : /"values":\["Eve"\]/,
    ],
    [
      client.complete({ ref, argument: { name: "resourceId", value: "7" } }),
      /\["7"\]/,
    ],
  ] as const)
    assert.match(JSON.stringify(await answer), expected);
  const missing = read("demo://none").catch((error: Error) => error.name);
  assert.is(await missing, "McpError");
  await client.subscribe({ uri: NOTE });
  await heard.until("notifications/message", "Received Subscribe", NOTE);
  await client.callTool({ name: "toggle-subscriber-updates" });
  await heard.until("notifications/resources/updated", NOTE);
  await client.callTool({ name: "toggle-subscriber-updates" });
  await client.unsubscribe({ uri: NOTE });
  await heard.until("notifications/message", "Received Unsubscribe", NOTE);
}

/** Progress, log, roots, elicitation. */
async function questions(
  revision: string,
  { client, heard, ...session }: Session,
): Promise<void> {
  const { roots, elicited, unknown } = session;
  const call = async (name: string, args = {}, options = {}) =>
    JSON.stringify(await client.callTool({ name, arguments: args }, options));
  const progress: unknown[] = [];
  const onProgress = (one: Json) => progress.push(one["progress"]);
  const long = { duration: 0.1, steps: 4 };
  await call("trigger-long-running-operation", long, { onProgress });
  assert.equal(progress, [1, 2, 3, 4]);
  await client.setLevel({ level: "debug" });
  await call("toggle-simulated-logging");
  await heard.until("notifications/message", "evel");
  await call("toggle-simulated-logging");
  roots.set([{ uri: "file:///here" }, { uri: "file:///there" }]);
  await heard.until("Roots updated: 2 root");
  assert.equal(await client.ping(), {});
  if (revision < "2025-06-18") return;
  const asked = await call("trigger-elicitation-request");
  assert.match(asked, /Name: Ada.*Favorite Integer: 42/);
  assert.is(elicited.length, 1);
  // The form has fields that are lists, which are of 2025-11-25.
  const lists = revision >= "2025-11-25";
  assert.is(asked.includes("Guitar"), lists);
  const list = "elicitation/create array";
  assert.equal(unknown, lists ? [] : [list, list]);
  if (!lists) return;
  const url = "https://a.example/";
  assert.match(
    await call("trigger-url-elicitation", { url }),
    /User completed/,
  );
  assert.is(elicited[1]?.["url"], url);
}

for (const revision of PROVEN.filter((one) => one < "2026"))
  test(`${revision}: every feature of the server`, () =>
    connected(revision, async (session) => {
      await lists(revision, session);
      await resources(revision, session);
      await questions(revision, session);
    }));

test.run();
