/**
 * Tests of the commands `types` and `check`: written files, reported changes,
 * exit codes and rejected input.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../harness/program/cli.js";
import { folderWith, readTree } from "../harness/program/folders.js";

const test = suite("commands: types and check");

/** Server that reads its tools from a file, so that a test can change them. */
const SERVER = `
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const results = {
  initialize: (params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "weather", version: "1" },
  }),
  "tools/list": () => ({ tools: JSON.parse(readFileSync("tools.json", "utf8")) }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const answer = results[method]
    ? { result: results[method](params) }
    : { error: { code: -32601, message: "Method not found" } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}
`;

const TOOL = { name: "get", inputSchema: { type: "object" } };
const SOURCE = `"${process.execPath}" server.mjs`;
const PLAIN = `${process.execPath} server.mjs`;

const original = folderWith({
  "server.mjs": SERVER,
  "tools.json": JSON.stringify([TOOL]),
});
test.before(async () => {
  const words = ["types", "--from", SOURCE, "--out", "w.ts"];
  const run = await runCli(words, original);
  assert.is(run.code, 0, run.stderr);
});

/**
 * Copies the folder that contains the server and `w.ts`, the file that `types`
 * wrote. Returns the path of the copy.
 */
function typedFolder(): string {
  return folderWith(readTree(original));
}

function setTools(folder: string, ...tools: object[]): void {
  writeFileSync(join(folder, "tools.json"), JSON.stringify(tools));
}

function readTyped(folder: string): string {
  return readFileSync(join(folder, "w.ts"), "utf8");
}

test("the command `types` writes the same file if the server lists its tools in another order", async () => {
  const folder = typedFolder();
  const other = { inputSchema: { type: "object" }, name: "a" };
  setTools(folder, TOOL, other);
  const words = ["types", "--from", SOURCE, "--out", "w.ts"];
  assert.is((await runCli(words, folder)).code, 0);
  const before = readTyped(folder);
  setTools(folder, { name: "a", inputSchema: { type: "object" } }, TOOL);
  assert.is((await runCli(words, folder)).code, 0);
  assert.is(readTyped(folder), before);
});

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
    const folder = typedFolder();
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
  const folder = typedFolder();
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
  const folder = typedFolder();
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
  const folder = typedFolder();
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
  const folder = typedFolder();
  setTools(folder);
  const run = await runCli(["check", "w.ts", "--format", "md"], folder);
  assert.match(
    run.stdout,
    /^## w\.ts: `weather 1`, 1 change: 1 that breaks callers\.\n\n- breaks callers: tool `get` removed\n/,
  );
});

for (const [format, shown] of [
  ["text", "w.ts: evil - compatible: [x](y) `b` 1, 1 change: 1 compatible."],
  [
    "md",
    "## w.ts: ``evil - compatible: [x](y) `b` 1``, 1 change: 1 compatible.",
  ],
] as const)
  test(`\`check --format ${format}\` prints a server name that contains a line break as one line`, async () => {
    const name = "evil\\n- compatible: [x](y) `b`";
    const folder = typedFolder();
    const server = SERVER.replace('"weather"', `"${name}"`);
    writeFileSync(join(folder, "server.mjs"), server);
    const run = await runCli(["check", "w.ts", "--format", format], folder);
    assert.is(run.stdout.split("\n")[0], shown);
  });

test("`types` replaces the control characters in a description", async () => {
  const folder = typedFolder();
  setTools(folder, { ...TOOL, description: "a\0\u001b[2J\u202Eb" });
  const words = ["types", "--from", SOURCE, "--out", "w.ts"];
  const run = await runCli(words, folder);
  assert.is(run.code, 0, run.stderr);
  assert.ok(readTyped(folder).includes("/** a\uFFFD\uFFFD[2J\uFFFDb */"));
  assert.not.match(readTyped(folder), /[^\P{C}\n]/u);
});

/**
 * Test cases: options of `types` that contain secrets, and the server's address
 * that the written file contains instead.
 */
const SECRETS: readonly (readonly [options: string[], stored: object])[] = [
  [
    ["--from", `${SOURCE} --key s3cret`, "--inherit-env"],
    { from: `${PLAIN} --key \${KEY}`, inheritEnv: true },
  ],
  [
    ["--from", `${SOURCE} --api-key s3cret TOKEN=s3cret -v s3cret-free`],
    { from: `${PLAIN} --api-key \${API_KEY} TOKEN=\${TOKEN} -v s3cret-free` },
  ],
  [
    [
      "--from",
      `${SOURCE} https://x/?a=1&api_key=s3cret --header "Authorization: s3cret"`,
    ],
    {
      from: `${PLAIN} https://x/?a=\${A}&api_key=\${API_KEY} --header "Authorization: \${AUTHORIZATION}"`,
    },
  ],
  [
    ["--from", SOURCE, "--env", "MY_TOKEN=s3cret"],
    { from: SOURCE, env: { MY_TOKEN: "${MY_TOKEN}" } },
  ],
];
for (const [options, stored] of SECRETS)
  test(`\`types ${options.slice(2).join(" ") || "--from"}\` writes variables instead of secrets`, async () => {
    const folder = typedFolder();
    const run = await runCli(["types", ...options, "--out", "w.ts"], folder);
    assert.is(run.code, 0, run.stderr);
    assert.match(run.stderr, /^warning MCP664: /);
    const [, json = ""] =
      /"address": (\{[^]*?\n  \})/.exec(readTyped(folder)) ?? [];
    assert.equal(JSON.parse(json), stored);
  });

test("the command `types` prints how many tools, prompts and resource templates it wrote to the file", async () => {
  const template = { uriTemplate: "a://{b}", name: "t" };
  const manifest = {
    tools: [TOOL],
    prompts: [{ name: "p" }, { name: "q" }],
    resourceTemplates: [template],
  };
  const folder = folderWith({ "all.json": JSON.stringify(manifest) });
  const words = ["types", "--from", "all.json", "--out", "w.ts"];
  const run = await runCli(words, folder);
  assert.is(
    run.stdout,
    "Wrote w.ts: 1 tool, 2 prompts, 1 resource template.\n",
    run.stderr,
  );
  writeFileSync(join(folder, "all.json"), JSON.stringify({ tools: [] }));
  const empty = await runCli(words, folder);
  assert.is(empty.stdout, "Wrote w.ts: 0 tools.\n", empty.stderr);
});

test("the commands `types` and `check` warn about a list that the server does not send", async () => {
  const folder = typedFolder();
  const server = SERVER.replace("tools: {}", "tools: {}, prompts: {}");
  writeFileSync(join(folder, "server.mjs"), server.replace("-32601", "-32000"));
  const words = ["types", "--from", SOURCE, "--out", "w.ts"];
  for (const line of [words, ["check", "w.ts"]]) {
    const run = await runCli(line, folder);
    assert.is(run.code, 0, run.stderr);
    assert.match(run.stderr, /^warning MCP622: .* answers prompts\/list with/);
  }
});

test("the commands `types` and `check` process all servers in the configuration file", async () => {
  const folder = typedFolder();
  const servers = {
    weather: { from: SOURCE, out: "src/weather.ts" },
    tools: { from: "tools.json", out: "src/tools.ts" },
  };
  const config = JSON.stringify({ servers });
  writeFileSync(join(folder, "mcp-codegen.config.json"), config);
  const all = await runCli(["types"], folder);
  assert.is(
    all.stdout,
    "Wrote src/weather.ts: 1 tool.\nWrote src/tools.ts: 1 tool.\n",
    all.stderr,
  );
  const one = await runCli(["types", "--from", "tools"], folder);
  assert.is(one.stdout, "Wrote src/tools.ts: 1 tool.\n", one.stderr);
  const checked = await runCli(["check"], folder);
  assert.is(
    checked.stdout,
    "src/weather.ts: weather 1, no change.\nsrc/tools.ts: tools.json, no change.\n",
  );
  assert.is(checked.code, 0);
});

test("`types` and `check` resolve a configured server's paths in the folder of the configuration", async () => {
  const folder = typedFolder();
  const [command, args] = [process.execPath, ["server.mjs"]];
  const desktop = { mcpServers: { a: { command, args } } };
  const servers = {
    command: { from: SOURCE, out: "a.ts" },
    manifest: { from: "tools.json", out: "b.ts" },
    desktop: { config: "mcp.json", server: "a", out: "c.ts" },
  };
  writeFileSync(join(folder, "mcp.json"), JSON.stringify(desktop));
  const config = JSON.stringify({ servers });
  writeFileSync(join(folder, "mcp-codegen.config.json"), config);
  mkdirSync(join(folder, "sub"));
  const run = await runCli(["types"], join(folder, "sub"));
  const files = ["a.ts", "b.ts", "c.ts"].map((file) => join("..", file));
  assert.is(
    run.stdout,
    files.map((file) => `Wrote ${file}: 1 tool.\n`).join(""),
    run.stderr,
  );
  const inSub = await runCli(["check"], join(folder, "sub"));
  const names = ["weather 1", "tools.json", "weather 1"];
  assert.is(
    inSub.stdout,
    files.map((file, at) => `${file}: ${names[at]}, no change.\n`).join(""),
    inSub.stderr,
  );
  rmSync(join(folder, "tools.json"));
  const failed = await runCli(["check"], join(folder, "sub"));
  assert.match(failed.stderr, /b\.ts: Cannot read \S*tools\.json/);
  assert.not.match(failed.stderr, /where `types` was run/);
});

/**
 * Test cases of `check` in a folder that lacks a file of the server: kind of
 * the missing file, address of the server in `w.ts`, and text of the error.
 */
const ELSEWHERE: readonly (readonly [
  server: string,
  from: object,
  message: RegExp,
])[] = [
  ["program", { from: SOURCE }, /w\.ts: The server .* does not answer/],
  ["manifest", { from: "tools.json" }, /w\.ts: Cannot read tools\.json/],
  [
    "configuration file",
    { config: "mcp.json", server: "a" },
    /w\.ts: Cannot read mcp\.json/,
  ],
];
for (const [server, address, message] of ELSEWHERE)
  test(`if the server's ${server} is missing, \`check\` names the folder where \`types\` was run`, async () => {
    const text = readTyped(original).replace(
      /"address": \{[^]*?\}/,
      `"address": ${JSON.stringify(address)}`,
    );
    const words = ["check", "w.ts", "--json"];
    const run = await runCli(words, folderWith({ "w.ts": text }));
    assert.is(run.code, 2);
    assert.is((JSON.parse(run.stdout) as Report).ok, false);
    assert.match(run.stderr, message);
    assert.match(
      run.stderr,
      /in the folder where `types` was run, or in the folder of the configuration/,
    );
  });

test("if a file is missing, `check` names the folder where `types` was run", async () => {
  const run = await runCli(["check", "w.ts"], folderWith({}));
  assert.is(run.code, 2);
  assert.match(
    run.stderr,
    /MCP660: Cannot read w\.ts\.\n.*does not exist\.\n.*in the folder in which you ran `mcp-codegen types`/,
  );
});

test("`types --out` needs `--from` if the configuration has several servers", async () => {
  const folder = typedFolder();
  const from = "tools.json";
  const servers = { a: { from, out: "a.ts" }, b: { from, out: "b.ts" } };
  const config = JSON.stringify({ servers });
  writeFileSync(join(folder, "mcp-codegen.config.json"), config);
  const both = await runCli(["types", "--out", "c.ts"], folder);
  assert.is(both.code, 2);
  assert.match(
    both.stderr,
    "--out needs --from, because the configuration has",
  );
  const words = ["types", "--from", "b", "--out", "c.ts"];
  const one = await runCli(words, folder);
  assert.is(one.stdout, "Wrote c.ts: 1 tool.\n", one.stderr);
  const twice = await runCli(["check", "c.ts", "c.ts"], folder);
  assert.is(twice.stdout, "c.ts: tools.json, no change.\n", twice.stderr);
});

test("with several servers, `types` uses `--env` and `--header` only for the variables in the servers' commands", async () => {
  const folder = typedFolder();
  const guard = "if (process.env.B) process.exit(1);";
  writeFileSync(join(folder, "server.mjs"), `${guard}\n${SERVER}`);
  const from = SOURCE.replace("server.mjs", "${B}${A_B}.mjs");
  const servers = {
    weather: { from, out: "c.ts" },
    tools: { from: "tools.json", out: "d.ts" },
  };
  const config = JSON.stringify({ servers });
  writeFileSync(join(folder, "mcp-codegen.config.json"), config);
  const values = ["--env", "B=ser", "--header", "A-b: ver"];
  const run = await runCli(["types", ...values], folder);
  const written = "Wrote c.ts: 1 tool.\nWrote d.ts: 1 tool.\n";
  assert.is(run.stdout, written, run.stderr);
  for (const [option, error] of [
    ["--inherit-env", "--inherit-env cannot be combined with a server of"],
    ["--timeout=0", "--timeout needs a positive number"],
  ] as const) {
    const refused = await runCli(["types", ...values, option], folder);
    assert.is(refused.code, 2);
    assert.match(refused.stderr, error);
  }
});

test("the command `check` reads the configuration file whose name `types --config` stored", async () => {
  const folder = typedFolder();
  const server = { command: process.execPath, args: ["server.mjs"] };
  const config = JSON.stringify({ mcpServers: { a: server } });
  writeFileSync(join(folder, "mcp.json"), config);
  // The option --config takes precedence over the servers of mcp-codegen's own
  // configuration.
  const servers = { a: { from: "tools.json", out: "b.ts" } };
  const own = JSON.stringify({ servers });
  writeFileSync(join(folder, "mcp-codegen.config.json"), own);
  const words = "types --config mcp.json --from a --out w.ts".split(" ");
  const run = await runCli(words, folder);
  assert.is(run.code, 0, run.stderr);
  assert.match(
    readTyped(folder),
    /"address": \{\s+"config": "mcp\.json",\s+"server": "a"\s+\}/,
  );
  const checked = await runCli(["check", "w.ts", "--strict"], folder);
  assert.is(checked.stdout, "w.ts: weather 1, no change.\n", checked.stderr);
});

test("`check` replaces variables in a server's command with the values of `--env` and `--header`", async () => {
  const folder = typedFolder();
  const text = readTyped(folder);
  const stored = text.replace("server.mjs", "${B}${A_B_C}.mjs");
  writeFileSync(join(folder, "w.ts"), stored);
  const words = ["check", "w.ts", "--env", "B=ser"];
  // The options take precedence over the environment.
  process.env["B"] = process.env["A_B_C"] = "environment";
  const run = await runCli([...words, "--header", "A-b-c:  ver"], folder);
  delete process.env["B"];
  delete process.env["A_B_C"];
  assert.is(run.stdout, "w.ts: weather 1, no change.\n", run.stderr);
  const wrong = await runCli([...words, "--header", "A=b"], folder);
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, '--header has the invalid value "A=b"');
  assert.match(wrong.stderr, '--header "Name: value"');
});

test("`check` passes `--env` and `--inherit-env` to the server of a single file", async () => {
  const folder = typedFolder();
  const file = join(folder, "server.mjs");
  const guard = "if (!process.env.NEEDED_BY_TEST) process.exit(1);";
  writeFileSync(file, `${guard}\n${SERVER}`);
  writeFileSync(join(folder, "x.ts"), readTyped(folder));
  const env = ["--env", "NEEDED_BY_TEST=1"];
  assert.is((await runCli(["check", "w.ts"], folder)).code, 2);
  assert.is((await runCli(["check", "w.ts", ...env], folder)).code, 0);
  assert.is((await runCli(["check", "w.ts", "x.ts", ...env], folder)).code, 2);
  process.env["NEEDED_BY_TEST"] = "1";
  const inherit = await runCli(["check", "w.ts", "--inherit-env"], folder);
  delete process.env["NEEDED_BY_TEST"];
  assert.is(inherit.code, 0, inherit.stderr);
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
    /w\.ts:\d+:\d+: error MCP660: .* is not valid JSON/,
  ],
  [
    "with an edited entry",
    (text) => text.replace('"name": "get"', '"name": "gets"'),
    /w\.ts:\d+:\d+: error MCP661/,
  ],
  [
    "of a newer format",
    (text) => text.replace('"format": 1', '"format": 2'),
    /MCP662: w\.ts has a snapshot with the format 2/,
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
    const folder = typedFolder();
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
  ["types", /`types` needs a server/],
  ["types --from tools.json", /The option --out is required/],
  [
    "types --from tools.json --out server.mjs",
    /MCP311: The file server\.mjs exists/,
  ],
  ["check", /MCP665: There is no server to check/],
  [
    "check w.ts --json --format md",
    /--json and --format md exclude each other/,
  ],
  ["check w.ts --header A:b", /MCP666: w\.ts: the server does not use A/],
  ["check w.ts --env A", /--env has the invalid value "A"/],
  ["check w.ts --timeout 0", /--timeout needs a positive number/],
];
for (const [line, error] of REFUSED)
  test(`\`mcp-codegen ${line}\` prints an error and exits with 2`, async () => {
    const folder = typedFolder();
    const run = await runCli(line.split(" "), folder);
    assert.is(run.code, 2, run.stdout);
    assert.match(run.stderr, error);
  });

test.run();
