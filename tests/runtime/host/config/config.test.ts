/** Tests of configuration files for hosts, such as `mcp.json`. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  temporaryFolder,
  writeTree,
} from "../../../harness/program/folders.js";
import { read, stdio } from "../../../harness/host/config.js";
import { parseJsonWithPositions } from "../../../../runtime/host/config/json-places.js";
import { ConfigError } from "../../../../runtime/host/config/config.js";

const test = suite("host config");

for (const strict of [false, true])
  test(`${strict ? "in strict mode" : "by default"}, \`parseServers\` reads server commands and URLs and replaces their variables`, () => {
    const { servers, said } = read(
      `{
    "other": true,
    "mcpServers": {
      "files": {
        "command": "node",
        "args": ["server.js", "\${HOME}/data", "\${NONE:-x}\${EMPTY}"],
        "env": { "A": "\${B}!", "B": "\${env:TOKEN}", "HOME": "\${HOME}/in" },
        "cwd": "\${HOME}"
      },
      "web": { "type": "http", "url": "https://a.example/\${TOKEN}",
               "headers": { "authorization": "Bearer \${TOKEN}" } },
      "__proto__": { "command": "x" },
      "off": { "command": "\${NOT_SET}", "disabled": true }
    }
  }`,
      strict,
    );
    assert.equal(said, []);
    assert.equal(Object.keys(servers), ["files", "web", "__proto__"]);
    assert.equal(servers["files"], {
      command: "node",
      args: ["server.js", "/home/me/in/data", "x"],
      env: { A: "secret!", B: "secret", HOME: "/home/me/in" },
      cwd: "/home/me/in",
    });
    assert.equal(servers["web"], {
      url: "https://a.example/secret",
      headers: { authorization: "Bearer secret" },
    });
  });

/**
 * Invalid configuration files, and the error message of each file in strict
 * mode.
 */
const WRONG: Readonly<Record<string, readonly [string, string]>> = {
  "an empty text": [
    "",
    "mcp.json:1:1: invalid JSON: expected JSON, got the end",
  ],
  "an incomplete object": [
    '{\n  "mcpServers": {',
    "mcp.json:2:18: invalid JSON: expected JSON, got the end",
  ],
  "a trailing comma": [
    '{"mcpServers": {"a": {"command": "x",}}}',
    'mcp.json:1:38: invalid JSON: expected a name in quotes, got "}"',
  ],
  "a duplicate name": [
    '{"mcpServers": {\n"a": {"command": "x"},\n"a": {"command": "y"}}}',
    'mcp.json:3:1: invalid JSON: expected "a" only once, got "\\""',
  ],
  "two values": [
    "{} {}",
    'mcp.json:1:4: invalid JSON: expected the end of the text, got "{"',
  ],
  "another key instead of mcpServers": [
    '{"servers": {}}',
    "mcp.json:1:1: mcpServers: expected an object that maps names to servers",
  ],
  "both command and url": [
    '{"mcpServers": {"a": {"command": "x", "url": "http://a"}}}',
    "mcp.json:1:22: mcpServers.a: expected either command or url",
  ],
  "an unknown key of a server": [
    '{"mcpServers": {"a": {"command": "x", "shell": 1}}}',
    "mcp.json:1:48: mcpServers.a.shell: unknown key; expected one of command, args, env, cwd, url, headers, type, disabled, autoApprove, timeout, description",
  ],
  "a misspelt key instead of mcpServers": [
    '{"mcpServer": {}}',
    "mcp.json:1:1: mcpServers: expected an object that maps names to servers; found mcpServer instead",
  ],
  "an invalid escape": [
    '{"mcpServers": {"a": {"command": "\\q"}}}',
    'mcp.json:1:34: invalid JSON: expected a value, got "\\""',
  ],
  "args that is not an array": [
    '{"mcpServers": {"a": {"command": "x", "args": "y"}}}',
    "mcp.json:1:47: mcpServers.a.args: expected an array of strings",
  ],
  "env that is not an object": [
    '{"mcpServers": {"a": {"command": "x", "env": ["y"]}}}',
    "mcp.json:1:46: mcpServers.a.env: expected an object with string values",
  ],
  "a url that is not a URL": [
    '{"mcpServers": {"a": {"url": "a.example"}}}',
    "mcp.json:1:30: mcpServers.a.url: expected a URL",
  ],
  "an unset variable": [
    '{"mcpServers": {"a": {"command": "${NOT_SET}"}}}',
    "mcp.json:1:34: mcpServers.a.command: the variable NOT_SET is not set",
  ],
  "variables that refer to each other": [
    '{"mcpServers": {"a": {"command": "x", "env": {"A": "${B}", "B": "${C}", "C": "${B}"}}}}',
    [
      "mcp.json:1:52: mcpServers.a.env.A: the variables refer to each other in a cycle: B -> C -> B",
      "mcp.json:1:65: mcpServers.a.env.B: the variables refer to each other in a cycle: B -> C -> B",
      "mcp.json:1:78: mcpServers.a.env.C: the variables refer to each other in a cycle: C -> B -> C",
    ].join("\n"),
  ],
};

for (const [title, [text, message]] of Object.entries(WRONG))
  test(`\`parseServers\` in strict mode throws an error for ${title}`, () =>
    assert.throws(
      () => read(text, true),
      (error: unknown) =>
        error instanceof ConfigError && error.message === message,
    ));

test("`parseServers` reports all problems at once, without the values of variables", () => {
  const text = `{"mcpServers": {
    "a": {"url": "\${TOKEN}"},
    "b": {"command": 7}
  }}`;
  const { servers, said } = read(text);
  assert.equal(servers, {});
  assert.equal(said, [
    "2:18: mcpServers.a.url: expected a URL; the server is not used",
    "3:22: mcpServers.b.command: expected a string; the server is not used",
  ]);
  assert.throws(
    () => read(text, true),
    ({ problems, message }: ConfigError) => {
      const places = problems.map(({ line, key }) => `${line} ${key}`);
      assert.equal(places, ["2 mcpServers.a.url", "3 mcpServers.b.command"]);
      return !message.includes("secret");
    },
  );
});

test("the JSON parser of configurations accepts 101 nested arrays and rejects 102", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  assert.ok(parseJsonWithPositions(nested(101)));
  assert.throws(
    () => parseJsonWithPositions(nested(102)),
    'expected at most 100 levels of nesting, got "["',
  );
});

const LEFT_OUT = "; the server is not used";

/**
 * Mistakes in a configuration file, with the reported problems. Some mistakes
 * cause the server to be omitted.
 */
const COSTS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "an unknown key": [
    `{ "command": "x", "sheell": true, "// note": "x" }`,
    "2:34: mcpServers.a.sheell: unknown key",
  ],
  "a misspelt key": [
    `{ "command": "x", "disabledTool": [] }`,
    "2:40: mcpServers.a.disabledTool: unknown key; did you mean disabledTools?",
  ],
  "`comand` instead of `command`": [
    `{ "comand": "x" }`,
    "2:18: mcpServers.a.comand: unknown key; did you mean command?",
    `2:6: mcpServers.a: expected either command or url${LEFT_OUT}`,
  ],
  "an input variable without a value": [
    `{ "command": "x", "env": { "K": "\${input:key}" } }`,
    `2:38: mcpServers.a.env.K: the input key is not set${LEFT_OUT}`,
  ],
  "a missing envFile": [
    `{ "command": "x", "envFile": "/no/.env" }`,
    `2:35: mcpServers.a.envFile: cannot be read: ENOENT${LEFT_OUT}`,
  ],
  "disabledTools that is not an array": [
    `{ "command": "x", "disabledTools": "all" }`,
    `2:41: mcpServers.a.disabledTools: expected an array of tool names${LEFT_OUT}`,
  ],
  "a timeout that is not a number": [
    `{ "command": "x", "timeout": "5s" }`,
    "2:35: mcpServers.a.timeout: expected a positive number",
  ],
};

for (const [title, [server, ...said]] of Object.entries(COSTS)) {
  const left = said.some((text) => text.endsWith(LEFT_OUT));
  test(`\`parseServers\` ${left ? "omits" : "keeps"} a server with ${title}, and reports the problem`, () => {
    const text = `{ "mcpServers": {\n"a": ${server},\n"b": { "command": "y" } } }`;
    const made = read(text);
    assert.equal(Object.keys(made.servers), left ? ["b"] : ["a", "b"]);
    assert.equal(made.said, said);
    const errors = made.problems.filter(({ severity }) => severity === "error");
    assert.is(errors.length, left ? 1 : 0);
  });
}

test("`parseServers` resolves input variables and reads the file in `envFile`", () => {
  const folder = temporaryFolder();
  writeTree(folder, { ".env": "A=1\nB='two words' # why\n" });
  const text = `{ "servers": { "a": { "command": "old" }, "a": {
    "command": "x", "args": ["\${input:key}"],
    "envFile": "\${workspaceFolder}/.env", "env": { "A": "mine" } } } }`;
  const given = { folder, variables: { "input:key": "k" } };
  const { servers, said } = read(text, false, given);
  assert.equal(servers["a"], stdio("x", ["k"], { A: "mine", B: "two words" }));
  assert.equal(said, [
    "1:48: servers.a: occurs more than once; the last value is used",
  ]);
});

const COMMAND = `"command": "x"`;
for (const [settings, server] of [
  [`"mcp": { "allowed": ["a"] }, `, COMMAND],
  [`"mcp": { "excluded": [] }, `, COMMAND],
  [`"mcp": { "serverCommand": "x" }, `, COMMAND],
  [`"mcpServerCommand": "x", `, COMMAND],
  [`"allowMCPServers": ["a"], `, COMMAND],
  [`"excludeMCPServers": [], `, COMMAND],
  ["", `"httpUrl": "https://a.example"`],
  ["", `${COMMAND}, "trust": true`],
  ["", `${COMMAND}, "excludeTools": []`],
  ["", `${COMMAND}, "authProviderType": "x"`],
] as const)
  test(`\`parseServers\` reads a timeout as milliseconds in a file of Gemini with ${settings}${server}`, () => {
    const { servers } = read(
      `{ ${settings}"mcpServers": { "a": { ${server}, "timeout": 3000 } } }`,
      false,
    );
    assert.is(servers["a"]?.timeout, 3_000);
  });

test("`parseServers` prints problems on the console if the option `onProblem` is missing", () => {
  const printed: unknown[] = [];
  const { error } = console;
  console.error = (value: unknown) => printed.push(value);
  try {
    read('{"mcpServers": {"a": 1}}', false, { onProblem: undefined });
  } finally {
    console.error = error;
  }
  assert.equal(printed, [
    "mcp.json:1:22: mcpServers.a: expected an object; the server is not used",
  ]);
});

test.run();
