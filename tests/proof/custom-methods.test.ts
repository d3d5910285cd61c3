/** Methods of the user's own are typed by what their messages must be. */
import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/generate.js";
import { ROOT } from "../support/cli.js";
import { temporaryFolder, writeTree } from "../support/folders.js";
import { STRICTEST } from "../../scripts/history/strictest.js";

const test = suite("types of custom methods");

const PROGRAM = `
import { createClient } from "./out/client.js";
import { createServer, memory } from "./out/server.js";

interface Text { text: string }
const isText = (value: unknown): value is Text => value !== null;
const methods = { "x/echo": { params: isText, result: isText }, "x/heard": { params: isText } };
const info = { name: "a", version: "1" };

const [near, far] = memory();
const server = createServer(
  info,
  { "x/echo": ({ text }, ctx) => ({ text: text.trim() + String(ctx.signal.aborted) }) },
  { methods },
);
const session = await server.connect(far);
const client = createClient(info, { "x/heard": ({ text }) => void text.trim() }, { methods });
await client.connect(near);
const { text } = await client.request("x/echo", { text: "a" });
text.trim();
session.notify("x/heard", { text });

// In place, as in the documentation.
createServer(info, { "x/y": ({ text }) => ({ text }) }, {
  methods: { "x/y": { params: isText, result: isText } },
});

// @ts-expect-error: the params are checked
await client.request("x/echo", { text: 1 });
// @ts-expect-error: a notification is not a request
await client.request("x/heard", { text });
// @ts-expect-error: nobody declared it
await client.request("x/other", {});
// @ts-expect-error: the result is checked
createServer(info, { "x/echo": () => ({ text: 1 }) }, { methods });
`;

test("handlers and calls, with nothing annotated", async () => {
  const folder = temporaryFolder();
  const modules = join(ROOT, "node_modules");
  await generate({ revisions: ["2025-06-18"], out: join(folder, "out") });
  symlinkSync(modules, join(folder, "node_modules"));
  const compilerOptions = { ...STRICTEST, lib: ["ES2022"], types: ["node"] };
  writeTree(folder, {
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["main.ts"] }),
    "main.ts": PROGRAM,
  });
  const tsc = join(modules, "typescript/bin/tsc");
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, "-p", folder], (_error, stdout) =>
      resolve(stdout),
    );
  });
  assert.is(said, "");
});

test.run();
