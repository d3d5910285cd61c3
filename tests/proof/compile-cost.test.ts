/** What a program pays its own compiler for what it imports. */
import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/generate.js";
import { ROOT } from "../support/cli.js";
import { temporaryFolder, writeTree } from "../support/folders.js";
import { REVISIONS } from "../support/models.js";

const test = suite("compile cost");

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

const COMPILER_OPTIONS = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  target: "ES2022",
  module: "NodeNext",
  types: ["node"],
};

/** Type instantiations, which the compiler counts the same in every run. */
function instantiations(folder: string): Promise<number> {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", folder, "--extendedDiagnostics"];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout) => {
      if (error) return reject(new Error(stdout));
      resolve(Number(/^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1]));
    });
  });
}

const PROGRAMS = [
  { side: "client", source: CLIENT, most: 300 },
  { side: "server", source: SERVER, most: 400 },
];

for (const revision of REVISIONS) {
  for (const { side, source, most } of PROGRAMS) {
    test(`${revision}: a ${side} takes under ${most} instantiations`, async () => {
      const folder = temporaryFolder();
      await generate({ revisions: [revision], out: join(folder, "out") });
      symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
      writeTree(folder, {
        "package.json": '{ "type": "module" }',
        "tsconfig.json": JSON.stringify({
          compilerOptions: COMPILER_OPTIONS,
          files: ["main.ts"],
        }),
        "main.ts": source,
      });
      const count = await instantiations(folder);
      assert.ok(count < most, `${count} instantiations`);
    });
  }
}

test.run();
