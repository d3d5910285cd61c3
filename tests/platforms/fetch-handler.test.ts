/** `fetchHandler` where it is meant to run, with the generated client. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clientOf, PLATFORMS, prepare, withServer } from "./platforms.js";
import { metaOf } from "../support/meta.js";

const SESSIONS = "2025-11-25";
const STATELESS = "2026-07-28";

interface Client {
  readonly protocolVersion: string | undefined;
  connect(transport: object): Promise<void>;
  callTool(
    params: { name: string },
    options?: {
      onProgress?: (report: { progress: number }) => void;
      signal?: AbortSignal;
    },
  ): Promise<{ content: { text: string }[] }>;
  close(): Promise<void>;
}

interface Module {
  http(url: string): object;
  createClient(info: object, handlers: object, options?: object): Client;
}

const sample = () => ({
  role: "assistant",
  model: "m",
  content: { type: "text", text: "Because." },
});

/** A call that is never answered. */
const WAIT: RequestInit = {
  method: "POST",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": STATELESS,
    "mcp-method": "tools/call",
    "mcp-name": "wait",
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "wait",
      _meta: metaOf(STATELESS),
    },
  }),
};

await prepare([SESSIONS, STATELESS]);

for (const [name, platform] of Object.entries(PLATFORMS)) {
  const test = suite(`fetchHandler: ${name}`);

  test("a session: answers, events, questions, and the end", async () => {
    const { createClient, http } = await clientOf<Module>(SESSIONS);
    const problems = await withServer(platform, async (url) => {
      let changed!: () => void;
      const change = new Promise<void>((resolve) => (changed = resolve));
      const client = createClient(
        { name: "c", version: "1" },
        {
          "sampling/createMessage": sample,
          "notifications/tools/list_changed": changed,
        },
      );
      await client.connect(http(`${url}?sessions`));
      const seen: number[] = [];
      const onProgress = ({ progress }: { progress: number }) =>
        seen.push(progress);
      const { content } = await client.callTool(
        { name: "ask" },
        { onProgress },
      );
      assert.is(content[0]?.text, "Because.");
      assert.equal(seen, [1, 2]);
      await change;
      await client.close();
    });
    assert.is(problems, "");
  });

  test("stateless: events, and rounds of questions", async () => {
    const { createClient, http } = await clientOf<Module>(STATELESS);
    const problems = await withServer(platform, async (url) => {
      const client = createClient(
        { name: "c", version: "1" },
        { "sampling/createMessage": sample },
      );
      await client.connect(http(url));
      for (const round of [1, 2, 3]) {
        const seen: number[] = [];
        const onProgress = ({ progress }: { progress: number }) =>
          seen.push(progress);
        const answers = await Promise.all([
          client.callTool({ name: "ask" }, { onProgress }),
          client.callTool({ name: "ask" }),
        ]);
        for (const { content } of answers) {
          assert.is(content[0]?.text, "Because.", String(round));
        }
        assert.is(seen.at(-1), 2);
      }
      await client.close();
    });
    assert.is(problems, "");
  });

  test("quiet requests, several at once, are each kept alive", async () => {
    const problems = await withServer(platform, async (url) => {
      const quiet = async (): Promise<void> => {
        const response = await fetch(url, WAIT);
        const reader = response.body?.getReader();
        let text = "";
        while (!text.includes(":\n\n:\n\n")) {
          text += new TextDecoder().decode((await reader?.read())?.value);
        }
        await reader?.cancel();
      };
      await quiet();
      await Promise.all([quiet(), quiet()]);
    });
    assert.is(problems, "");
  });

  test.run();
}
