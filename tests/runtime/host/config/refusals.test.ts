/**
 * Tests of unsupported settings in configuration files. The host reports the
 * name of each such setting.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { read } from "../../../harness/host/config.js";
import { ConfigError } from "../../../../runtime/host/config/config.js";

const test = suite("host config: refusals");

/**
 * Configuration entries of servers that the host omits, each with the problem
 * that the host reports.
 */
const REFUSED: Readonly<Record<string, readonly [string, string]>> = {
  "a URL of a Unix socket": [
    `{ "type": "http", "url": "unix:///tmp/a.sock#/mcp" }`,
    "url: expected an http or https URL; unix:// is not supported",
  ],
  "a URL of a named pipe": [
    `{ "url": "pipe:///pipe/a" }`,
    "url: expected an http or https URL; pipe:// is not supported",
  ],
  "a URL of a WebSocket": [
    `{ "url": "wss://a.example" }`,
    "url: expected an http or https URL; wss:// is not supported",
  ],
  "a WebSocket transport": [
    `{ "type": "websocket", "url": "wss://a.example" }`,
    "type: expected stdio, http or sse, not websocket",
  ],
  "the type builtin of Goose": [
    `{ "type": "builtin", "name": "memory" }`,
    "type: expected stdio, http or sse, not builtin",
  ],
  "the source extension of Zed": [
    `{ "source": "extension", "settings": {} }`,
    ": expected either command or url",
  ],
  "a string instead of an array in env_vars": [
    `{ "command": "x", "env_vars": "TOKEN" }`,
    "env_vars: expected an array of variable names",
  ],
  "the option sandboxEnabled": [
    `{ "command": "x", "sandboxEnabled": true }`,
    "sandboxEnabled: cannot be followed: the host has no sandbox",
  ],
  "a command for headers": [
    `{ "url": "https://a.example", "headersHelper": "./token.sh" }`,
    "headersHelper: cannot be followed: the host runs no command for headers",
  ],
  "a command in a header": [
    `{ "url": "https://a.example", "headers": { "k": "$(echo $TOKEN)" } }`,
    "headers.k: the host does not run the command in $(...)",
  ],
  "a proxy": [
    `{ "url": "https://a.example", "proxy": "http://p" }`,
    "proxy: cannot be followed: the host uses no proxy",
  ],
  "a proxy in requestOptions": [
    `{ "url": "https://a.example", "requestOptions": { "proxy": "http://p" } }`,
    "requestOptions.proxy: cannot be followed: the host uses no proxy",
  ],
  "a package registry": [
    `{ "command": "npx", "registryUrl": "https://r.example" }`,
    "registryUrl: cannot be followed: the host sets no package registry; set the registry's variable in env",
  ],
  "a bearer token that Codex rejects": [
    `{ "url": "https://a.example", "bearer_token": "secret" }`,
    "bearer_token: cannot be followed: write the name of a variable in bearer_token_env_var",
  ],
  "an unset variable of a bearer token": [
    `{ "url": "https://a.example", "bearer_token_env_var": "NOT_SET" }`,
    "bearer_token_env_var: the variable NOT_SET is not set",
  ],
  "an unset variable of a header": [
    `{ "url": "https://a.example", "env_http_headers": { "k": "NOT_SET" } }`,
    "env_http_headers.k: the variable NOT_SET is not set",
  ],
  "a placeholder that only LibreChat replaces": [
    `{ "url": "https://a.example", "headers": { "k": "{{LIBRECHAT_USER_ID}}" } }`,
    "headers.k: the variable LIBRECHAT_USER_ID is not set",
  ],
  "an unset secret of Continue": [
    `{ "command": "x", "env": { "K": "\${{ secrets.NOT_SET }}" } }`,
    "env.K: the variable NOT_SET is not set",
  ],
  "a variable of an unknown source": [
    `{ "command": "x", "env": { "K": "\${vault:kv/key}" } }`,
    "env.K: the variable vault:kv/key is not set",
  ],
  "a placeholder for a missing file": [
    `{ "command": "x", "env": { "K": "{file:/no/key}" } }`,
    "env.K: the file /no/key cannot be read: ENOENT",
  ],
  "a string as the value of disabled": [
    `{ "command": "x", "disabled": "true" }`,
    "disabled: expected true or false",
  ],
  "a string as its list of tools": [
    `{ "command": "x", "tools": "x,y" }`,
    "tools: expected an array of tool names",
  ],
};

for (const [title, [entry, message]] of Object.entries(REFUSED))
  test(`\`parseServers\` omits a server with ${title}, and reports an error`, () => {
    const { servers, problems, said } = read(
      `{ "mcpServers": { "a": ${entry}, "b": { "command": "y" } } }`,
    );
    assert.equal(Object.keys(servers), ["b"]);
    const [first] = problems;
    assert.is(first?.severity, "error");
    assert.is(
      `${first?.key}: ${first?.message}`,
      `mcpServers.a${message.startsWith(":") ? "" : "."}${message}; the server is not used`,
    );
    assert.not.match(said.join("\n"), "secret");
  });

/**
 * Configuration entries of servers that the host uses, each with the warning
 * that the host reports.
 */
const REPORTED: Readonly<Record<string, readonly [string, string]>> = {
  "OAuth settings": [
    `{ "url": "https://a.example", "oauth": { "clientId": "x" } }`,
    "oauth: has no effect in this host",
  ],
  "a start timeout": [
    `{ "command": "x", "startup_timeout_sec": 20 }`,
    "startup_timeout_sec: has no effect in this host",
  ],
  "two working folders": [
    `{ "command": "x", "cwd": "/a", "workingDirectory": "/b" }`,
    "workingDirectory: has no effect: cwd is used",
  ],
  "two commands": [
    `{ "command": { "path": "x" }, "cmd": "y" }`,
    "cmd: has no effect: command.path is used",
  ],
  "the type stdio and a URL": [
    `{ "type": "stdio", "command": "x", "url": "https://a.example" }`,
    "url: has no effect with this type",
  ],
  "a command and HTTP headers": [
    `{ "command": "x", "headers": { "k": "v" } }`,
    "headers: has no effect with this type",
  ],
  "a URL and a working folder": [
    `{ "url": "https://a.example", "args": [], "cwd": "/a" }`,
    "cwd: has no effect with this type",
  ],
  "an unknown setting in requestOptions": [
    `{ "url": "https://a.example", "requestOptions": { "verifySsl": "x" } }`,
    "requestOptions.verifySsl: has no effect in this host",
  ],
  "an unset variable inside an argument": [
    `{ "command": "x", "args": ["Bearer $NOT_SET"] }`,
    "args.0: the variable NOT_SET is not set; $NOT_SET is kept",
  ],
};

for (const [title, [entry, message]] of Object.entries(REPORTED))
  test(`\`parseServers\` uses a server with ${title}, and reports a warning`, () => {
    const { servers, problems } = read(`{ "mcpServers": { "a": ${entry} } }`);
    assert.equal(Object.keys(servers), ["a"]);
    const texts = problems.map(({ key, message: text }) => `${key}: ${text}`);
    assert.equal(texts, [`mcpServers.a.${message}`]);
    assert.is(problems[0]?.severity, "warning");
  });

const CONVERT =
  "is not supported here; convert the file with `mcp-codegen new client DIR --config FILE`, which writes DIR/mcp.json";

/**
 * Files that are not server configurations, with the expected error message.
 */
const FILES: Readonly<Record<string, readonly [string, string, string?]>> = {
  "a TOML file": [
    '# Codex\nmodel = "x"\n[mcp_servers.a]\ncommand = "x"\n',
    `mcp.json:1:1: TOML ${CONVERT}`,
  ],
  "a YAML file": [
    "extensions:\n  a:\n    cmd: x\n",
    `mcp.json:1:1: YAML ${CONVERT}`,
  ],
  "a YAML file with braces": [
    "{ extensions: {} }",
    `config.yaml:1:3: YAML ${CONVERT}`,
    "config.yaml",
  ],
  "a file with servers of other projects only": [
    `{ "projects": { "/work/other": { "mcpServers": { "a": { "command": "x" } } } } }`,
    "mcp.json:1:1: mcpServers: expected an object that maps names to servers; to use the servers of /work/other, set the working folder or the option folder to one",
  ],
  "a file with settings but no servers": [
    `{ "extensions": { "a": { "enabled": true } }, "mcp": { "x": true } }`,
    "mcp.json:1:1: mcpServers: expected an object that maps names to servers",
  ],
};

for (const [title, [text, message, file = "mcp.json"]] of Object.entries(FILES))
  test(`\`parseServers\` throws an error for ${title}`, () =>
    assert.throws(
      () => read(text, false, { file }),
      (error: unknown) =>
        error instanceof ConfigError && error.message === message,
    ));

test("`parseServers` reports a server without a name in a list of servers", () => {
  const { servers, said } = read(
    `{ "mcpServers": [ { "command": "x" }, { "name": "a", "command": "y" }, { "name": "a", "command": "z" } ] }`,
  );
  assert.equal(Object.keys(servers), ["a"]);
  assert.equal(said, [
    "1:19: mcpServers.0: expected a server with a name; the server is not used",
    "1:72: mcpServers.2: occurs more than once; the last value is used",
  ]);
});

test("`parseServers` explains how to use servers that are configured for projects in other folders", () => {
  const { said } = read(
    `{ "mcpServers": {}, "projects": { "/work/other": { "mcpServers": { "a": { "command": "x" } } } } }`,
  );
  assert.equal(said, [
    "1:33: projects: to use the servers of /work/other, set the working folder or the option folder to one",
  ]);
});

test("`parseServers` uses the option `variables` in addition to the environment variables", () => {
  process.env["OF_ENVIRONMENT"] = "e";
  process.env["OF_BOTH"] = "e";
  const { servers } = read(
    '{ "mcpServers": { "a": { "command": "x", "args": ["${OF_ENVIRONMENT}", "${OF_BOTH}", "${input:key}"] } } }',
    false,
    { variables: { OF_BOTH: "v", "input:key": "k" } },
  );
  delete process.env["OF_ENVIRONMENT"];
  delete process.env["OF_BOTH"];
  assert.equal(Object(servers["a"]).args, ["e", "v", "k"]);
});

test.run();
