/** Clients of the SDK, v1, and what is sent between them and generated servers. */
import * as assert from "uvu/assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { offer, tap } from "../support/tap.js";
import { WireCheck } from "./support.js";

/** Connects a client that offers `version`; it is closed when the test ends. */
export async function connected(
  version: string,
  file: string,
  use: (client: Client) => Promise<void>,
  client = new Client({ name: "sdk", version: "1.0.0" }),
  spoken = version,
): Promise<void> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [file],
  });
  const wire = await WireCheck.of(spoken, "server");
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
  assert.equal(problems, []);
  assert.equal(wire.problems, []);
  assert.ok(wire.count > 0);
}

export async function codeOf(
  promise: Promise<unknown>,
): Promise<number | string> {
  return promise.then(
    () => "no error",
    (error: unknown) => (error instanceof McpError ? error.code : `${error}`),
  );
}
