/** Configuration files of hosts. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ConfigError,
  parseServers,
} from "../../templates/runtime/host/config.js";

const config = suite("host: configuration");

const variables = { HOME: "/home/me", TOKEN: "secret", EMPTY: "" };

const read = (text: string) =>
  parseServers(text, { file: "mcp.json", variables });

config("commands, addresses, and variables in them", () => {
  const servers = read(`{
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
  }`);
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

/** What is wrong, and what is said of it. */
const WRONG: readonly (readonly [string, string, string])[] = [
  ["nothing", "", "mcp.json:1:1: not JSON: expected JSON, got the end"],
  [
    "half an object",
    '{\n  "mcpServers": {',
    "mcp.json:2:18: not JSON: expected JSON, got the end",
  ],
  [
    "a comma too many",
    '{"mcpServers": {"a": {"command": "x",}}}',
    'mcp.json:1:38: not JSON: expected a name in quotes, got "}"',
  ],
  [
    "the same name twice",
    '{"mcpServers": {\n"a": {"command": "x"},\n"a": {"command": "y"}}}',
    'mcp.json:3:1: not JSON: expected "a" once, got "\\""',
  ],
  [
    "more than one value",
    "{} {}",
    'mcp.json:1:4: not JSON: expected nothing more, got "{"',
  ],
  [
    "no servers",
    '{"servers": {}}',
    "mcp.json:1:1: mcpServers: expected an object of servers by name",
  ],
  [
    "neither command nor url",
    '{"mcpServers": {\n  "a": {}\n}}',
    "mcp.json:2:8: mcpServers.a: expected either command or url",
  ],
  [
    "both",
    '{"mcpServers": {"a": {"command": "x", "url": "http://a"}}}',
    "mcp.json:1:22: mcpServers.a: expected either command or url",
  ],
  [
    "a key that nobody knows",
    '{"mcpServers": {"a": {"command": "x", "shell": 1}}}',
    "mcp.json:1:48: mcpServers.a.shell: unknown; known are command, args, env, cwd, url, headers, type, disabled, autoApprove, timeout, description",
  ],
  [
    "a key that is nearly one",
    '{"mcpServers": {"a": {"command": "x", "Env": {}}}}',
    "mcp.json:1:46: mcpServers.a.Env: unknown; did you mean env?",
  ],
  [
    "servers below a name that is nearly theirs",
    '{"mcpServer": {}}',
    "mcp.json:1:1: mcpServers: expected an object of servers by name; there is mcpServer",
  ],
  [
    "an argument that is no text",
    '{"mcpServers": {"a": {"command": "x", "args": ["a", 1]}}}',
    "mcp.json:1:53: mcpServers.a.args.1: expected a text",
  ],
  [
    "a command that is no text",
    '{"mcpServers": {"a": {"command": ["x"]}}}',
    "mcp.json:1:34: mcpServers.a.command: expected a text",
  ],
  [
    "no URL",
    '{"mcpServers": {"a": {"url": "a.example"}}}',
    "mcp.json:1:30: mcpServers.a.url: no URL",
  ],
  [
    "a variable that is not set",
    '{"mcpServers": {"a": {"command": "${NOT_SET}"}}}',
    "mcp.json:1:34: mcpServers.a.command: the variable NOT_SET is not set",
  ],
  [
    "variables that need each other",
    '{"mcpServers": {"a": {"command": "x", "env": {"A": "${B}", "B": "${C}", "C": "${B}"}}}}',
    [
      "mcp.json:1:52: mcpServers.a.env.A: the variables need each other: B -> C -> B",
      "mcp.json:1:65: mcpServers.a.env.B: the variables need each other: B -> C -> B",
      "mcp.json:1:78: mcpServers.a.env.C: the variables need each other: C -> B -> C",
    ].join("\n"),
  ],
];

for (const [title, text, message] of WRONG)
  config(`refused: ${title}`, () => {
    assert.throws(
      () => read(text),
      (error: unknown) => {
        assert.instance(error, ConfigError);
        assert.is((error as ConfigError).message, message);
        return true;
      },
    );
  });

config("everything that is wrong is said at once, and no secret", () => {
  const text = `{"mcpServers": {
    "a": {"url": "\${TOKEN}"},
    "b": {"command": 7}
  }}`;
  assert.throws(
    () => read(text),
    (error: ConfigError) => {
      assert.equal(
        error.problems.map(({ line, key }) => [line, key]),
        [
          [2, "mcpServers.a.url"],
          [3, "mcpServers.b.command"],
        ],
      );
      return !error.message.includes("secret");
    },
  );
});

config.run();
