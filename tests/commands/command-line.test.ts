/**
 * Tests of command-line parsing: the separator `--`, and the report of internal
 * errors.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { folderWith } from "../harness/program/folders.js";
import { main } from "../../generator/cli/main.js";
import { runCli } from "../harness/program/cli.js";
import { SMALL_SCHEMA } from "../harness/models/small-schema.js";

const test = suite("command line");

test("every word after `--` on the command line is an operand, even a word such as `--odd.ts`", async () => {
  const folder = folderWith({ "--odd.ts": SMALL_SCHEMA });
  for (const args of [
    ["--", "latest", "latest"],
    ["latest", "--", "latest"],
    ["--exit-code", "--", "--odd.ts", "--odd.ts"],
  ]) {
    const run = await runCli(["diff", ...args], folder);
    assert.match(run.stdout, "no difference on the wire");
  }
});

test("the program exits with 3 after an internal error, and prints the URL for bug reports", async () => {
  let printed = "";
  const code = await main(["revisions"], {
    out: () => {
      throw new TypeError("odd");
    },
    err: (text) => void (printed += text),
    interactive: false,
    colour: false,
    outColour: false,
    signal: new AbortController().signal,
  });
  assert.is(code, 3);
  assert.match(
    printed,
    /^Internal error in mcp-codegen .*: https:\/\/github\.com\/mcp-codegen\/mcp-codegen\/issues\nTypeError: odd\n/,
  );
});

test.run();
