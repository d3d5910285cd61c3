/**
 * Tests of generated clients with server-everything, a reference server that
 * implements every feature of MCP.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { tapOurs } from "../harness/peers/tap.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";
import { load, WireCheck } from "../harness/generated/load.js";
import { waitUntil } from "../harness/run/time-limit.js";

const test = suite("generated client and server-everything");

const SERVER = join(
  ROOT,
  "tests/node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

type Json = Record<string, unknown>;
type Client = Record<string, (params: object) => unknown>;

const NOTE = "demo://resource/dynamic/text/7";
const LOG = "notifications/message";

const tool = (name: string, args: object, answer: RegExp) =>
  ["callTool", { name, arguments: args }, answer] as const;
const prompt = (name: string, args: object, answer: RegExp) =>
  ["getPrompt", { name, arguments: args }, answer] as const;

const ANNOTATED = { messageType: "error", includeImage: true };
const PACKED = {
  name: "a.gz",
  data: "data:text/plain,hello",
  outputType: "resource",
};
const PROMPT = { type: "ref/prompt", name: "completable-prompt" };
const TEMPLATE = {
  type: "ref/resource",
  uri: NOTE.replace("7", "{resourceId}"),
};
const ADA = { action: "accept", content: { name: "Ada" } };
/**
 * Completion request with the member `context`, which the oldest revisions do
 * not have.
 */
const NAMED = {
  ref: PROMPT,
  argument: { name: "name", value: "E" },
  context: { arguments: { department: "Sales" } },
};

/**
 * Test cases: requests that exist in every revision, and a pattern that the
 * response matches.
 */
const ASKED = [
  tool("echo", { message: "hi" }, /Echo: hi/),
  tool("get-annotated-message", ANNOTATED, /"priority":1.*"image\/png"/),
  tool("get-resource-links", { count: 2 }, /"resource_link".*"resource_link"/),
  tool(
    "get-resource-reference",
    { resourceType: "Blob", resourceId: 2 },
    /"blob"/,
  ),
  tool("get-structured-content", { location: "Chicago" }, /"structuredContent/),
  tool("gzip-file-as-resource", PACKED, /"application\/gzip"/),
  tool("get-roots-list", {}, /file:\/\/\/here/),
  tool("trigger-sampling-request", { prompt: "?", maxTokens: 5 }, /sampled 5/),
  tool("none", {}, /"isError":true/),
  ["listTools", {}, /"echo"/],
  ["listPrompts", {}, /"simple-prompt".*"args-prompt".*"resource-prompt"/],
  ["listResources", {}, /demo:\/\//],
  ["listResourceTemplates", {}, /"Dynamic Text Resource".*"Dynamic Blob/],
  ["readResource", { uri: NOTE }, /Resource 7: This is a plaintext/],
  ["readResource", { uri: NOTE.replace("text", "blob") }, /"blob":"UmVzb3/],
  prompt("simple-prompt", {}, /simple prompt/),
  prompt("args-prompt", { city: "Oslo" }, /in Oslo/),
  [
    "complete",
    { ref: PROMPT, argument: { name: "department", value: "S" } },
    /"values":\["Sales","Support"\]/,
  ],
  [
    "complete",
    { ref: TEMPLATE, argument: { name: "resourceId", value: "7" } },
    /\["7"\]/,
  ],
  ["ping", {}, /^{}$/],
] as const;

for (const revision of TESTED_REVISIONS.filter((name) => name < "2026"))
  test(`${revision}: a generated client uses every feature of the official test server server-everything`, async () => {
    const made = await load(revision, "client");
    const heard: string[] = [];
    const problems: string[] = [];
    const hear = (method: string) => ({
      [method]: (params: Json) =>
        void heard.push(`${method} ${JSON.stringify(params)}`),
    });
    /** Waits for a notification that contains all given texts. */
    const until = (...texts: string[]): Promise<void> =>
      waitUntil(`a notification contains ${texts.join(" and ")}`, () =>
        heard.some((line) => texts.every((text) => line.includes(text))),
      );
    const forms = revision >= "2025-06-18";
    const roots = made.roots([{ uri: "file:///here", name: "here" }]);
    const sample = ({ maxTokens }: Json) => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: `sampled ${maxTokens}` },
    });
    const agrees = { approveRequest: () => true, approveResponse: () => true };
    const plain = made.createClient(
      { name: "ours", version: "1.0.0" },
      {
        ...roots,
        ...made.sampling({ ...agrees, sample }),
        ...(forms && made.elicitation({ form: () => ADA })),
        ...hear(LOG),
        ...hear("notifications/resources/updated"),
        ...hear("notifications/tools/list_changed"),
      },
      { onError: (error: Error) => problems.push(error.message) },
    );
    const wire = await WireCheck.of(revision, "client");
    const child = made.spawn(process.execPath, [SERVER, "stdio"], {
      stderr: "ignore",
    });
    await plain.connect(tapOurs(child, wire.taps));
    const client = plain as object as Client;
    const ask = async (method: string, params: object): Promise<string> =>
      JSON.stringify(await client[method]?.(params));
    const call = (name: string): Promise<string> =>
      ask("callTool", { name, arguments: {} });
    // Wait until the server has registered tools for the features of the client
    // and requested the roots. If the client closed its connection during that
    // request, the server process would not end by itself.
    await until("tools/list_changed");
    await until("Roots updated: 1 root");
    assert.is(plain.server.version, revision);

    for (const [method, params, expected] of ASKED)
      assert.match(await ask(method, params), expected);
    const names = await ask("complete", NAMED);
    assert.match(names, forms ? /"values":\["Eve"\]/ : /"values":\[/);
    await ask("subscribe", { uri: NOTE });
    await until(LOG, "Received Subscribe", NOTE);
    await call("toggle-subscriber-updates");
    await until("notifications/resources/updated", NOTE);
    await call("toggle-subscriber-updates");
    await ask("unsubscribe", { uri: NOTE });
    await until(LOG, "Received Unsubscribe", NOTE);

    await ask("setLevel", { level: "debug" });
    await call("toggle-simulated-logging");
    await until(LOG, "evel");
    await call("toggle-simulated-logging");
    if (forms) {
      const asked = await call("trigger-elicitation-request");
      assert.match(asked, /Name: Ada.*Favorite Integer: 42/);
    }
    await plain.close();
    assert.equal([wire.problems, problems], [[], []]);
  });

test.run();
