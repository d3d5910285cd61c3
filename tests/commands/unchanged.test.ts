import {
  appendFileSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ANSWER,
  ARGV,
  SCHEMA,
  WHOLE,
  generate,
  generated,
  program,
  recalled,
  recordOf,
} from "../support/recall.js";

const records = (): string => join(program.cache, "runs");

const unchanged = suite("unchanged");

unchanged("the answer is what the program prints", async () => {
  const folder = await generated();
  const answer = recalled(folder);
  assert.match(answer ?? "", ANSWER);
  const quick = await program.run(ARGV, folder);
  assert.equal(quick, { code: 0, stdout: answer, stderr: "" });
  rmSync(recordOf(folder));
  assert.is(recalled(folder), null);
  const whole = await program.run(ARGV, folder);
  assert.equal(whole, quick);
  assert.is(recalled(folder), answer);
});

unchanged("a revision and several are recalled too", async () => {
  for (const argv of [
    ["--rev", "2025-06-18"],
    ["--rev=draft,2024-11-05", "--out", "x", "--import-ext", "ts"],
    ["generate", "--rev", "draft", "--only", "types"],
  ]) {
    const folder = await generated(argv);
    assert.is(recalled(folder, argv), (await program.run(argv, folder)).stdout);
  }
});

unchanged("the program runs for other options and elsewhere", async () => {
  const folder = await generated();
  assert.match(recalled(folder) ?? "", ANSWER);
  for (const argv of [
    [...ARGV, "--json"],
    [...ARGV, "--check"],
    [...ARGV, "--force"],
    [...ARGV, "--dry-run"],
    [...ARGV, "--import-ext", "ts"],
    [...ARGV, "--help"],
    ARGV.map((arg) => (arg === "out" ? "./out" : arg)),
    WHOLE,
    [],
  ])
    assert.is(recalled(folder, argv), null, argv.join(" "));
  assert.is(recalled(join(folder, "mine")), null);
});

unchanged(
  "a run that checks, forces or prints JSON is not recalled",
  async () => {
    const folder = await generated();
    for (const option of ["--json", "--check", "--force", "--dry-run"]) {
      const argv = [...ARGV, option];
      await generate(folder, argv);
      assert.is(recalled(folder, argv), null, option);
    }
  },
);

unchanged("a run with warnings is not recalled", async () => {
  const folder = await generated();
  writeFileSync(
    join(folder, "schema.ts"),
    SCHEMA.replace(/export const LATEST.*\n/, ""),
  );
  await generate(folder);
  const again = await program.run(ARGV, folder);
  assert.match(again.stdout, ANSWER);
  assert.match(again.stderr, "warning");
  assert.is(recalled(folder), null);
});

unchanged("a run that changed the output is recalled", async () => {
  const folder = await generated();
  appendFileSync(join(folder, "schema.ts"), "export type More = string;\n");
  assert.match(await generate(folder), "2 changed");
  assert.match(recalled(folder) ?? "", ANSWER);
});

unchanged("output with other line ends is up to date both ways", async () => {
  const folder = await generated();
  const file = join(folder, "out/types.ts");
  const text = readFileSync(file, "utf8").replaceAll("\n", "\r\n");
  writeFileSync(file, text);
  assert.is(recalled(folder), null);
  const whole = await generate(folder);
  assert.match(whole, ANSWER);
  assert.is(recalled(folder), whole);
});

unchanged("the program replaces a damaged record", async () => {
  const folder = await generated();
  writeFileSync(recordOf(folder), "{}\n");
  assert.is(await generate(folder), recalled(folder));
});

unchanged("a cache folder that can not be made is no error", async () => {
  const folder = await generated();
  const cache = join(folder, "schema.ts", "below-a-file");
  for (let n = 0; n < 2; n++) {
    const run = await program.run(ARGV, folder, { MCP_CODEGEN_CACHE: cache });
    assert.is(run.code, 0);
    assert.match(run.stdout, ANSWER);
    assert.is(run.stderr, "");
  }
});

unchanged("records do not pile up", async () => {
  const folder = await generated();
  for (let n = 0; n < 40; n++) writeFileSync(join(records(), `old-${n}`), "");
  for (const name of readdirSync(records()))
    if (name.startsWith("old-")) utimesSync(join(records(), name), 1, 1);
  await generate(folder, WHOLE);
  assert.is(readdirSync(records()).length, 16);
  assert.match(recalled(folder, WHOLE) ?? "", ANSWER);
});

unchanged.run();
