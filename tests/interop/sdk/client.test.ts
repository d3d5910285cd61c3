/**
 * Tests of the client of the official SDK v1 with a generated server over
 * stdio.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { ROOT } from "../../harness/program/cli.js";
import { offer, tap } from "../../harness/peers/tap.js";
import { WITH_HANDSHAKE } from "../../harness/generated/pair.js";
import { example, WireCheck } from "../../harness/generated/load.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("SDK client v1 and generated server over stdio");

/**
 * Connects an SDK client that requests protocol version `version`. Passes the
 * client to `use`.
 */
async function connected(
  version: string,
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: "sdk", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await example(version, "weather.ts")],
  });
  const wire = await WireCheck.of(version, "server");
  tap(transport, {
    sent(message) {
      offer(message, version);
      wire.asked(message);
    },
    received: (message) => wire.check(message),
  });
  const problems: string[] = [];
  client.onerror = (error) => problems.push(error.message);
  await client.connect(transport);
  try {
    await use(client);
  } finally {
    await client.close();
  }
  assert.equal([...problems, ...wire.problems], []);
  assert.ok(wire.count > 0);
}

async function getErrorCode(
  promise: Promise<unknown>,
): Promise<number | string> {
  return promise.then(
    () => "no error",
    (error: unknown) => (error instanceof McpError ? error.code : `${error}`),
  );
}

for (const version of WITH_HANDSHAKE) {
  requirement("81a29dbc4b14");
  test(`${version}: the SDK's client uses the weather server of the examples`, async () => {
    const lines = readFileSync(join(ROOT, "examples/weather.ts"), "utf8");
    assert.ok(lines.trimEnd().split("\n").length <= 15);
    await connected(version, async (client) => {
      const info = { name: "weather", version: "1.0.0" };
      assert.equal(client.getServerVersion(), info);
      const capabilities = { tools: { listChanged: true }, logging: {} };
      assert.equal(client.getServerCapabilities(), capabilities);
      const city = { type: "string", description: "Name of the city" };
      const properties = { city };
      const inputSchema = { type: "object", properties, required: ["city"] };
      const description = "The weather in a city";
      assert.equal(await client.listTools(), {
        tools: [{ name: "get_weather", description, inputSchema }],
      });
      const call = { name: "get_weather", arguments: { city: "Oslo" } };
      const text = "It is sunny in Oslo.";
      assert.equal(await client.callTool(call), {
        content: [{ type: "text", text }],
      });
      assert.equal(await client.ping(), {});
      const unknown = client.callTool({ name: "nothing" });
      assert.is(await getErrorCode(unknown), -32602);
      const wrong = client.callTool({ name: "get_weather", arguments: {} });
      if (version === "2025-11-25") {
        const text = 'Invalid arguments for get_weather: needs "city"';
        const content = [{ type: "text", text }];
        assert.equal(await wrong, { content, isError: true });
      } else {
        assert.is(await getErrorCode(wrong), -32602);
      }
      assert.is(await getErrorCode(client.listPrompts()), -32601);
    });
  });
}

test("the test helper `WireCheck` reports invalid messages", async () => {
  const wire = await WireCheck.of("2025-06-18", "server");
  wire.asked({ id: 1, method: "tools/list" });
  wire.check({ jsonrpc: "2.0", id: 1, result: { tools: [{}] } });
  wire.check({ jsonrpc: "2.0", id: 1, result: { tools: [] } });
  wire.check({ jsonrpc: "2.0", method: "notifications/x" });
  assert.is(wire.count, 3);
  assert.is(wire.problems.length, 2);
});
test.run();
