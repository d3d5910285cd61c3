/** Our clients use the official SDK's servers, first and second generation. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../interop/support.js";
import { listening, NAMES, newer, older, second, stop } from "./sdk-servers.js";

const test = suite("SDK servers");

/** What every server is used for. */
async function use(revision: string, url: string, asks = true): Promise<void> {
  const { createClient, http } = await load(revision, "client");
  const errors: string[] = [];
  const client = createClient(
    { name: "ours", version: "1" },
    {
      "sampling/createMessage": () => ({
        role: "assistant",
        model: "ours",
        content: { type: "text", text: "hi" },
      }),
    },
    { onError: (error: Error) => errors.push(error.message) },
  );
  await client.connect(http(url));
  assert.is(client.server.version, revision);
  const { tools } = await client.listTools();
  assert.equal(tools.map(({ name }) => name).sort(), NAMES);
  const args = { text: "é\u2028\n" };
  const echo = { name: "echo", arguments: args };
  const { content } = await client.callTool(echo);
  assert.equal(JSON.parse(content[0]?.text ?? ""), args);
  const seen: number[] = [];
  const onProgress = ({ progress }: { progress: number }) =>
    void seen.push(progress);
  await client.callTool({ name: "steps", arguments: {} }, { onProgress });
  if (asks) {
    assert.equal(seen, [1, 2, 3]);
    const answer = await client.callTool({ name: "ask", arguments: {} });
    assert.is(answer.content[0]?.text, "ours");
  }
  const many = Array.from({ length: 20 }, () => client.callTool(echo));
  assert.is((await Promise.all(many)).length, 20);
  await client.close();
  assert.equal(errors, []);
}

for (const revision of [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
]) {
  test(`v1, ${revision}, streams`, async () => {
    const { http, deleted } = newer(false);
    await use(revision, `${await listening(http)}/mcp`);
    assert.is(deleted(), 1);
    await stop(http);
  });

  test(`v1, ${revision}, JSON answers`, async () => {
    const { http } = newer(true);
    await use(revision, `${await listening(http)}/mcp`, false);
    await stop(http);
  });
}

test("v1, 2024-11-05, the older transport", async () => {
  const http = older();
  await use("2024-11-05", `${await listening(http)}/sse`);
  await stop(http);
});

for (const [revision, legacy] of [
  ["2026-07-28", "reject"],
  ["2026-07-28", "stateless"],
  ["2025-11-25", "stateless"],
] as const) {
  test(`v2, ${revision}, others: ${legacy}`, async () => {
    const http = second(legacy);
    await use(revision, `${await listening(http)}/mcp`, false);
    await stop(http);
  });
}

test.run();
