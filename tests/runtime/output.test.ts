/**
 * Tests of the runtime's source text, and of the bundles of programs that use
 * the runtime.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { getOutput } from "../harness/run/shared-output.js";

const test = suite("runtime: output");

const FOLDER = join(ROOT, "runtime");
const FILES = readdirSync(FOLDER, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".ts"));

for (const [what, pattern] of [
  ["name of a revision", /\b20\d\d-\d\d-\d\d\b/g],
  ["import of a platform module", /\bfrom "(?!\.\.?\/)[^"]*"/g],
  ["dynamic import", /\bimport\(/g],
  ["code that is compiled at run time", /\beval\(|new Function\b/g],
] as const)
  test(`the source code of the runtime contains no ${what}`, () => {
    for (const name of FILES) {
      const text = readFileSync(join(FOLDER, name), "utf8");
      assert.equal([name, text.match(pattern)], [name, null]);
    }
  });

/**
 * Bundles and minifies a program that imports generated code. Returns the text
 * of the bundle and its gzip size in bytes.
 */
async function bundled(
  revision: string,
  source: string,
  extensions: readonly string[] = [],
): Promise<{ readonly bytes: number; readonly text: string }> {
  const { outputFiles } = await build({
    stdin: {
      contents: source,
      resolveDir: await getOutput(revision, extensions),
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    write: false,
    logLevel: "error",
  });
  const text = outputFiles[0]?.text ?? "";
  return { bytes: gzipSync(text, { level: 9 }).length, text };
}

const MINIMAL = `
import { createServer, stdio } from "./server.js";
const server = createServer({ name: "a", version: "1" }, {
  "tools/list": () => ({ tools: [] }),
  "tools/call": () => ({ content: [] }),
});
await server.connect(stdio());
`;

const WITH_SCHEMAS = `
import { createServer, stdio, tools } from "./server.js";
const handlers = tools({ a: { handler: () => "x" } });
await createServer({ name: "a", version: "1" }, handlers).connect(stdio());
`;

/**
 * Maximum gzip sizes of a minimal server in bytes, by revision: without tool
 * schemas, and with tool schemas. A server of a stateless revision needs more
 * code.
 */
const SIZES: readonly (readonly [string, number, number])[] = [
  ["2024-11-05", 10_650, 20_180],
  ["2025-03-26", 10_900, 20_410],
  ["2025-06-18", 12_170, 21_580],
  ["2025-11-25", 13_350, 22_890],
  ["2026-07-28", 15_460, 24_990],
  ["draft", 15_460, 24_990],
];

for (const [revision, plain, withSchemas] of SIZES) {
  test(`${revision}: the bundle of a minimal server over stdio is below its size limit`, async () => {
    const { bytes, text } = await bundled(revision, MINIMAL);
    assert.ok(bytes < plain, `${bytes} bytes of ${plain}`);
    assert.equal(
      text.match(/dialect|child_process|createServer|EventStore/g),
      null,
    );
  });

  test(`${revision}: the bundle of a minimal server with tool schemas is below its size limit`, async () => {
    const { bytes, text } = await bundled(revision, WITH_SCHEMAS);
    assert.ok(bytes < withSchemas, `${bytes} bytes of ${withSchemas}`);
    assert.match(text, "dialect");
  });

  test(`${revision}: a bundle that imports a generated module without using it contains no code`, async () => {
    for (const module of ["server", "client"]) {
      const { text } = await bundled(revision, `import "./${module}.js";`);
      assert.equal([module, text.trim().slice(0, 200)], [module, ""]);
    }
  });
}

// The HTTP client contains code for `node:http`, also in a browser's bundle.
test("2025-11-25: the bundle of a client over stdio and HTTP is below its size limit", async () => {
  const { bytes } = await bundled(
    "2025-11-25",
    `
import { createClient, http, spawn } from "./client.js";
const client = createClient({ name: "a", version: "1" });
const [url] = process.argv;
await client.connect(url ? http(url) : spawn("a", []));
`,
  );
  assert.ok(bytes < 28_300, `${bytes} bytes of 28300`);
});

/**
 * Texts that show which classes a bundle contains. The first text occurs only
 * in the class for sessions, and the second only in the class for the legacy
 * SSE transport.
 */
const SESSIONS = "The Mcp-Session-Id header is missing";
const LEGACY_SSE = "The event stream does not exist";

for (const [revision, sessions, sse] of [
  ["2024-11-05", true, true],
  ["2025-11-25", true, false],
  ["2026-07-28", false, false],
] as const)
  test(`${revision}: the bundle of an HTTP server contains only the handlers that the revision needs`, async () => {
    const { text } = await bundled(
      revision,
      `
import { createServer, fetchHandler } from "./server.js";
export default fetchHandler(createServer({ name: "a", version: "1" }, {}));
`,
    );
    assert.is(text.includes(SESSIONS), sessions);
    assert.is(text.includes(LEGACY_SSE), sse);
  });

test("2026-07-28: the generated output contains no class for sessions", async () => {
  const folder = await getOutput("2026-07-28");
  for (const name of ["server", "runtime/http-server", "runtime/redis"]) {
    const text = readFileSync(join(folder, `${name}.ts`), "utf8");
    assert.not.match(text, /\bclass (?:Sessions|SseHost|SharedSessions)\b/);
    assert.not.ok(text.includes(SESSIONS) || text.includes(LEGACY_SSE));
  }
});

for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"])
  test(`${revision}: the bundle of a page of the apps extension is below its size limit`, async () => {
    const { bytes, text } = await bundled(
      revision,
      `
import { createApp } from "./app.js";
const app = createApp(
  { name: "a", version: "1" },
  { "ui/notifications/tool-result": ({ content }) => console.log(content) },
);
await app.connect();
await app.request("tools/call", { name: "a" });
`,
      ["apps"],
    );
    assert.ok(bytes < 6_000, `${bytes} bytes of 6000`);
    assert.equal(text.match(/node:|sandbox-proxy-ready|RateLimit/g), null);
  });

test.run();
