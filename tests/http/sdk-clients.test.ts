/** The official SDK's clients, first and second generation, use our servers. */
import { Client as NewClient } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../support/closing.js";
import { offer, tap } from "../support/tap.js";
import { load, type Validators } from "../interop/support.js";
import { startServer, stopServer, Watch } from "./programs.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

const test = suite("SDK clients");
const atEnd = closing(test);

type Message = Record<string, unknown>;

const CASES = [
  ["2024-11-05", "sse"],
  ["2024-11-05", "http"],
  ["2025-03-26", "http"],
  ["2025-06-18", "http"],
  ["2025-11-25", "http"],
] as const;

for (const [revision, kind] of CASES) {
  test(`v1 at ${revision} over ${kind}`, async () => {
    const validators = await load<Validators>(revision, "validators");
    const server = await startServer(revision, kind);
    atEnd(() => server.process.kill("SIGKILL"));
    const watch = new Watch(validators);
    const elicits = revision >= "2025-06-18";
    const client = new Client(
      { name: "sdk", version: "1" },
      {
        capabilities: {
          sampling: {},
          roots: {},
          ...(elicits ? { elicitation: {} } : {}),
        },
      },
    );
    const errors: Error[] = [];
    client.onerror = (error) => errors.push(error);
    atEnd(() => client.close());
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: "assistant" as const,
      content: { type: "text" as const, text: "sampled" },
      model: "m",
    }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [] }));
    if (elicits) {
      client.setRequestHandler(ElicitRequestSchema, () => ({
        action: "accept" as const,
        content: {
          username: "u",
          email: "e@example.com",
          name: "n",
          color: "c",
          context: "x",
          ok: true,
        },
      }));
    }
    const url = new URL(server.url);
    const transport =
      kind === "sse"
        ? new SSEClientTransport(url)
        : new StreamableHTTPClientTransport(url);
    await client.connect(
      tap(transport as Transport, {
        sent(message) {
          offer(message, revision);
          watch.take("client", message);
        },
        received: (message) => watch.take("server", message),
      }),
    );
    const { tools } = await client.listTools();
    assert.ok(tools.length > 8);
    for (const { name } of tools) {
      const progress: number[] = [];
      const prompt = { prompt: "p", message: "m", email: "e", phone: "p" };
      const wanted = tools.find((one) => one.name === name)?.inputSchema;
      const known = Object.keys(wanted?.properties ?? {});
      const args = Object.entries(prompt).filter(([key]) =>
        known.includes(key),
      );
      const result = await client.callTool(
        { name, arguments: Object.fromEntries(args) },
        undefined,
        { onprogress: (one) => progress.push(one.progress) },
      );
      assert.is(result.isError === true, name === "test_error_handling", name);
      if (name === "test_tool_with_progress") {
        assert.equal(progress, [0, 50, 100]);
      }
    }
    for (const { uri } of (await client.listResources()).resources) {
      assert.is((await client.readResource({ uri })).contents.length, 1);
    }
    const uri = "test://watched-resource";
    assert.equal(await client.subscribeResource({ uri }), {});
    assert.equal(await client.unsubscribeResource({ uri }), {});
    for (const { name, arguments: list } of (await client.listPrompts())
      .prompts) {
      const given = (list ?? []).map((one) => [one.name, "test://x"]);
      const args = Object.fromEntries(given) as Record<string, string>;
      const prompt = await client.getPrompt({ name, arguments: args });
      assert.ok(prompt.messages.length > 0);
    }
    assert.equal(await client.ping(), {});
    const request = client.request({ method: "no/such" }, ResultSchema);
    const code = await request.catch((error: { code: number }) => error.code);
    assert.is(code, -32601);
    const pings = Array.from({ length: 25 }, () => client.ping());
    await Promise.all(pings);
    if (transport instanceof StreamableHTTPClientTransport) {
      await transport.terminateSession();
    }
    await client.close();
    // The request that no revision has is the one exception.
    const mine = ({ from, message }: { from: string; message: Message }) =>
      from === "client" && message.method === "no/such";
    assert.is(watch.seen.filter(mine).length, 1);
    const rest = watch.problems.filter((one) => !one.includes("no/such"));
    assert.equal(rest, []);
    assert.equal(errors.map(String), []);
    assert.equal(await stopServer(server.process), [0, null]);
  });
}

const MODES = [
  ["2026-07-28", { mode: { pin: "2026-07-28" } }],
  ["2026-07-28", { mode: "auto" }],
  ["2025-11-25", { mode: "auto" }],
  ["2025-11-25", { mode: "legacy" }],
  ["2025-06-18", { mode: "legacy" }],
  ["2025-03-26", { mode: "legacy" }],
  ["2024-11-05", { mode: "legacy" }],
] as const;

for (const [revision, versionNegotiation] of MODES) {
  const mode = JSON.stringify(versionNegotiation.mode);
  test(`v2 in its mode ${mode} at ${revision}`, async () => {
    const server = await startServer(revision);
    atEnd(() => server.process.kill("SIGKILL"));
    const info = { name: "sdk", version: "2" };
    const client = new NewClient(info, { versionNegotiation });
    const errors: Error[] = [];
    client.onerror = (error) => errors.push(error);
    atEnd(() => client.close());
    await client.connect(new NewTransport(new URL(server.url)));
    assert.is(client.getNegotiatedProtocolVersion(), revision);
    assert.ok((await client.listTools()).tools.length > 8);
    const name = "test_simple_text";
    const result = await client.callTool({ name, arguments: {} });
    assert.is(result.content.length, 1);
    const { resources } = await client.listResources();
    for (const { uri } of resources) await client.readResource({ uri });
    const { prompts } = await client.listPrompts();
    assert.ok(prompts.length >= 4);
    await client.close();
    assert.equal(errors.map(String), []);
    assert.equal(await stopServer(server.process), [0, null]);
  });
}

test.run();
