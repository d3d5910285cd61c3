/** Tests of `--config`, which reads configuration files of desktop programs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  readConfigFile,
  selectServer,
  toMcpJson,
} from "../../../../generator/new/manifest/config-file.js";
import { parseToml } from "../../../../generator/new/manifest/toml.js";
import { parseServers } from "../../../../runtime/host/config/config.js";
import { example } from "../../../harness/generated/load.js";
import { stdio } from "../../../harness/host/config.js";
import { runCli } from "../../../harness/program/cli.js";
import {
  folderWith,
  getFile,
  readTree,
} from "../../../harness/program/folders.js";

const test = suite("new --config");

/**
 * Configuration files in TOML and YAML, each with the expected settings of its
 * server `a`.
 */
const FILES: readonly (readonly [
  program: string,
  file: string,
  text: string,
  server: object,
])[] = [
  [
    "Codex",
    "config.toml",
    `model = "x" # The model
[mcp_servers.a]
command = "npx"
args = ["-y", "docs"]
tool_timeout_sec = 30
enabled_tools = ["x"]
[mcp_servers.a.env]
MODE = "quiet"
[mcp_servers.off]
url = "https://off.example"
enabled = false
`,
    {
      ...stdio("npx", ["-y", "docs"], { MODE: "quiet" }),
      timeout: 30_000,
      includeTools: ["x"],
    },
  ],
  [
    "Mistral Vibe",
    "config.toml",
    `[[mcp_servers]]
name = "a"
transport = "streamable-http"
url = "https://a.example"
headers = { k = "v" }
`,
    { url: "https://a.example", headers: { k: "v" }, other: { name: "a" } },
  ],
  [
    "Goose",
    "config.yaml",
    `GOOSE_MODEL: x
extensions:
  a:
    type: stdio
    cmd: npx
    args: [-y, docs]
    envs: { MODE: quiet }
    enabled: true
    timeout: 300
  off: { type: streamable_http, uri: "https://off.example", enabled: false }
`,
    {
      ...stdio("npx", ["-y", "docs"], { MODE: "quiet" }),
      timeout: 300_000,
    },
  ],
  [
    "opencode with a short timeout",
    "opencode.json",
    `{ "mcp": { "a": { "type": "local", "command": ["npx", "-y", "docs"], "timeout": 3000 } } }`,
    { ...stdio("npx", ["-y", "docs"]), timeout: 3_000 },
  ],
  [
    "Gemini with a short timeout",
    "settings.json",
    `{ "mcp": { "excluded": ["b"] }, "mcpServers": { "a": { "command": "npx", "args": ["-y", "docs"], "timeout": 3000 } } }`,
    { ...stdio("npx", ["-y", "docs"]), timeout: 3_000 },
  ],
  [
    "Continue",
    "config.yaml",
    `name: Local
mcpServers:
  - name: a
    type: streamable-http
    url: https://a.example
    requestOptions:
      headers: { k: v }
`,
    { url: "https://a.example", headers: { k: "v" }, other: { name: "a" } },
  ],
  [
    "LibreChat",
    "librechat.yml",
    `version: 1.3.1
mcpSettings: { allowedDomains: [a.example] }
mcpServers:
  a:
    type: stdio
    command: npx
    args:
      - -y
      - docs
    timeout: 60000
`,
    { ...stdio("npx", ["-y", "docs"]), timeout: 60_000 },
  ],
];

for (const [program, file, text, server] of FILES)
  test(`\`readConfigFile\` reads a server from a configuration file of ${program}`, async () => {
    const config = await readConfigFile(
      join(folderWith({ [file]: text }), file),
    );
    const selected = selectServer(config, undefined);
    assert.equal(selected, { name: "a", server, warnings: [] });
    const json = JSON.stringify(toMcpJson(config).json);
    assert.equal(parseServers(json), { a: server });
  });

test("toMcpJson keeps the inputs of a configuration file of VS Code", async () => {
  const inputs = [{ id: "key", type: "promptString", password: true }];
  const server = { command: "x", env: { KEY: "${input:key}" } };
  const text = JSON.stringify({ inputs, servers: { a: server } });
  const folder = folderWith({ "mcp.json": text });
  const config = await readConfigFile(join(folder, "mcp.json"));
  const { json, warnings } = toMcpJson(config);
  assert.equal(json, { inputs, mcpServers: { a: server } });
  assert.equal(warnings, []);
});

/** TOML with keys of each kind. */
const TOML = `a = 1
text = """
[t]
"""
[t]
  b.c = 2
[[list]]
x = 1
[[list]]
x = 2
`;
/** Paths of values in `TOML`, with the line and column of each value. */
const POSITIONS = [
  [["t"], "5:1"],
  [["t", "b", "c"], "6:3"],
  [["t", "none"], "5:1"],
  [["list", 0, "x"], "8:1"],
  [["list", 1, "x"], "10:1"],
  [["list", 1, "none"], "9:1"],
  [["none"], "1:1"],
] as const;
test("`parseToml` returns the position of a value, or of the table that lacks the value", async () => {
  const { getPosition } = await parseToml(TOML, "a.toml", () => new Error());
  assert.equal(
    POSITIONS.map(([path]) => {
      const { line, column } = getPosition(path);
      return [path, `${line}:${column}`];
    }),
    POSITIONS,
  );
});

/**
 * Test cases: a configuration file with a mistake, and the expected message
 * with its position.
 */
const WRONG: Readonly<Record<string, readonly [string, string, string]>> = {
  "TOML with a syntax error": [
    "config.toml",
    '[mcp_servers.a]\ncommand = "secret"\nargs = [\nurl = 1\n',
    "config.toml:4:1: error MCP630: Cannot parse config.toml: invalid value",
  ],
  "TOML with a syntax error in its first line": [
    "config.toml",
    'a = "secret" b\n',
    "config.toml:1:14: error MCP630: Cannot parse config.toml: ",
  ],
  "YAML with a syntax error": [
    "config.yaml",
    'mcpServers:\n  a: { command: "secret"\n',
    "config.yaml:3:1: error MCP630: Cannot parse config.yaml: ",
  ],
  "JSON with a syntax error": [
    "mcp.json",
    '{\n  "mcpServers": { "a": { "command": "secret" "args": [] } }\n}',
    "mcp.json:2:46: error MCP630: Cannot parse mcp.json: expected a comma or }",
  ],
  "TOML with an unsupported server URL": [
    "config.toml",
    '[mcp_servers.a]\nurl = "unix:///secret"\n',
    "config.toml:2:1: error MCP630: mcp_servers.a.url: expected an http or https URL; unix:// is not supported; the server is not used.",
  ],
  "YAML with an unsupported transport": [
    "config.yaml",
    "mcpServers:\n  - name: a\n    type: websocket\n    url: wss://secret\n",
    "config.yaml:3:11: error MCP630: mcpServers.0.type: expected stdio, http or sse, not websocket; the server is not used.",
  ],
  "TOML without servers": [
    "config.toml",
    'token = "secret"\n',
    "config.toml:1:1: error MCP630: mcpServers: expected an object that maps names to servers.",
  ],
  "TOML with a disabled server": [
    "config.toml",
    '[mcp_servers.secret]\nurl = "https://secret/"\nenabled = false\n',
    "error MCP630: config.toml has 0 servers that can be used.\n  cause: The servers are: none.",
  ],
  "a file that does not exist": [
    "none.toml",
    "",
    "error MCP630: Cannot read none.toml.\n  cause: The file does not exist.",
  ],
};

for (const [title, [file, text, message]] of Object.entries(WRONG))
  test(`\`explore --config\` reports ${title} without printing a value from the file`, async () => {
    const folder = folderWith(text === "" ? {} : { [file]: text });
    const run = await runCli(["explore", "--config", file], folder);
    assert.is(run.code, 2);
    assert.ok(run.stderr.includes(message), run.stderr);
    assert.not.match(run.stderr, "secret");
    assert.not.ok(existsSync(join(folder, "explorer.html")));
  });

/**
 * Test cases: a line of a configuration file, and the line with masked values
 * in a code frame.
 */
const FRAMES: readonly (readonly [
  file: string,
  line: string,
  frame: string,
])[] = [
  [
    "mcp.json",
    '{"mcpServers": {"a": {"comand": "x", "env": {"KEY": "a:b, c"}}}}',
    '{"mcpServers": {"a": {"comand": "*", "env": {"KEY": "*:*, *"}}}}',
  ],
  [
    "config.toml",
    'mcp_servers = { a = { comand = "x", args = ["b", "a="] } }',
    'mcp_servers = { a = { comand = "*", args = ["*", "*="] } }',
  ],
  [
    "config.yaml",
    "mcpServers: { a: { comand: x, args: [a:b, c=] } }",
    "mcpServers: { a: { comand: *, args: [*:*, *=] } }",
  ],
  ["wrong.yaml", "password: a, b: c", "password: *, *: *"],
  ["list.json", '["x"]', '["*"]'],
  ["indented.json", "  [secret]", "  [******]"],
  [
    "mcp.json",
    '{"a": {"args": ["b", "secret": "c"], "env": {}}}',
    '{"a": {"args": ["*", "******": "*"], "env": {}}}',
  ],
  [
    "config.yaml",
    "{ a: { args: [b, secret: c: d], env: 1 } }",
    "{ a: { args: [*, ******: *: *], env: * } }",
  ],
];

for (const [file, line, frame] of FRAMES)
  test(`the code frame of an error in ${file} shows the keys of a line and masks its values`, async () => {
    const folder = folderWith({ [file]: line });
    const run = await runCli(["explore", "--config", file], folder);
    assert.ok(run.stderr.includes(`> 1 | ${frame}\n`), run.stderr);
  });

async function twoServers(): Promise<string> {
  const args = JSON.stringify([await example("2025-06-18", "weather.ts")]);
  const command = JSON.stringify(process.execPath);
  return folderWith({
    "config.toml": `[mcp_servers.one]
command = ${command}
args = ${args}
required = true
env = { KEY = "hidden", B = "$B", C = "Bearer {env:B}", D = "hidden$B{" }
[mcp_servers.two]
url = "\${NOT_SET_TWO}"
bearer_token_env_var = "NOT_SET"
`,
  });
}

test("the commands `lint-tools` and `explore` start the server that `--from` selects in a configuration file", async () => {
  const folder = await twoServers();
  const at = ["--config", "config.toml", "--from", "one"];
  const lint = await runCli(["lint-tools", ...at], folder);
  assert.match(lint.stdout, /^one: [1-9]\d* tools?, about/m);
  assert.match(
    lint.stderr,
    "config.toml:4:1: warning MCP631: mcp_servers.one.required: has no effect in this host.",
  );
  const page = await runCli(["explore", ...at, "--out", "-"], folder);
  assert.is(page.code, 0, page.stderr);
  assert.match(page.stdout, "<title>");
});

test("`toMcpJson` warns about values of variables and headers, but not about names of variables", async () => {
  const names = { env_vars: ["KEY"], env_http_headers: { F: "NAME" } };
  const servers = {
    a: { command: "a", env: { A: "1", B: "${B}" }, envFile: ".env" },
    b: { command: "b", environment: { C: "1" } },
    c: { url: "https://a.example/", headers: { D: "1" } },
    d: { url: "https://a.example/", http_headers: { E: "1" }, ...names },
    env: { transport: { type: "stdio", command: "e", env: { F: "1" } } },
  };
  const text = JSON.stringify({ mcpServers: servers });
  const folder = folderWith({ "a.json": text });
  const { warnings } = toMcpJson(await readConfigFile(`${folder}/a.json`));
  assert.equal(
    warnings.flatMap(({ code, message }) => (code === "MCP632" ? message : [])),
    [
      `mcp.json contains the values of a.env.A, b.environment.C, c.headers.D, d.http_headers.E, env.transport.env.F from ${folder}/a.json.`,
    ],
  );
});

test("`new client --config` copies servers to mcp.json without replacing their variables", async () => {
  const folder = await twoServers();
  const words = ["new", "client", "made", "--config", "config.toml", "--yes"];
  const made = await runCli([...words, "--rev", "2025-06-18"], folder);
  assert.is(made.code, 0, made.stderr);
  assert.match(
    made.stderr,
    "MCP632: mcp.json contains the values of one.env.KEY, one.env.D from config.toml.",
  );
  assert.not.match(made.stderr, /hidden|mcp_servers\.two\.url/);
  const text = getFile(readTree(join(folder, "made")), "mcp.json");
  const { one, two } = JSON.parse(text).mcpServers;
  assert.is(one.required, true);
  assert.equal(one.env, {
    KEY: "hidden",
    B: "$B",
    C: "Bearer {env:B}",
    D: "hidden$B{",
  });
  assert.equal(two, {
    url: "${NOT_SET_TWO}",
    bearer_token_env_var: "NOT_SET",
  });
});

test("`new client --config` warns about a misspelled key of a server", async () => {
  const text = '{ "mcpServers": { "a": { "comand": "node" } } }';
  const folder = folderWith({ "mcp.json": text });
  const words = ["new", "client", "made", "--config", "mcp.json", "--yes"];
  const made = await runCli([...words, "--rev", "2025-06-18"], folder);
  assert.is(made.code, 0, made.stderr);
  assert.match(
    made.stderr,
    /MCP631: mcpServers\.a\.comand: unknown .*did you mean command\?\n/,
  );
});

test("`new client --config` writes a client with the types of the server that `--from` selects", async () => {
  const folder = await twoServers();
  const words = ["new", "client", "made", "--config", "config.toml", "--yes"];
  const more = ["--from", "one", "--rev", "2025-06-18"];
  const made = await runCli([...words, ...more], folder);
  assert.is(made.code, 0, made.stderr);
  const tree = readTree(join(folder, "made"));
  assert.is(made.stderr.split("one.required: has no effect").length, 2);
  const { mcpServers } = JSON.parse(getFile(tree, "mcp.json"));
  assert.equal(Object.keys(mcpServers), ["one", "two"]);
  assert.match(getFile(tree, "src/client.ts"), 'const SERVER = "one";');
});

/** Test cases: a command line that is refused, and the expected message. */
const REFUSED: readonly (readonly [words: string, message: string])[] = [
  [
    "explore --config config.toml --from three",
    'config.toml has no server "three" that can be used.\n  cause: The servers are: one.',
  ],
  [
    "lint-tools --config config.toml --from one --env A=b",
    "MCP627: The server does not use A.",
  ],
  [
    "new client made --config config.toml --header A:b",
    "--header needs --from.",
  ],
];

for (const [words, message] of REFUSED)
  test(`\`${words}\` is refused`, async () => {
    const run = await runCli(words.split(" "), await twoServers());
    assert.is(run.code, 2);
    assert.ok(run.stderr.includes(message), run.stderr);
  });

test.run();
