/**
 * Tests of the addresses that `types` and `check` use: servers in the
 * configuration, folders, variables and options.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { serve } from "../../harness/peers/servers.js";
import { runCli } from "../../harness/program/cli.js";
import { folderWith } from "../../harness/program/folders.js";
import {
  readTyped,
  SERVER,
  SOURCE,
  typedFolder,
} from "../../harness/peers/typed-folder.js";

const test = suite("commands: addresses of types and check");

test("the commands `types` and `check` process all servers in the configuration file", async () => {
  const folder = await typedFolder();
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

test("`types` writes the files of the other servers if one server cannot be used", async () => {
  const folder = await typedFolder();
  const servers = {
    absent: { from: "absent.json", out: "a.ts" },
    unset: { from: "${UNSET_FOR_TEST}.json", out: "b.ts" },
    tools: { from: "tools.json", out: "c.ts" },
  };
  const config = JSON.stringify({ servers });
  writeFileSync(join(folder, "mcp-codegen.config.json"), config);
  const run = await runCli(["types"], folder);
  assert.is(run.code, 2);
  assert.is(run.stdout, "Wrote c.ts: 1 tool.\n", run.stderr);
  assert.match(
    run.stderr,
    /MCP610: Cannot read absent\.json[^]*MCP663: b\.ts needs/,
  );
});

test("`types` resolves a configured server's paths in the folder of the configuration, and `check` in the same folder", async () => {
  const folder = await typedFolder();
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
  rmSync(join(folder, "mcp-codegen.config.json"));
  const inSub = await runCli(["check", ...files], join(folder, "sub"));
  const names = ["weather 1", "tools.json", "weather 1"];
  assert.is(
    inSub.stdout,
    files.map((file, at) => `${file}: ${names[at]}, no change.\n`).join(""),
    inSub.stderr,
  );
});

/**
 * Test cases of `check` if a file of the server is missing: kind of the missing
 * file, address of the server in `w.ts`, and text of the error.
 */
const ELSEWHERE: readonly (readonly [
  server: string,
  from: object,
  message: RegExp,
])[] = [
  ["program", { from: SOURCE }, /w\.ts: The server .* does not answer/],
  ["manifest", { from: "a.json" }, /w\.ts: Cannot read a\.json/],
  [
    "manifest in another folder",
    { from: "a.json", folder: "b" },
    /w\.ts: Cannot read b.a\.json/,
  ],
  [
    "program with a similar name",
    { from: "node no-w.ts" },
    /w\.ts: The server node no-w\.ts does not answer/,
  ],
  [
    "configuration file",
    { config: "mcp.json", server: "a" },
    /w\.ts: Cannot read mcp\.json/,
  ],
];
for (const [server, address, message] of ELSEWHERE)
  test(`if the server's ${server} is missing, \`check\` names the file with the snapshot`, async () => {
    const text = readTyped(await typedFolder()).replace(
      /"address": \{[^]*?\}/,
      `"address": ${JSON.stringify(address)}`,
    );
    const words = ["check", "w.ts", "--json"];
    const run = await runCli(words, folderWith({ "w.ts": text }));
    assert.is(run.code, 2);
    assert.match(run.stdout, '"ok": false');
    assert.match(run.stderr, message);
  });

test("`types --out` needs `--from` if the configuration has several servers", async () => {
  const folder = await typedFolder();
  const from = "tools.json";
  const servers = { a: { from, out: "a.ts" }, b: { from, out: "b.ts" } };
  const config = JSON.stringify({ servers });
  writeFileSync(join(folder, "mcp-codegen.config.json"), config);
  const both = await runCli(["types", "--out", "c.ts"], folder);
  assert.is(both.code, 2);
  assert.match(both.stderr, "`types` needs --from and --out");
  assert.match(both.stderr, "Its servers are: a, b.");
  const words = ["types", "--from", "b", "--out", "c.ts"];
  const one = await runCli(words, folder);
  assert.is(one.stdout, "Wrote c.ts: 1 tool.\n", one.stderr);
  const twice = await runCli(["check", "c.ts", "c.ts"], folder);
  assert.is(twice.stdout, "c.ts: tools.json, no change.\n", twice.stderr);
});

test("with several servers, `types` uses `--env` and `--header` only for the variables in the servers' addresses", async () => {
  const folder = await typedFolder();
  const guard = "if (process.env.B) process.exit(1);";
  writeFileSync(join(folder, "server.mjs"), `${guard}\n${SERVER}`);
  const from = SOURCE.replace("server.mjs", "${B}${A_B}.mjs");
  const servers = {
    weather: { from, out: "c.ts" },
    tools: { from: "tool${S}.json", out: "d.ts" },
  };
  const config = JSON.stringify({ servers });
  writeFileSync(join(folder, "mcp-codegen.config.json"), config);
  const values = ["--env", "B=ser", "--env", "S=s", "--header", "A-b: ver"];
  const run = await runCli(["types", ...values], folder);
  const written = "Wrote c.ts: 1 tool.\nWrote d.ts: 1 tool.\n";
  assert.is(run.stdout, written, run.stderr);
  const typo = await runCli(["types", ...values, "--env", "TYPO=1"], folder);
  assert.match(typo.stderr, "error MCP627: No server uses TYPO.");
  const refused = await runCli(["types", ...values, "--timeout=0"], folder);
  assert.is(refused.code, 2);
  assert.match(refused.stderr, "--timeout needs a positive number");
});

test("the command `check` reads the configuration file whose name `types --config` stored", async () => {
  const folder = await typedFolder();
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
    /"address": \{\s+"config": "mcp\.json",\s+"server": "a",\s+"folder": "\."\s+\}/,
  );
  const checked = await runCli(["check", "w.ts", "--strict"], folder);
  assert.is(checked.stdout, "w.ts: weather 1, no change.\n", checked.stderr);
});

test("`check` replaces variables in a server's command with the values of `--env` and `--header`", async () => {
  const folder = await typedFolder();
  const name = `a "b'$1.mjs`;
  renameSync(join(folder, "server.mjs"), join(folder, name));
  const text = readTyped(folder);
  const stored = text.replace("server.mjs", "${B}${A_B_C}.mjs");
  writeFileSync(join(folder, "w.ts"), stored);
  const words = ["check", "w.ts", "--env", `B=a "b'`];
  // The options take precedence over the environment.
  process.env["B"] = process.env["A_B_C"] = "environment";
  const run = await runCli([...words, "--header", "A-b-c:  $1"], folder);
  delete process.env["B"];
  delete process.env["A_B_C"];
  assert.is(run.stdout, "w.ts: weather 1, no change.\n", run.stderr);
  const wrong = await runCli([...words, "--header", "A=b"], folder);
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, '--header has the invalid value "A=b"');
  assert.match(wrong.stderr, '--header "Name: value"');
});

test("`check` names the folder in which the server's command failed", async () => {
  const folder = await typedFolder();
  const stored = readTyped(folder).replace("server.mjs", "none.mjs");
  mkdirSync(join(folder, "a/b"), { recursive: true });
  const text = stored.replace('"folder": "."', '"folder": ".."');
  assert.is.not(text, stored);
  writeFileSync(join(folder, "a/b/w.ts"), text);
  const run = await runCli(["check", "a/b/w.ts"], folder);
  assert.match(run.stderr, /cause: In the folder a: .* ended with code 1/);
});

test("the errors of `check` contain variables instead of their values", async () => {
  const folder = await typedFolder();
  const stored = readTyped(folder).replace("server.mjs", "none.mjs ${SECRET}");
  writeFileSync(join(folder, "w.ts"), stored);
  const words = ["check", "w.ts", "--env", "SECRET=s3cret", "--json"];
  const run = await runCli(words, folder);
  assert.match(
    run.stderr,
    /MCP620: w\.ts: The server .* \$\{SECRET\} does not/,
  );
  assert.not.match(run.stderr + run.stdout, "s3cret");
});

test("the errors of `check` contain variables instead of parts of a URL's path", async () => {
  const server = await serve((_request, response) => {
    response.writeHead(500).end();
  });
  const folder = await typedFolder();
  const from = `${server.url}/\${SECRET}/mcp`;
  const stored = readTyped(folder).replace(
    /"address": \{[^]*?\}/,
    `"address": ${JSON.stringify({ from })}`,
  );
  writeFileSync(join(folder, "w.ts"), stored);
  const words = ["check", "w.ts", "--env", "SECRET=s3cret", "--json"];
  const run = await runCli(words, folder);
  await server.close();
  assert.ok(run.stderr.includes(`cause: ${from} answered 500`), run.stderr);
  assert.not.match(run.stderr + run.stdout, "s3cret");
});

test("`types --inherit-env` stores the option for the only server of the configuration", async () => {
  const folder = await typedFolder();
  const guard = "if (!process.env.NEEDED_BY_TEST) process.exit(1);";
  writeFileSync(join(folder, "server.mjs"), `${guard}\n${SERVER}`);
  const servers = { a: { from: SOURCE, out: "w.ts" } };
  const config = JSON.stringify({ servers });
  writeFileSync(join(folder, "mcp-codegen.config.json"), config);
  process.env["NEEDED_BY_TEST"] = "1";
  const run = await runCli(["types", "--inherit-env"], folder);
  const checked = await runCli(["check"], folder);
  delete process.env["NEEDED_BY_TEST"];
  assert.is(run.stdout, "Wrote w.ts: 1 tool.\n", run.stderr);
  assert.is(checked.stdout, "w.ts: weather 1, no change.\n", checked.stderr);
});

test("`check` passes `--env` and `--inherit-env` to the server of a single file", async () => {
  const folder = await typedFolder();
  const file = join(folder, "server.mjs");
  const guard = "if (!process.env.NEEDED_BY_TEST) process.exit(1);";
  writeFileSync(file, `${guard}\n${SERVER}`);
  writeFileSync(join(folder, "x.ts"), readTyped(folder));
  const env = ["--env", "NEEDED_BY_TEST=1"];
  assert.is((await runCli(["check", "w.ts"], folder)).code, 2);
  assert.is((await runCli(["check", "w.ts", ...env], folder)).code, 0);
  const both = await runCli(["check", "w.ts", "x.ts", ...env], folder);
  assert.match(both.stderr, "error MCP627: No server uses NEEDED_BY_TEST.");
  process.env["NEEDED_BY_TEST"] = "1";
  const inherit = await runCli(["check", "w.ts", "--inherit-env"], folder);
  delete process.env["NEEDED_BY_TEST"];
  assert.is(inherit.code, 0, inherit.stderr);
});

test.run();
