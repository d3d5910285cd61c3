/**
 * Tests that the TypeScript compiler needs limited work for programs that
 * import generated code.
 */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { typeCheck } from "../harness/program/compiler.js";
import { temporaryFolder, writeTree } from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";

const test = suite("proof: compile cost");

const CLIENT = `
import { createClient, spawn } from "./out/client.js";
const client = createClient({ name: "a", version: "1" });
await client.connect(spawn("x"));
console.log((await client.listTools()).tools.length);
`;

const SERVER = `
import { createServer, stdio } from "./out/server.js";
const server = createServer({ name: "a", version: "1" }, {
  "tools/list": () => ({ tools: [] }),
});
await server.connect(stdio());
`;

/**
 * Returns the source code of a server with `count` tools. The types of their
 * arguments are inferred from JSON Schemas.
 */
function toolServer(count: number): string {
  const tools = Array.from(
    { length: count },
    (_, n) => `t${n}: {
  inputSchema: {
    type: "object",
    properties: {
      a${n}: { type: "string" },
      b: { type: "array", items: { type: "object", properties: { c: { type: "number" } }, required: ["c"] } },
      d: { enum: ["x", "y${n}"] },
    },
    required: ["a${n}", "b"],
  },
  handler: ({ a${n}, b, d }) => a${n}.trim() + b.map(({ c }) => c.toFixed() + d).join(),
},`,
  );
  return `import { createServer, tools } from "./out/server.js";
createServer({ name: "a", version: "1" }, tools({ ${tools.join("\n")} }));
`;
}

const COMPILER_OPTIONS = {
  strict: true,
  skipLibCheck: true,
  target: "ES2022",
  lib: ["ES2022"],
  module: "NodeNext",
  types: ["node"],
};

/**
 * Returns the number of type instantiations for a program. The number measures
 * the compiler's work and is equal in every run.
 */
async function countInstantiations(
  revision: string,
  source: string,
): Promise<number> {
  const folder = temporaryFolder();
  symlinkSync(await getOutput(revision), join(folder, "out"));
  writeTree(folder, { "main.ts": source });
  const said = await typeCheck(folder, {
    options: COMPILER_OPTIONS,
    files: ["main.ts"],
    args: ["--extendedDiagnostics"],
  });
  assert.not.match(said, "error TS");
  const [, count] = /^Instantiations:\s+(\d+)$/m.exec(said) ?? [];
  return Number(count);
}

for (const revision of TESTED_REVISIONS)
  for (const [side, source, most] of [
    ["client", CLIENT, 300],
    ["server", SERVER, 400],
  ] as const)
    test(`compiling a ${side} of ${revision} takes under ${most} type instantiations`, async () => {
      const count = await countInstantiations(revision, source);
      assert.ok(count < most, `${count} instantiations`);
    });

/** The limits grow linearly with the number of tools. */
for (const [count, most] of [
  [1, 1_200],
  [50, 35_000],
  [500, 350_000],
] as const)
  test(`compiling a server with ${count} tools takes under ${most} type instantiations`, async () => {
    const taken = await countInstantiations("2025-11-25", toolServer(count));
    assert.ok(taken < most, `${taken} instantiations`);
  });

test("compiling a server with 50 tools of zod schemas takes under 60000 type instantiations", async () => {
  const entries = Array.from(
    { length: 50 },
    (_, n) => `t${n}: {
  inputSchema: z.object({ a${n}: z.string(), b: z.array(z.object({ c: z.number() })) }),
  handler: ({ a${n}, b }) => a${n}.trim() + b.map(({ c }) => c.toFixed()).join(),
},`,
  );
  const source = `import { z } from "zod";
import { createServer, tools } from "./out/server.js";
createServer({ name: "a", version: "1" }, tools({ ${entries.join("\n")} }));
`;
  const taken = await countInstantiations("2025-11-25", source);
  assert.ok(taken < 60_000, `${taken} instantiations`);
});

test.run();
