/**
 * Tests of commands whose standard output is closed or full, and of the
 * detection of colour support.
 */
import { closeSync, existsSync, openSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isScreen, supportsColour } from "../../generator/cli/terminal/io.js";
import { outcome, startCli } from "../harness/program/cli.js";
import { folderWith, temporaryFolder } from "../harness/program/folders.js";

const test = suite("standard output");

/**
 * Recording (MCP messages, one per line) whose validation report is longer than
 * the buffer of a pipe.
 */
const FAULTS = '{"jsonrpc":"2.0","id":1,"method":"nope"}\n'.repeat(2000);

for (const [code, args] of [
  [0, ["model", "--rev", "2025-06-18"]],
  [1, ["diff", "2025-06-18", "2025-11-25", "--exit-code"]],
  [1, ["validate", "faults.jsonl", "--rev", "2025-06-18"]],
  [2, ["model", "--rev", "nope"]],
] as const)
  test(`\`mcp-codegen ${args.join(" ")}\` exits with ${code} if the pipe of its standard output is closed`, async () => {
    const folder = folderWith({ "faults.jsonl": FAULTS });
    const child = startCli(args, folder);
    // If the expected exit code is 1, close the pipe after the first output.
    // Otherwise, close the pipe immediately.
    if (code === 1) child.stdout?.once("data", () => child.stdout?.destroy());
    else child.stdout?.destroy();
    if (code === 2) child.stderr?.destroy();
    const run = await outcome(child);
    assert.is(run.code, code, run.stderr);
    assert.is(run.stderr, "");
  });

/** Device that fails each write with ENOSPC, as a full disk does. */
const FULL = "/dev/full";

if (existsSync(FULL))
  test("the command `revisions` exits with 2 if the disk of its standard output is full", async () => {
    const full = openSync(FULL, "w");
    const run = await outcome(
      startCli(["revisions"], temporaryFolder(), ["ignore", full, "pipe"]),
    );
    closeSync(full);
    assert.is(run.code, 2, run.stderr);
    assert.equal(run.stderr.split("\n"), [
      "error MCP003: Cannot write to standard output: ENOSPC.",
      "  cause: The disk is full.",
      "  fix: Redirect standard output to a writable file, or free disk space, and run the command again.",
      "",
    ]);
  });

test("`supportsColour` returns true only for terminals with colours", () => {
  const terminal = { isTTY: true };
  for (const [stream, env, screen, colour] of [
    [terminal, { TERM: "xterm-256color" }, true, true],
    [terminal, {}, true, true],
    [terminal, { TERM: "dumb" }, false, false],
    [terminal, { TERM: "xterm", NO_COLOR: "1" }, true, false],
    [terminal, { TERM: "xterm", NO_COLOR: "" }, true, true],
    [{ isTTY: false }, { TERM: "xterm" }, false, false],
    [{}, { TERM: "xterm" }, false, false],
  ] as const) {
    assert.is(isScreen(stream, env), screen, JSON.stringify(env));
    assert.is(supportsColour(stream, env), colour, JSON.stringify(env));
  }
});

test.run();
