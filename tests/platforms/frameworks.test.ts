/**
 * Tests the unchanged examples for web frameworks, with clients of the SDK and
 * with generated clients.
 */
import { execFile } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/pipeline/generate.js";
import { load } from "../harness/generated/load.js";
import { ROOT } from "../harness/program/cli.js";
import { NODE, typeCheck } from "../harness/program/compiler.js";
import { temporaryFolder, writeTree } from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";
import { sample, WHOLE } from "../harness/run/sampling.js";
import {
  PLATFORMS,
  withServer,
  workerConfig,
} from "../harness/http/platforms.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

const node = (name: string) => ({
  command: ["node", `${name}.mjs`],
  port: (line: string) => /port: (\d+)/.exec(line)?.[1] ?? "",
});

const NEXT = {
  command: "node node_modules/next/dist/bin/next start -p 0 -H 127.0.0.1".split(
    " ",
  ),
  port: (text: string) =>
    /Local: +http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? "",
};

/**
 * Builds the example as a Next.js application. Returns the folder of the
 * application.
 */
async function buildNext(): Promise<string> {
  const app = temporaryFolder();
  const route = join(app, "app/mcp");
  cpSync(join(ROOT, "tests/next"), app, { recursive: true });
  await generate({
    revisions: ["all"],
    out: join(app, "out"),
    importExt: "ts",
  });
  const source = (name: string): string =>
    readFileSync(join(ROOT, "examples/frameworks", name), "utf8");
  writeTree(route, {
    "route.ts": source("next.ts"),
    "server.ts": source("server.ts").replace("server.js", "server.ts"),
  });
  writeTree(app, {
    "app/layout.tsx":
      "export default ({ children }) => <html><body>{children}</body></html>;",
    "tsconfig.json": JSON.stringify({
      compilerOptions: { allowImportingTsExtensions: true, noEmit: true },
    }),
  });
  const next = join(app, "node_modules/next/dist/bin/next");
  await promisify(execFile)(process.execPath, [next, "build"], { cwd: app });
  return app;
}

const FRAMEWORKS = [
  ["express", node("express"), "Lisbon"],
  ["fastify", node("fastify"), "Lisbon"],
  ["hono", node("hono"), "Lisbon"],
  // The Next.js application runs as in production: it is built first and then
  // started.
  ...(WHOLE ? ([["next", NEXT, "Lisbon"]] as const) : []),
  ["worker", PLATFORMS["workerd"], "Portugal"],
] as const;

const INFO = { name: "c", version: "1" };

const folder = temporaryFolder();
const examples = join(folder, "examples/frameworks");
cpSync(join(ROOT, "examples/frameworks"), examples, { recursive: true });
cpSync(await getOutput("all"), join(folder, "out"), { recursive: true });
writeTree(examples, {
  "config.capnp": workerConfig(
    'bindings = [(name = "COUNTRY", text = "Portugal")],',
  ),
});

/** Type-checks the example for a framework and bundles it. */
async function buildExample(name: string): Promise<void> {
  const said = await typeCheck(folder, {
    options: { ...NODE, skipLibCheck: true },
    files: [`examples/frameworks/${name}.ts`],
  });
  assert.is(said, "");
  await build({
    entryPoints: [join(examples, `${name}.ts`)],
    bundle: true,
    format: "esm",
    platform: name === "worker" ? "neutral" : "node",
    packages: "external",
    outfile: join(examples, `${name}.mjs`),
    logLevel: "error",
  });
}

const test = suite("frameworks");

for (const [name, platform, place] of sample(FRAMEWORKS, 2, 4))
  test(`the example for ${name} serves the official SDK's client and the generated client`, async () => {
    assert.ok(platform);
    const where = name === "next" ? await buildNext() : examples;
    if (name !== "next") await buildExample(name);
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
        // Skip sessions for the worker example: on Cloudflare Workers, sessions
        // need a Durable Object, which the example does not have.
        if (name === "worker") return;
        await own("2025-11-25");
        const transport = new StreamableHTTPClientTransport(new URL(url));
        await sdk(transport as Transport);
        if (name !== "express") return;
        await sdk(new SSEClientTransport(new URL(`${url}/sse`)));
      },
      where,
    );
    assert.is(problems, "");
  });

test.run();
