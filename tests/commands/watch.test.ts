/** `--watch`: real processes, driven by what they print. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BIN, outcome, runCli } from "../support/cli.js";
import { SMALL_SCHEMA } from "../support/schema.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
  textOf,
} from "../support/folders.js";

const schema = (member: string): string =>
  `${SMALL_SCHEMA}export interface Thing { ${member}: string }\n`;

/** A running program, and what it prints. */
class Watching {
  readonly child: ChildProcess;
  #text = "";
  #look = (): void => {};

  constructor(args: readonly string[], cwd: string) {
    // One pipe for both streams, so that they come in order.
    const command = 'exec "$0" "$@" 2>&1';
    this.child = spawn("sh", ["-c", command, process.execPath, BIN, ...args], {
      cwd,
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.child.stdout?.on("data", (chunk) => {
      this.#text += String(chunk);
      this.#look();
    });
  }

  /** What it prints up to the pattern, once that is there. */
  until(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#look = () => {
        const match = pattern.exec(this.#text);
        if (!match) return;
        const end = match.index + match[0].length;
        const said = this.#text.slice(0, end);
        this.#text = this.#text.slice(end);
        this.#look = () => {};
        resolve(said);
      };
      this.child.once("close", (code) =>
        reject(new Error(`It ended with ${code}: ${this.#text}`)),
      );
      this.#look();
    });
  }

  /** Ctrl-C, and the exit code. */
  async interrupt(): Promise<number | null> {
    const ended = outcome(this.child);
    this.child.kill("SIGINT");
    return (await ended).code;
  }
}

const WAITS = /Watching [^]*; Ctrl-C ends it\.\n/;
const test = suite("--watch");
let running: Watching | undefined;
test.after.each(() => {
  running?.child.kill("SIGKILL");
});

function start(args: readonly string[], folder: string): Watching {
  running = new Watching(args, folder);
  return running;
}

test("a schema: written in place, replaced by a rename, broken, mended, gone, back", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "schema.ts");
  const types = (): string => textOf(readTree(join(folder, "gen")), "types.ts");
  writeFileSync(file, schema("one"));
  const program = start(
    ["--schema", "schema.ts", "--only", "types", "--out", "gen", "--watch"],
    folder,
  );
  assert.match(await program.until(WAITS), "Wrote gen");
  assert.match(types(), "one: string");

  writeFileSync(file, schema("two"));
  assert.match(await program.until(WAITS), "~ gen/types.ts");
  assert.match(types(), "two: string");

  writeFileSync(`${file}.new`, schema("three"));
  renameSync(`${file}.new`, file);
  await program.until(WAITS);
  assert.match(types(), "three: string");

  writeFileSync(`${file}.new`, `${schema("four")}}`);
  renameSync(`${file}.new`, file);
  assert.match(await program.until(WAITS), "error MCP");
  assert.match(types(), "three: string");

  writeFileSync(file, schema("five"));
  await program.until(WAITS);
  assert.match(types(), "five: string");

  rmSync(file);
  assert.match(await program.until(WAITS), "MCP010");
  writeFileSync(file, schema("six"));
  await program.until(WAITS);
  assert.match(types(), "six: string");
  assert.is(await program.interrupt(), 130);
});

test("a configuration with what it imports, and templates that come and go", async () => {
  const folder = folderWith({
    "mcp-codegen.config.ts":
      'import { out } from "./shared.js";\nexport default { rev: "2024-11-05", only: ["types"], out };',
    "shared.ts": 'export const out = "a";',
  });
  const program = start(["--watch"], folder);
  assert.match(await program.until(WAITS), "Wrote a");
  writeFileSync(join(folder, "shared.ts"), 'export const out = "b";');
  assert.match(await program.until(WAITS), "Wrote b");
  writeFileSync(join(folder, "shared.ts"), "export const out = ");
  assert.match(await program.until(WAITS), "MCP052");
  writeFileSync(join(folder, "shared.ts"), 'export const out = "d";');
  assert.match(await program.until(WAITS), "Wrote d");
  const config = join(folder, "mcp-codegen.config.ts");
  writeFileSync(config, "export default { rev: 1 };");
  assert.match(await program.until(WAITS), "MCP053");
  mkdirSync(join(folder, "house"));
  writeFileSync(
    config,
    'export default { rev: "2024-11-05", only: ["templates"], out: "c", templates: "house" };',
  );
  await program.until(/Watching .*house; Ctrl-C ends it\.\n/);
  writeFileSync(join(folder, "house/words.txt.hbs"), "{{revision}}");
  assert.match(await program.until(WAITS), "+ c/words.txt");
  writeFileSync(join(folder, "house/words.txt.hbs"), "{{revisio}}");
  assert.match(await program.until(WAITS), "MCP213");
  rmSync(join(folder, "house/words.txt.hbs"));
  assert.match(await program.until(WAITS), "- c/words.txt");
  assert.is(await program.interrupt(), 130);
});

test("a project's manifest: changed, broken, mended", async () => {
  const folder = temporaryFolder();
  const tools = (...names: readonly string[]): void =>
    writeFileSync(
      join(folder, "it/tools.json"),
      JSON.stringify(
        names.map((name) => ({ name, inputSchema: { type: "object" } })),
      ),
    );
  await runCli(["new", "server", "it", "--yes"], folder);
  const program = start(["new", "server", "it", "--update", "--watch"], folder);
  assert.match(await program.until(WAITS), "it is up to date");
  tools("add", "one");
  assert.match(await program.until(WAITS), "+ it/src/tools/one.ts");
  writeFileSync(join(folder, "it/tools.json"), "[");
  assert.match(await program.until(WAITS), "MCP611");
  tools("one");
  assert.match(await program.until(WAITS), "MCP619");
  assert.is(await program.interrupt(), 130);
});

test.run();
