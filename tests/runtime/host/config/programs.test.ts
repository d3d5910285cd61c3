/**
 * Tests of reading the configuration files of other programs. More of these
 * tests are in tests/third-party.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  temporaryFolder,
  writeTree,
} from "../../../harness/program/folders.js";
import { read, stdio } from "../../../harness/host/config.js";

const test = suite("host config: other programs");

const web = (url = "https://a.example", headers?: object) => ({ url, headers });

/**
 * Configuration files in the formats of other programs, with the servers that
 * each file contains and the reported problems.
 */
const WRITTEN: readonly (readonly [
  program: string,
  text: string,
  servers: object,
  ...said: string[],
])[] = [
  [
    "VS Code",
    `{
      // The user enters the value of this input only once.
      "inputs": [{ "type": "promptString", "id": "key", "password": true }],
      "servers": {
        "a": {
          "type": "stdio", "command": "node", /* built */
          "args": ["\${workspaceFolder}/a.js", "\${workspaceFolderBasename}", "\${userHome}\${/}x",],
          "env": { "GONE": null, "T": "\${env:TOKEN}" },
          "dev": { "watch": "**/*.js" },
        },
      },
    }`,
    {
      a: {
        ...stdio("node", ["/work/site/a.js", "site", "~/x"], { T: "secret" }),
        other: { dev: { watch: "**/*.js" } },
      },
    },
    "9:18: servers.a.dev: has no effect in this host",
  ],
  [
    "VS Code's settings",
    `{ "editor.fontSize": 12, "mcp": { "inputs": [], "servers": { "a": { "type": "http", "url": "https://a.example" } } } }`,
    { a: web() },
  ],
  [
    "Claude Code",
    `{ "numStartups": 1,
       "mcpServers": { "a": { "type": "http", "url": "https://a.example/\${CLAUDE_PROJECT_DIR}" },
                       "b": { "type": "stdio", "command": "x", "env": null },
                       "off": { "command": "x" } },
       "projects": { "/work/site": { "allowedTools": [], "mcpServers": { "b": { "type": "sse", "url": "https://b.example" } },
                                     "disabledMcpServers": ["off"] },
                     "/work/other": { "mcpServers": { "c": { "command": "x" } } } } }`,
    { a: web("https://a.example//work/site"), b: web("https://b.example") },
  ],
  [
    "Windsurf",
    `{ "mcpServers": { "a": { "serverUrl": "https://a.example", "disabledTools": ["rm"], "registry": "x" },
                       "off": { "serverUrl": 7, "colour": "red", "disabled": true } } }`,
    {
      a: { ...web(), disabledTools: ["rm"], other: { registry: "x" } },
    },
  ],
  [
    "Cline",
    `{ "mcpServers": { "a": { "transportType": "sse", "command": "", "url": "https://a.example/sse",
                              "autoApprove": ["x"], "timeout": 30, "disabled": false } } }`,
    {
      a: {
        ...web("https://a.example/sse"),
        timeout: 30_000,
        other: { autoApprove: ["x"] },
      },
    },
  ],
  [
    "Gemini",
    `{ "mcp": { "excluded": ["off"] }, "theme": "x", "mcpServers": {
      "a": { "httpUrl": "https://a.example", "url": "https://a.example/sse", "trust": true, "timeout": 5000,
             "headers": { "k": "$TOKEN", "price": "$NOT_SET" },
             "includeTools": ["x"], "excludeTools": ["y"] },
      "off": { "command": "x" }, "old": { "command": "x" } },
      "excludeMCPServers": ["old"] }`,
    {
      a: {
        ...web("https://a.example", { k: "secret", price: "$NOT_SET" }),
        timeout: 5_000,
        disabledTools: ["y"],
        includeTools: ["x"],
        other: { trust: true },
      },
    },
    "3:51: mcpServers.a.headers.price: the variable NOT_SET is not set; $NOT_SET is kept",
  ],
  [
    "Gemini with a short timeout and a server command",
    `{ "mcp": { "serverCommand": "node a.js" }, "mcpServerCommand": "node b.js",
       "mcpServers": { "a": { "command": "x", "args": [], "timeout": 3000 }, "b": { "command": "y" } },
       "allowMCPServers": ["a"] }`,
    { a: { ...stdio("x", []), timeout: 3_000 } },
    "1:29: mcp.serverCommand: has no effect in this host",
    "1:64: mcpServerCommand: has no effect in this host",
  ],
  [
    "Claude Code with a short timeout",
    `{ "mcpServers": { "a": { "command": "x", "args": [], "timeout": 2000 } }, "projects": {} }`,
    { a: { ...stdio("x", []), timeout: 2_000 } },
  ],
  [
    "Zed",
    `{ "context_servers": {
      "a": { "source": "custom", "command": "a", "args": ["b"], "env": {} },
      "old": { "command": { "path": "old", "args": ["c"], "env": {} }, "settings": {} },
      "off": { "enabled": false, "command": "x" } } }`,
    {
      a: { ...stdio("a", ["b"], {}), other: { source: "custom" } },
      old: { ...stdio("old", ["c"], {}), other: { settings: {} } },
    },
  ],
  [
    "Gemini with variables inside of texts",
    `{ "mcpServers": {
      "a": { "httpUrl": "https://$HOST:80\${EMPTY}/mcp?k=$TOKEN", "headers": { "k": "Bearer $TOKEN" } },
      "b": { "command": "$HOST", "args": ["--token=$TOKEN", "$lower", "100$"], "cwd": "./$HOST",
             "env": { "T": "$TOKEN", "PATH": "$HOST:$PATH" } } } }`,
    {
      a: web("https://a.example:80/mcp?k=secret", { k: "Bearer secret" }),
      b: {
        command: "a.example",
        args: ["--token=secret", "$lower", "100$"],
        env: { T: "secret", PATH: "a.example:/bin" },
        cwd: "./a.example",
      },
    },
  ],
  [
    "the Copilot coding agent",
    `{ "mcpServers": {
      "a": { "type": "local", "command": "npx", "args": ["--host=$SERVER"], "tools": ["x", "y"],
             "env": { "SERVER": "b.$HOST", "T": "$TOKEN" } },
      "all": { "type": "sse", "url": "https://a.example", "tools": ["*"] },
      "none": { "type": "http", "url": "https://a.example", "tools": [] } } }`,
    {
      a: {
        ...stdio("npx", ["--host=b.a.example"], {
          SERVER: "b.a.example",
          T: "secret",
        }),
        includeTools: ["x", "y"],
      },
      all: web(),
      none: { ...web(), includeTools: [] },
    },
  ],
  [
    "the Copilot CLI",
    `{ "mcpServers": { "a": { "type": "local", "command": "x", "args": [], "tools": "*", "timeout": 30000 } } }`,
    { a: { ...stdio("x", []), timeout: 30_000 } },
  ],
  [
    "Cherry Studio",
    `{ "mcpServers": {
      "1": { "name": "One", "type": "streamableHttp", "isActive": true, "baseUrl": "https://a.example", "command": "", "args": [],
             "env": {}, "headers": { "k": "v" }, "disabledTools": ["rm"], "disabledAutoApproveTools": ["ls"], "longRunning": false, "timeout": 60,
             "registryUrl": "", "provider": "P", "providerUrl": "p", "logoUrl": "l", "tags": ["t"] },
      "2": { "type": "stdio", "isActive": false, "command": "x", "args": [] } } }`,
    {
      1: {
        ...web("https://a.example", { k: "v" }),
        timeout: 60_000,
        disabledTools: ["rm"],
        other: {
          name: "One",
          disabledAutoApproveTools: ["ls"],
          longRunning: false,
          registryUrl: "",
          provider: "P",
          providerUrl: "p",
          logoUrl: "l",
          tags: ["t"],
        },
      },
    },
  ],
  [
    "Warp",
    `{ "a": { "command": "x", "args": [], "env": null, "working_directory": "/w", "start_on_launch": true },
       "b": { "url": "https://a.example", "headers": null }, "off": { "command": "x", "start_on_launch": false } }`,
    {
      a: {
        ...stdio("x", []),
        cwd: "/w",
      },
      b: web(),
    },
  ],
  [
    "JetBrains",
    `{ "mcpServers": { "a": { "command": "x", "workingDirectory": "/w", "enabled": true }, "b": { "command": "x", "enabled": false } } }`,
    { a: { ...stdio("x", []), cwd: "/w" } },
  ],
  [
    "Amp",
    `{ "amp.tools.disable": [], "amp.mcpServers": { "a": { "command": "x", "args": ["\${TOKEN}"], "includeTools": ["nav_*"] } } }`,
    { a: { ...stdio("x", ["secret"]), includeTools: ["nav_*"] } },
  ],
  [
    "opencode and Kilo",
    `{ "$schema": "https://a.example", "mcp": {
      "a": { "type": "local", "command": ["npx", "-y", "x"], "environment": { "T": "{env:TOKEN}" }, "enabled": true, "timeout": 5000 },
      "b": { "type": "remote", "url": "https://a.example", "headers": { "k": "{file:KEY_FILE}{env:TOKEN}" }, "oauth": false },
      "off": { "type": "remote", "url": "x", "enabled": false } } }`,
    {
      a: { ...stdio("npx", ["-y", "x"], { T: "secret" }), timeout: 5_000 },
      b: {
        ...web("https://a.example", { k: "keysecret" }),
        other: { oauth: false },
      },
    },
  ],
  [
    "opencode with a short timeout",
    `{ "mcp": { "a": { "type": "remote", "url": "https://a.example", "timeout": 3000 } } }`,
    { a: { ...web(), timeout: 3_000 } },
  ],
  [
    "opencode with a server named serverCommand",
    `{ "mcp": { "serverCommand": { "type": "remote", "url": "https://a.example" } } }`,
    { serverCommand: web() },
  ],
  [
    "Crush with a long timeout",
    `{ "mcp": { "a": { "type": "http", "url": "https://a.example", "timeout": 7200 } } }`,
    { a: { ...web(), timeout: 7_200_000 } },
  ],
  [
    "an unknown program, with timeouts of different sizes",
    `{ "mcpServers": { "a": { "url": "https://a.example", "timeout": 3600 }, "b": { "url": "https://a.example", "timeout": 3601 } } }`,
    { a: { ...web(), timeout: 3_600_000 }, b: { ...web(), timeout: 3_601 } },
  ],
  [
    "Crush",
    `{ "mcp": { "a": { "type": "http", "url": "https://a.example", "headers": { "k": "$TOKEN" }, "disabled_tools": ["x"], "timeout": 15 },
                "off": { "type": "stdio", "command": "x", "disabled": true } } }`,
    {
      a: {
        ...web("https://a.example", { k: "secret" }),
        timeout: 15_000,
        disabledTools: ["x"],
      },
    },
  ],
  [
    "Codex, as JSON",
    `{ "model": "x", "mcp_servers": {
      "a": { "command": "x", "args": ["y"], "env_vars": ["TOKEN", { "name": "HOST", "source": "local" }, "NOT_SET"], "env": { "A": "b" },
             "enabled_tools": ["x", "y"], "disabled_tools": ["y"], "tool_timeout_sec": 45.5, "tools": { "x": { "approval_mode": "approve" } } },
      "b": { "url": "https://a.example", "bearer_token_env_var": "TOKEN", "http_headers": { "x": "1" }, "env_http_headers": { "y": "HOST" },
             "startup_timeout_sec": 20 } } }`,
    {
      a: {
        ...stdio("x", ["y"], { TOKEN: "secret", HOST: "a.example", A: "b" }),
        timeout: 45_500,
        disabledTools: ["y"],
        includeTools: ["x", "y"],
      },
      b: {
        ...web("https://a.example", {
          y: "a.example",
          authorization: "Bearer secret",
          x: "1",
        }),
        other: { startup_timeout_sec: 20 },
      },
    },
    "2:106: mcp_servers.a.env_vars.2: the variable NOT_SET is not set",
    "5:37: mcp_servers.b.startup_timeout_sec: has no effect in this host",
  ],
  [
    "Goose, as JSON",
    `{ "extensions": {
      "a": { "type": "stdio", "cmd": "x", "args": ["y"], "envs": { "A": "b" }, "env_keys": ["TOKEN"], "enabled": true, "timeout": 300,
             "available_tools": [], "bundled": null, "display_name": "A" },
      "b": { "type": "streamable_http", "uri": "https://a.example", "headers": {}, "available_tools": ["x"], "enabled": true },
      "memory": { "type": "builtin", "enabled": false } } }`,
    {
      a: {
        ...stdio("x", ["y"], { TOKEN: "secret", A: "b" }),
        timeout: 300_000,
        other: { bundled: null, display_name: "A" },
      },
      b: { ...web("https://a.example", {}), includeTools: ["x"] },
    },
  ],
  [
    "Continue, as JSON",
    `{ "name": "Local", "mcpServers": [
      { "name": "a", "command": "x", "env": { "T": "\${{ secrets.org/TOKEN }}" }, "cwd": "/w" },
      { "name": "b", "type": "streamable-http", "url": "https://a.example", "apiKey": "\${{ secrets.TOKEN }}",
        "requestOptions": { "timeout": 2000, "headers": { "k": "v" } } } ] }`,
    {
      a: {
        ...stdio("x", [], { T: "secret" }),
        cwd: "/w",
        other: { name: "a" },
      },
      b: {
        ...web("https://a.example", { authorization: "Bearer secret", k: "v" }),
        timeout: 2_000,
        other: { name: "b" },
      },
    },
  ],
  [
    "LibreChat, as JSON",
    `{ "interface": { "mcpServers": { "use": true } }, "mcpServers": {
      "a": { "type": "streamable-http", "url": "https://a.example", "headers": { "k": "{{TOKEN}}\${TOKEN}" }, "iconPath": "/i.svg", "timeout": 60000 } } }`,
    {
      a: {
        ...web("https://a.example", { k: "secretsecret" }),
        timeout: 60_000,
        other: { iconPath: "/i.svg" },
      },
    },
  ],
  [
    "Tabnine and Mastra",
    `{ "mcpServers": { "a": { "url": "https://a.example", "requestInit": { "headers": { "k": "v" } } } } }`,
    { a: web("https://a.example", { k: "v" }) },
  ],
  [
    "Augment and Grok CLI",
    `{ "augment.advanced": { "mcpServers": [ { "name": "a", "transport": { "type": "stdio", "command": "x", "args": ["y"], "env": { "A": "b" } } } ] } }`,
    { a: { ...stdio("x", ["y"], { A: "b" }), other: { name: "a" } } },
  ],
  [
    "several extensions of VS Code",
    `{ "mcp.servers": { "a": { "command": "x" } }, "zencoder.mcpServers": { "b": { "command": "y", "active": true } } }`,
    { a: stdio("x", []), b: stdio("y", []) },
  ],
  [
    "mcp-agent",
    `{ "mcp": { "servers": { "a": { "transport": "stdio", "command": "x", "read_timeout_seconds": 30 } } } }`,
    { a: { ...stdio("x", []), timeout: 30_000 } },
  ],
  [
    "OpenHands",
    `{ "mcp": { "stdio_servers": [ { "name": "a", "command": "x" } ] } }`,
    { a: { ...stdio("x", []), other: { name: "a" } } },
  ],
  [
    "Windsurf with a file",
    `{ "mcpServers": { "a": { "serverUrl": "https://a.example", "headers": { "k": "\${file:KEY_FILE}" } } } }`,
    { a: web("https://a.example", { k: "key" }) },
  ],
];

const folder = temporaryFolder();
writeTree(folder, { key: "key\n" });
const variables = {
  TOKEN: "secret",
  HOST: "a.example",
  EMPTY: "",
  PATH: "/bin",
};

for (const [program, text, servers, ...said] of WRITTEN)
  test(`\`parseServers\` reads a configuration file of ${program}`, () => {
    const { HOME } = process.env;
    process.env["HOME"] = "~";
    const filled = text.replace("KEY_FILE", join(folder, "key"));
    const made = read(filled, false, { variables });
    process.env["HOME"] = HOME;
    assert.equal(made.servers, servers);
    assert.equal(made.said, said);
  });

test("`parseServers` reads a timeout in a file of the folder .gemini as milliseconds", () => {
  const text = `{ "mcpServers": { "a": { "command": "x", "args": [], "timeout": 3000 } } }`;
  const file = "/home/me/.gemini/settings.json";
  const { servers } = read(text, false, { file });
  assert.equal(servers, { a: { ...stdio("x", []), timeout: 3_000 } });
});

test.run();
