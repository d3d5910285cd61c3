/**
 * Tests of `types` and `check` with servers from npm: the written file compiles,
 * a second run writes the same bytes, and the check finds no change.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../harness/program/cli.js";
import { NODE, typeCheck } from "../harness/program/compiler.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { selectForRun } from "./programs.js";
import { getCommand, SERVERS } from "./servers.js";

const test = suite("types with npm servers");

for (const [title, server] of selectForRun(SERVERS, 2))
  test(`the file that the command \`types\` writes for ${title} compiles`, async () => {
    const { command, args, env } = getCommand(server);
    const folder = temporaryFolder();
    const from = [command, ...args].map((word) => `"${word}"`).join(" ");
    const variables = Object.entries(env).flatMap(([name, value]) => [
      "--env",
      `${name}=${value}`,
    ]);
    const words = ["types", "--from", from, "--out", "a.ts", ...variables];
    const write = async (): Promise<string> => {
      const run = await runCli(words, folder);
      assert.is(run.code, 0, run.stderr);
      return readFileSync(join(folder, "a.ts"), "utf8");
    };
    const text = await write();
    assert.is(await write(), text);
    const options = { ...NODE, lib: ["ES2022", "DOM"] };
    assert.is(await typeCheck(folder, { options }), "");
    const checked = await runCli(["check", "a.ts", ...variables], folder);
    assert.match(checked.stdout, /, no change\.\n$/, checked.stderr);
    assert.is(checked.code, 0);
  });

test.run();
