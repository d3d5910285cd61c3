/** A client that holds results of tools to their output schemas. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "./support.js";

interface Served {
  connect(transport: object): Promise<unknown>;
}

interface Server {
  createServer(info: object, handlers: object): Served;
  memory(): [object, object];
}

interface Client {
  createClient(info: object, handlers: object, options: object): Connected;
  outputValidator(): unknown;
}

interface Connected {
  connect(transport: object): Promise<void>;
  listTools(): Promise<unknown>;
  callTool(params: object): Promise<object>;
  close(): Promise<void>;
}

const test = suite("structured content, as a client sees it");

const SUM = {
  name: "sum",
  inputSchema: { type: "object" },
  outputSchema: {
    type: "object",
    properties: { sum: { type: "number" } },
    required: ["sum"],
  },
};

const RESULTS: readonly (readonly [
  title: string,
  result: object,
  problem?: string,
])[] = [
  ["right", { structuredContent: { sum: 1 } }],
  [
    "of another type",
    { structuredContent: { sum: "1" } },
    "sum must be number",
  ],
  ["not all there", { structuredContent: {} }, 'needs "sum"'],
  ["an error", { structuredContent: {}, isError: true }],
  ["an error that is not structured", { isError: true }],
  ["not structured", {}, "there is no structuredContent"],
];

/** A client, and a server whose tools answer `result`, whatever they promise. */
async function pair(
  revision: string,
  result: object,
  checked = true,
): Promise<Connected> {
  const { createServer, memory } = await load<Server>(revision, "server");
  const { createClient, outputValidator } = await load<Client>(
    revision,
    "client",
  );
  const info = { name: "test", version: "1" };
  const server = createServer(info, {
    "tools/list": () => ({ tools: [SUM] }),
    "tools/call": () => ({ content: [], ...result }),
  });
  const options = checked ? { validateOutput: outputValidator() } : {};
  const client = createClient(info, {}, options);
  const [ours, theirs] = memory();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return client;
}

async function outcome(client: Connected): Promise<string | undefined> {
  const call = client.callTool({ name: "sum", arguments: {} });
  const problem = await call.then(
    () => undefined,
    ({ message }: Error) => message,
  );
  return problem;
}

for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"])
  for (const [title, result, problem] of RESULTS)
    test(`${revision}: ${title}`, async () => {
      const client = await pair(revision, result);
      // What was not listed is not known.
      assert.is(await outcome(client), undefined);
      await client.listTools();
      assert.is(
        await outcome(client),
        problem &&
          `The tool sum does not keep to its output schema: ${problem}`,
      );
      await client.close();
    });

test("without the option nothing is held to its schema", async () => {
  const client = await pair("2025-06-18", { structuredContent: {} }, false);
  await client.listTools();
  assert.is(await outcome(client), undefined);
  await client.close();
});

test.run();
