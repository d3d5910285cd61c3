import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { spawnCli } from "../support/cli.js";
import {
  ANSWER,
  ARGV,
  copyCommandLine,
  generated,
  recalled,
} from "../support/recall.js";

const root = copyCommandLine();

const unchanged = suite("unchanged");

const RUNS: readonly (readonly string[])[] = [
  ["--rev", "2025-06-18"],
  ["--rev=draft,2024-11-05", "--out", "x", "--import-ext", "ts"],
  ["--rev", "latest", "--rev", "2024-11-05", "--out=x/y"],
  ["generate", "--rev", "draft", "--only", "types,methods", "--only", "index"],
];

for (const argv of RUNS)
  unchanged(`the answer is the program's: ${argv.join(" ")}`, async () => {
    const folder = await generated(argv);
    const answer = await recalled(root, folder, argv);
    assert.match(answer ?? "", /is up to date: \d+ files\.\n$/);
    // A switch that changes nothing, and that only the program knows.
    const whole = await spawnCli([...argv, "--force"], folder);
    assert.equal(whole, { code: 0, stdout: answer, stderr: "" });
  });

unchanged("a run that changed the output is known", async () => {
  const folder = await generated();
  writeFileSync(join(folder, "out/old.ts"), "");
  await spawnCli([...ARGV, "--only", "types"], folder);
  assert.is(await recalled(root, folder), null);
  await spawnCli(ARGV, folder);
  assert.match((await recalled(root, folder)) ?? "", ANSWER);
});

const OTHERS: readonly (readonly string[])[] = [
  ...["--json", "--check", "--force", "--dry-run", "--help"].map((option) => [
    ...ARGV,
    option,
  ]),
  [...ARGV, "--import-ext", "ts"],
  [...ARGV, "--import-ext", "mjs"],
  [...ARGV, "--only", "types"],
  [...ARGV, "--only", ""],
  [...ARGV, "--out", "out"],
  [...ARGV, "--source", "pulled"],
  [...ARGV, "--templates", "mine"],
  [...ARGV, "--protocol-version", "1"],
  [...ARGV, "more"],
  ["--rev", "2025-06-18", "--out", "out"],
  ["--rev", "draft,2025-06-18", "--out", "out"],
  ["--rev", "unknown", "--out", "out"],
  ["--rev", "--out", "out"],
  ["--schema", "schema.ts", "--out", "out"],
  ["--rev", "draft"],
  ["--rev", "draft", "--out"],
  ["--rev", "draft", "--out", "out/runtime"],
  ["model", "--rev", "draft"],
  [],
];

let made: Promise<string> | undefined;

for (const argv of OTHERS)
  unchanged(`the program runs for: ${argv.join(" ")}`, async () => {
    const folder = await (made ??= generated());
    assert.is(await recalled(root, folder, argv), null);
  });

unchanged(
  "output with other line ends is looked at by the program",
  async () => {
    const folder = await generated();
    const file = join(folder, "out/types.ts");
    const text = readFileSync(file, "utf8").replaceAll("\n", "\r\n");
    writeFileSync(file, text);
    assert.is(await recalled(root, folder), null);
    assert.match((await spawnCli(ARGV, folder)).stdout, ANSWER);
  },
);

unchanged.run();
