/** The examples of web frameworks, as they stand, with clients of both makers. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../interop/support.js";
import { ROOT } from "../support/cli.js";
import { NODE, typeCheck } from "../support/compiler.js";
import { temporaryFolder, writeTree } from "../support/folders.js";
import { outputOf } from "../support/made.js";
import { sample } from "../support/whole.js";
import { PLATFORMS, withServer, workerConfig } from "./platforms.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** What Next makes of a route's file, as far as it concerns the route. */
const NEXT = `
import { serve } from "@hono/node-server";
import * as route from "./next.js";
const fetch = (request) => {
  const handler = route[request.method];
  if (!handler) return new Response(null, { status: 405 });
  return handler(request, { params: Promise.resolve({}) });
};
serve({ fetch, hostname: "127.0.0.1", port: 0 }, (at) => console.log(at));
`;

const node = (name: string) => ({
  command: ["node", `${name}.mjs`],
  port: (line: string) => /port: (\d+)/.exec(line)?.[1] ?? "",
});

const FRAMEWORKS = [
  ["express", node("express"), "Lisbon"],
  ["fastify", node("fastify"), "Lisbon"],
  ["hono", node("hono"), "Lisbon"],
  ["next", node("served"), "Lisbon"],
  ["worker", PLATFORMS["workerd"], "Portugal"],
] as const;

const INFO = { name: "c", version: "1" };

const folder = temporaryFolder();
const examples = join(folder, "examples/frameworks");
cpSync(join(ROOT, "examples/frameworks"), examples, { recursive: true });
cpSync(await outputOf("all"), join(folder, "out"), { recursive: true });
writeTree(examples, {
  "served.ts": NEXT,
  "config.capnp": workerConfig(
    'bindings = [(name = "COUNTRY", text = "Portugal")],',
  ),
});

const test = suite("frameworks");

for (const [name, platform, place] of sample(FRAMEWORKS, 2, 4))
  test(`${name}: the example is used by both clients`, async () => {
    assert.ok(platform);
    const entry = name === "next" ? "served" : name;
    const said = await typeCheck(folder, {
      options: { ...NODE, skipLibCheck: true },
      files: [`examples/frameworks/${name}.ts`],
    });
    assert.is(said, "");
    await build({
      entryPoints: [join(examples, `${entry}.ts`)],
      bundle: true,
      format: "esm",
      platform: name === "worker" ? "neutral" : "node",
      packages: "external",
      outfile: join(examples, `${entry}.mjs`),
      logLevel: "error",
    });
    const text = `It is sunny in ${place}.`;
    const city = name === "worker" ? {} : { city: place };
    const call = { name: "get_weather", arguments: city };
    const problems = await withServer(
      platform,
      async (url) => {
        const sdk = async (transport: Transport): Promise<void> => {
          const client = new Client(INFO);
          await client.connect(transport);
          assert.equal((await client.callTool(call)).content, [
            { type: "text", text },
          ]);
          await client.close();
        };
        const { createClient, http } = await load("all", "client");
        const own = async (revision: string): Promise<void> => {
          const client = createClient(INFO, {}, { revisions: [revision] });
          await client.connect(http(url));
          const { content } = await client.callTool(call);
          assert.is(content[0]?.text, text);
          await client.close();
        };
        await own("2026-07-28");
        // What a session needs, workers have in an object of their own.
        if (name === "worker") return;
        await own("2025-11-25");
        const transport = new StreamableHTTPClientTransport(new URL(url));
        await sdk(transport as Transport);
        if (name !== "express") return;
        await sdk(new SSEClientTransport(new URL(`${url}/sse`)));
      },
      examples,
    );
    assert.is(problems, "");
  });

test.run();
