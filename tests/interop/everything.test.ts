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
  assert.equal(await namesOf(client.listPrompts, "prompts"), [
    "simple-prompt",
    "args-prompt",
    "completable-prompt",
    "resource-prompt",
  ]);
  assert.is((await namesOf(client.listResources, "resources")).length, 7 + 1);
  assert.equal(
    await namesOf(client.listResourceTemplates, "resourceTemplates"),
    ["Dynamic Text Resource", "Dynamic Blob Resource"],
  );
  assert.equal(
    unknown.map(({ method, value }) => `${method} ${value}`),
    revision < "2025-06-18"
      ? ["tools/call resource_link", "tools/call resource_link"]
      : [],
  );
  const none = await client.callTool({ name: "none" });
  assert.is(none["isError"], true);
}

/** Resources, prompts, completion. */
async function resources(
  revision: string,
  { client, heard }: Session,
): Promise<void> {
  const read = async (uri: string): Promise<string> =>
    JSON.stringify(await client.readResource({ uri }));
  assert.match(await read(NOTE), /Resource 7: This is a plaintext/);
  assert.match(await read(NOTE.replace("text", "blob")), /"blob":"UmVzb3/);
  const missing = read("demo://none").catch((error: Error) => error.name);
  assert.is(await missing, "McpError");
  const prompt = async (name: string, args: object): Promise<string> =>
    JSON.stringify(await client.getPrompt({ name, arguments: args }));
  assert.match(await prompt("simple-prompt", {}), /simple prompt/);
  assert.match(await prompt("args-prompt", { city: "Oslo" }), /in Oslo/);
  const embedded = { resourceType: "Text", resourceId: "3" };
  assert.match(await prompt("resource-prompt", embedded), /Resource 3/);
  const values = async (name: string, value: string, more: object) =>
    (
      (await client.complete({
        ref: { type: "ref/prompt", name: "completable-prompt" },
        argument: { name, value },
        ...more,
      })) as { completion: { values: string[] } }
    ).completion.values;
  assert.equal(await values("department", "S", {}), ["Sales", "Support"]);
  const context = { arguments: { department: "Sales" } };
  if (revision >= "2025-06-18") {
    assert.equal(await values("name", "E", { context }), ["Eve"]);
  }
  const template = await client.complete({
    ref: { type: "ref/resource", uri: NOTE.replace("7", "{resourceId}") },
    argument: { name: "resourceId", value: "7" },
  });
  assert.match(JSON.stringify(template), /\["7"\]/);
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
  const progress: unknown[] = [];
  await client.callTool(
    {
      name: "trigger-long-running-operation",
      arguments: { duration: 0.1, steps: 4 },
    },
    { onProgress: (one: Json) => progress.push(one["progress"]) },
  );
  assert.equal(progress, [1, 2, 3, 4]);
  await client.setLevel({ level: "debug" });
  await client.callTool({ name: "toggle-simulated-logging" });
  await heard.until("notifications/message", "evel");
  await client.callTool({ name: "toggle-simulated-logging" });
  roots.set([{ uri: "file:///here" }, { uri: "file:///there" }]);
  await heard.until("Roots updated: 2 root");
  assert.equal(await client.ping(), {});
  if (revision < "2025-06-18") return;
  const asked = await client.callTool({
    name: "trigger-elicitation-request",
  });
  assert.match(JSON.stringify(asked), /Name: Ada.*Favorite Integer: 42/);
  assert.is(elicited.length, 1);
  // The form has fields that are lists, which are of 2025-11-25.
  const lists = revision >= "2025-11-25";
  assert.is(JSON.stringify(asked).includes("Guitar"), lists);
  assert.equal(
    unknown.map(({ method, value }) => `${method} ${value}`),
    lists ? [] : ["elicitation/create array", "elicitation/create array"],
  );
  if (!lists) return;
  const opened = await client.callTool({
    name: "trigger-url-elicitation",
    arguments: { url: "https://a.example/" },
  });
  assert.match(JSON.stringify(opened), /User completed/);
  assert.is(elicited[1]?.["url"], "https://a.example/");
}

for (const revision of PROVEN.filter((one) => one < "2026"))
  test(`${revision}: every feature of the server`, () =>
    connected(revision, async (session) => {
      await lists(revision, session);
      await resources(revision, session);
      await questions(revision, session);
    }));

test.run();
