/**
 * Tests of the command `check`: reported changes and exit codes. Tests of command
 * lines that `types` and `check` reject.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../../harness/program/cli.js";
import {
  readTyped,
  SERVER,
  setTools,
  TOOL,
  TYPES,
  typedFolder,
} from "../../harness/peers/typed-folder.js";

const test = suite("commands: check");

/**
 * Test cases: tools of the server after `types` has written the snapshot,
 * options of `check`, exit code, and the verdicts in the output.
 */
const CHECKS: readonly (readonly [
  title: string,
  tools: readonly object[],
  options: string,
  code: number,
  verdicts: string,
])[] = [
  ["an unchanged server", [TOOL], "", 0, ""],
  ["an unchanged server", [TOOL], "--strict", 0, ""],
  ["an added tool", [TOOL, { ...TOOL, name: "b" }], "", 0, "compatible"],
  [
    "an added tool",
    [TOOL, { ...TOOL, name: "b" }],
    "--strict",
    1,
    "compatible",
  ],
  ["a removed tool", [], "", 1, "callers"],
  ["a changed description", [{ ...TOOL, description: "x" }], "", 1, "models"],
  ["a removed tool", [], "--update", 0, "callers"],
];
for (const [title, tools, options, code, verdicts] of CHECKS)
  test(`\`${`check ${options}`.trim()}\` exits with ${code} for ${title}`, async () => {
    const folder = await typedFolder();
    setTools(folder, ...tools);
    const words = ["check", "w.ts", "--json", ...options.split(" ")];
    const run = await runCli(words.filter(Boolean), folder);
    assert.is(run.code, code, run.stderr);
    const { ok, files } = JSON.parse(run.stdout) as Report;
    assert.is(ok, code === 0 && !options.includes("--update"));
    const found = files.flatMap(({ changes }) => changes);
    assert.is(found.map(({ verdict }) => verdict).join(), verdicts);
  });

interface Report {
  readonly ok: boolean;
  readonly files: readonly {
    readonly changes: readonly { readonly verdict: string }[];
    readonly errors: readonly {
      readonly code: string;
      readonly message: string;
    }[];
  }[];
}

test("`check` finds no change after `check --update`", async () => {
  const folder = await typedFolder();
  setTools(folder, { ...TOOL, name: "b" });
  const updated = await runCli(["check", "w.ts", "--update"], folder);
  assert.match(
    updated.stdout,
    /tool get removed\n[^]*the file was updated|the file was updated/,
  );
  assert.match(readTyped(folder), /\bb: BTool\.Types;/);
  const again = await runCli(["check", "w.ts", "--strict"], folder);
  assert.is(again.stdout, "w.ts: weather 1, no change.\n");
});

test("the command `check` reports on every file even if one server cannot be reached", async () => {
  const folder = await typedFolder();
  const text = readTyped(folder).replace("server.mjs", "absent.mjs");
  writeFileSync(join(folder, "dead.ts"), text);
  setTools(folder);
  const words = ["check", "dead.ts", "w.ts", "none.ts", "--json"];
  const run = await runCli(words, folder);
  assert.is(run.code, 2);
  const { files } = JSON.parse(run.stdout) as Report;
  const codes = files.map(({ errors }) =>
    errors.map(({ code }) => code).join(),
  );
  assert.equal(codes, ["MCP620", "", "MCP660"]);
  assert.match(files[0]?.errors[0]?.message ?? "", /^dead\.ts: The server /);
  assert.equal(
    files[1]?.changes.map(({ verdict }) => verdict),
    ["callers"],
  );
});

test("`check --format sarif` reports the line of each changed entry in the checked file", async () => {
  const folder = await typedFolder();
  setTools(folder, { ...TOOL, description: "x" });
  const run = await runCli(["check", "w.ts", "--format", "sarif"], folder);
  const { runs } = JSON.parse(run.stdout) as {
    readonly runs: readonly {
      readonly results: readonly {
        readonly ruleId: string;
        readonly level: string;
        readonly locations: readonly {
          readonly physicalLocation: {
            readonly artifactLocation: object;
            readonly region: { readonly startLine: number };
          };
        }[];
      }[];
    }[];
  };
  const [result] = runs[0]?.results ?? [];
  const { artifactLocation, region } =
    result?.locations[0]?.physicalLocation ?? (assert.unreachable() as never);
  assert.equal([result?.ruleId, result?.level], ["models", "warning"]);
  assert.equal(artifactLocation, { uri: "w.ts" });
  const line = readTyped(folder).split("\n")[region.startLine - 1] ?? "";
  assert.match(line, /^ +"sha256": "/);
});

test("`check --format md` prints a heading for the checked file and a list of its changes", async () => {
  const folder = await typedFolder();
  setTools(folder);
  const run = await runCli(["check", "w.ts", "--format", "md"], folder);
  assert.match(
    run.stdout,
    /^## w\.ts: `weather 1`, breaks callers: 1\.\n\n- breaks callers: tool `get` removed\n/,
  );
});

for (const [format, shown] of [
  ["text", "w.ts: evil - compatible: [x](y) `b` 1, compatible: 1."],
  ["md", "## w.ts: ``evil - compatible: [x](y) `b` 1``, compatible: 1."],
] as const)
  test(`\`check --format ${format}\` prints a server name that contains a line break as one line`, async () => {
    const name = "evil\\n- compatible: [x](y) `b`";
    const folder = await typedFolder();
    const server = SERVER.replace('"weather"', `"${name}"`);
    writeFileSync(join(folder, "server.mjs"), server);
    const run = await runCli(["check", "w.ts", "--format", format], folder);
    assert.is(run.stdout.split("\n")[0], shown);
  });

test("the commands `types` and `check` warn about a list that the server does not send", async () => {
  const folder = await typedFolder();
  const server = SERVER.replace("tools: {}", "tools: {}, prompts: {}");
  writeFileSync(join(folder, "server.mjs"), server.replace("-32601", "-32000"));
  for (const line of [TYPES, ["check", "w.ts"]]) {
    const run = await runCli(line, folder);
    assert.is(run.code, 0, run.stderr);
    assert.match(run.stderr, /^warning MCP622: .* answers prompts\/list with/);
  }
});

/**
 * Test cases: an edit of the file that `types` has written, and the error of
 * `check` for the edited file.
 */
const DAMAGED: readonly (readonly [
  title: string,
  edit: (text: string) => string,
  error: RegExp,
])[] = [
  [
    "without the snapshot's comments",
    (text) => text.replace("/* snapshot begin */", ""),
    /MCP660: w\.ts has no snapshot/,
  ],
  [
    "with a syntax error",
    (text) => text.replace('"format": 1,', '"format" 1,'),
    /w\.ts:\d+:\d+: error MCP660: The snapshot in w\.ts is not valid: /,
  ],
  [
    "with an edited entry",
    (text) => text.replace('"name": "get"', '"name": "gets"'),
    /w\.ts:\d+:\d+: error MCP661/,
  ],
  [
    "of a newer format",
    (text) => text.replace('"format": 1', '"format": 2'),
    /MCP660: .* "format" is 2; this version of mcp-codegen supports the format 1\./,
  ],
  [
    "without a list",
    (text) => text.replace('"prompts": [],', ""),
    /"prompts" is not a list of entries/,
  ],
  [
    "with an unset variable",
    (text) => text.replace("server.mjs", "server.mjs ${UNSET_FOR_TEST}"),
    /MCP663: w\.ts needs .* UNSET_FOR_TEST/,
  ],
];
for (const [title, edit, error] of DAMAGED)
  test(`\`check\` reports an error for a file ${title}, and exits with 2`, async () => {
    const folder = await typedFolder();
    const before = readTyped(folder);
    assert.is.not(edit(before), before);
    writeFileSync(join(folder, "w.ts"), edit(before));
    const run = await runCli(["check", "w.ts"], folder);
    assert.is(run.code, 2);
    assert.match(run.stderr, error);
    assert.match(run.stderr, /fix: /);
  });

/** Test cases: rejected command lines, and their errors. */
const REFUSED: readonly (readonly [line: string, error: RegExp])[] = [
  ["types", /`types` needs --from and --out/],
  ["types --from tools.json", /`types` needs --from and --out/],
  ...["server.mjs", "new.d.mts", "ts"].map(
    (name) =>
      [
        `types --from tools.json --out ${name}`,
        RegExp(`MCP000: .* writes a TypeScript file, and ${name} is not`),
      ] as const,
  ),
  ["check", /`check` needs a file/],
  [
    "check w.ts --json --format md",
    /--json and --format md exclude each other/,
  ],
  ["check w.ts --header A:b", /MCP627: w\.ts: The server does not use A\./],
  ["check w.ts --env A", /--env has the invalid value "A"/],
  ["check w.ts --timeout 0", /--timeout needs a positive number/],
];
for (const [line, error] of REFUSED)
  test(`\`mcp-codegen ${line}\` prints an error and exits with 2`, async () => {
    const folder = await typedFolder();
    const run = await runCli(line.split(" "), folder);
    assert.is(run.code, 2, run.stdout);
    assert.match(run.stderr, error);
  });

test.run();
