/**
 * Tests of the client of the official SDK v1 with generated servers of one
 * revision over HTTP.
 */
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
import { closing } from "../../harness/run/closing.js";
import { offer, tap } from "../../harness/peers/tap.js";
import { sample } from "../../harness/run/sampling.js";
import { load, type Validators } from "../../harness/generated/load.js";
import { startServer, stopServer, Watch } from "../../harness/http/programs.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("SDK client v1 and generated servers over HTTP");
const atEnd = closing(test);

const CASES = [
  ["2024-11-05", "sse"],
  ["2024-11-05", "http"],
  ["2025-03-26", "http"],
  ["2025-06-18", "http"],
  ["2025-11-25", "http"],
] as const;

const CONTENT = {
  username: "u",
  email: "e@example.com",
  name: "n",
  color: "c",
  context: "x",
  ok: true,
};
const ARGS = { prompt: "p", message: "m", email: "e", phone: "p" };

requirement("3d36f3e13c93 e2816cf0a9bc 093b5a36baad");
for (const [revision, kind] of sample(CASES, 3, 4))
  test(`the SDK's client uses every feature of a ${revision} server over ${kind}`, async () => {
    const watch = new Watch(await load<Validators>(revision, "validators"));
    const server = await startServer(revision, kind);
    atEnd(() => server.child.kill("SIGKILL"));
    const elicits = revision >= "2025-06-18" && { elicitation: {} };
    const capabilities = { sampling: {}, roots: {}, ...elicits };
    const client = new Client({ name: "sdk", version: "1" }, { capabilities });
    const errors: Error[] = [];
    client.onerror = (error) => errors.push(error);
    atEnd(() => client.close());
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: "assistant" as const,
      content: { type: "text" as const, text: "sampled" },
      model: "m",
    }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [] }));
    if (elicits)
      client.setRequestHandler(ElicitRequestSchema, () => ({
        action: "accept" as const,
        content: CONTENT,
      }));
    const url = new URL(server.url);
    const transport =
      kind === "sse"
        ? new SSEClientTransport(url)
        : new StreamableHTTPClientTransport(url);
    const tapped = tap(transport as Transport, {
      sent(message) {
        offer(message, revision);
        watch.take("client", message);
      },
      received: (message) => watch.take("server", message),
    });
    await client.connect(tapped);
    const { tools } = await client.listTools();
    assert.ok(tools.length > 8);
    for (const { name, inputSchema } of tools) {
      const progress: number[] = [];
      const known = inputSchema.properties ?? {};
      const args = Object.entries(ARGS).filter(([key]) => key in known);
      const call = { name, arguments: Object.fromEntries(args) };
      const onprogress = (params: { progress: number }) =>
        void progress.push(params.progress);
      const result = await client.callTool(call, undefined, { onprogress });
      assert.is(result.isError === true, name === "test_error_handling", name);
      if (name === "test_tool_with_progress")
        assert.equal(progress, [0, 50, 100]);
    }
    for (const { uri } of (await client.listResources()).resources)
      assert.is((await client.readResource({ uri })).contents.length, 1);
    const uri = "test://watched-resource";
    assert.equal(await client.subscribeResource({ uri }), {});
    assert.equal(await client.unsubscribeResource({ uri }), {});
    const { prompts } = await client.listPrompts();
    for (const { name, arguments: list = [] } of prompts) {
      const given = list.map(
        (argument) => [argument.name, "test://x"] as const,
      );
      const prompt = { name, arguments: Object.fromEntries(given) };
      assert.ok((await client.getPrompt(prompt)).messages.length > 0);
    }
    assert.equal(await client.ping(), {});
    const request = client.request({ method: "no/such" }, ResultSchema);
    const code = await request.catch((error: { code: number }) => error.code);
    assert.is(code, -32601);
    await Promise.all(Array.from({ length: 25 }, () => client.ping()));
    if (transport instanceof StreamableHTTPClientTransport)
      await transport.terminateSession();
    await client.close();
    // The unknown method `no/such` is the only expected problem.
    const unknown = watch.seen.filter(
      ({ message }) => message.method === "no/such",
    );
    assert.is(unknown.length, 1);
    const rest = watch.problems.filter(
      (problem) => !problem.includes("no/such"),
    );
    assert.equal([rest, errors.map(String)], [[], []]);
    assert.equal(await stopServer(server.child), [0, null]);
  });

test.run();
