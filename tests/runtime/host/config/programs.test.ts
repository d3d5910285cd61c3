/**
 * Tests of reading the configuration files of other programs. More of these
 * tests are in tests/third-party.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { read, stdio } from "../../../harness/host/config.js";

const test = suite("host config: other programs");

const web = (url = "https://a.example", headers?: object) => ({ url, headers });

/**
 * Configuration files in the formats of other programs, and the servers that
 * each file contains.
 */
const WRITTEN: readonly (readonly [
  program: string,
  text: string,
  servers: object,
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
      "off": { "command": "x" } } }`,
    {
      a: {
        ...web("https://a.example", { k: "secret", price: "$NOT_SET" }),
        timeout: 5_000,
        disabledTools: ["y"],
        includeTools: ["x"],
        other: { trust: true },
      },
    },
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
];

for (const [program, text, servers] of WRITTEN)
  test(`parseServers reads a configuration file of ${program}`, () => {
    const { HOME } = process.env;
    process.env["HOME"] = "~";
    const made = read(text);
    process.env["HOME"] = HOME;
    assert.equal(made, { servers, said: [], problems: [] });
  });

test.run();
