/** Tests of `--watch` with real processes; each step waits for printed text. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BIN, outcome, runCli } from "../../harness/program/cli.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
  getFile,
} from "../../harness/program/folders.js";

const schema = (member: string): string =>
  `${SMALL_SCHEMA}export interface Thing { ${member}: string }\n`;

/**
 * Running program, and the part of its output that the test has not read yet.
 */
class Watching {
  readonly child: ChildProcess;
  #text = "";
  #look = (): void => {};

  constructor(args: readonly string[], cwd: string) {
    // Use one pipe for standard output and standard error, so that the test
    // sees their texts in the original order.
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

  /**
   * Waits until the output matches a pattern, and returns the output up to the
   * match.
   */
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
        reject(
          new Error(
            `The program exited with ${code} before it printed ${pattern}: ${this.#text}`,
          ),
        ),
      );
      this.#look();
    });
  }

  /** Sends SIGINT, as Ctrl-C does, and returns the exit code. */
  async interrupt(): Promise<number | null> {
    const ended = outcome(this.child);
    this.child.kill("SIGINT");
    return (await ended).code;
  }
}

const WAITS = /Watching [^]*\. Press Ctrl-C to stop\.\n/;
const test = suite("command: generate --watch");
let running: Watching | undefined;
test.after.each(() => {
  running?.child.kill("SIGKILL");
});

function start(args: readonly string[], folder: string): Watching {
  running = new Watching(args, folder);
  return running;
}

test("the option `--watch` generates the files again after each change of the schema file", async () => {
  const folder = folderWith({ "schema.ts": schema("one") });
  const file = join(folder, "schema.ts");
  const args = ["--schema", "schema.ts", "--only", "types", "--out", "gen"];
  const program = start([...args, "--watch"], folder);
  const write = (text: string): void => writeFileSync(file, text);
  const rename = (text: string): void => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  for (const [change, said, member] of [
    [() => {}, "Wrote gen", "one"],
    [() => write(schema("two")), "~ gen/types.ts", "two"],
    [() => rename(schema("three")), "~ gen/types.ts", "three"],
    [() => rename(`${schema("four")}}`), "error MCP", "three"],
    [() => write(schema("five")), "~ gen/types.ts", "five"],
    [() => rmSync(file), "MCP010", "five"],
    [() => write(schema("six")), "~ gen/types.ts", "six"],
  ] as const) {
    change();
    assert.match(await program.until(WAITS), said);
    const types = getFile(readTree(folder), "gen/types.ts");
    assert.match(types, `${member}: string`);
  }
  assert.is(await program.interrupt(), 130);
});

test("`new server --update --watch` updates a project when its file of tool definitions changes", async () => {
  const write = (...names: readonly string[]): void => {
    const tools = names.map((name) => ({
      name,
      inputSchema: { type: "object" },
    }));
    writeFileSync(file, JSON.stringify({ tools }));
  };
  const folder = temporaryFolder();
  const file = join(folder, "tools.json");
  write("one");
  const made = "new server own --tools tools.json --rev 2025-06-18 --yes";
  assert.is((await runCli(made.split(" "), folder)).code, 0);
  const update = "new server own --tools tools.json --update --watch";
  const program = start(update.split(" "), folder);
  assert.match(await program.until(WAITS), "own is up to date");
  write("one", "two");
  assert.match(await program.until(WAITS), "own/src/tools/two.ts");
  assert.ok(readTree(folder)["own/src/tools/two.ts"]);
  assert.is(await program.interrupt(), 130);
});

/** Configuration that generates only from user templates. */
const TEMPLATES =
  'export default { rev: "2024-11-05", only: ["templates"], out: "c", templates: "house" };';

test("the option `--watch` generates the files again after a change of the configuration or of a template", async () => {
  const folder = folderWith({
    "mcp-codegen.config.ts":
      'import { out } from "./shared.js";\nexport default { rev: "2024-11-05", only: ["types"], out };',
    "shared.ts": 'export const out = "a";',
  });
  const program = start(["--watch"], folder);
  assert.match(await program.until(WAITS), "Wrote a");
  const after = async (file: string, text: string, said: string) => {
    writeFileSync(join(folder, file), text);
    assert.match(await program.until(WAITS), said);
  };
  await after("shared.ts", 'export const out = "b";', "Wrote b");
  await after("shared.ts", "export const out = ", "MCP052");
  await after("shared.ts", 'export const out = "d";', "Wrote d");
  const config = "mcp-codegen.config.ts";
  await after(config, "export default { rev: 1 };", "MCP053");
  mkdirSync(join(folder, "house"));
  await after(config, TEMPLATES, "house. Press Ctrl-C");
  await after("house/words.txt.hbs", "{{revision}}", "+ c/words.txt");
  await after("house/words.txt.hbs", "{{revisio}}", "MCP213");
  rmSync(join(folder, "house/words.txt.hbs"));
  assert.match(await program.until(WAITS), "- c/words.txt");
  assert.is(await program.interrupt(), 130);
});

test("`mcp-codegen new server --update --watch` continues after a change that makes the tool manifest invalid", async () => {
  const folder = temporaryFolder();
  const tools = (...names: readonly string[]): void =>
    writeFileSync(
      join(folder, "it/tools.json"),
      JSON.stringify(
        names.map((name) => ({ name, inputSchema: { type: "object" } })),
      ),
    );
  await runCli(["new", "server", "it", "--rev", "2025-11-25"], folder);
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
