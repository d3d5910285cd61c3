/** What a program pays its own compiler for what it imports. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { typeCheck } from "../support/compiler.js";
import { temporaryFolder, writeTree } from "../support/folders.js";
import { outputOf } from "../support/made.js";
import { PROVEN } from "../support/whole.js";

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
  target: "ES2022",
  module: "NodeNext",
  types: ["node"],
};

/** Type instantiations, which the compiler counts the same in every run. */
for (const revision of PROVEN)
  for (const [side, source, most] of [
    ["client", CLIENT, 300],
    ["server", SERVER, 400],
  ] as const)
    test(`${revision}: a ${side} takes under ${most} instantiations`, async () => {
      const folder = temporaryFolder();
      symlinkSync(await outputOf(revision), join(folder, "out"));
      writeTree(folder, { "main.ts": source });
      const said = await typeCheck(folder, {
        options: COMPILER_OPTIONS,
        files: ["main.ts"],
        args: ["--extendedDiagnostics"],
      });
      assert.not.match(said, "error TS");
      const [, count] = /^Instantiations:\s+(\d+)$/m.exec(said) ?? [];
      assert.ok(Number(count) < most, `${count} instantiations`);
    });

test.run();
