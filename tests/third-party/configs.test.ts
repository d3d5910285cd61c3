/**
 * Tests of configuration files in the documented formats of other hosts, with
 * servers from npm. More formats are tested in
 * tests/runtime/host/config/programs.test.ts.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listWithSdk } from "./clients.js";
import { loadHostModule, listWithHost } from "./host.js";
import { resolveInstalled, selectForRun } from "./programs.js";
import {
  getCommand,
  HOME,
  HTTP_SERVERS,
  SERVERS,
  withHttpServer,
} from "./servers.js";

const test = suite("configurations of other hosts");

/**
 * Format of a configuration file. In `text`, WIKI is replaced by a command with
 * arguments, and HTTP and SSE are replaced by URLs.
 */
interface Shape {
  readonly name: string;
  readonly text: string;
  /**
   * Enabled servers by name, each with the npm server to which the name refers.
   */
  readonly has: { readonly [name: string]: "wiki" | "chart" };
  /** Tool that the configuration excludes. */
  readonly without?: string;
}

const SHAPES: readonly Shape[] = [
  {
    name: "Claude Desktop",
    text: `{
      "globalShortcut": "Ctrl+Space",
      "mcpServers": { "wikipedia": { WIKI, "env": { "KEY": "k" } } },
      "preferences": { "quickEntryShortcut": "off" }
    }`,
    has: { wikipedia: "wiki" },
  },
  {
    name: "Claude Code",
    text: `{
      "mcpServers": {
        "wiki": { "type": "stdio", WIKI, "env": {} },
        "chart": {
          "type": "http",
          "url": "\${CHART_URL:-HTTP}",
          "headers": { "Authorization": "Bearer \${WORLD_KEY}" }
        },
        "old": { "type": "sse", "url": "SSE", "timeout": 60000 }
      }
    }`,
    has: { wiki: "wiki", chart: "chart", old: "chart" },
  },
  {
    name: "Cursor",
    text: `{
      "mcpServers": {
        "wiki": {
          "type": "stdio", WIKI,
          "env": { "KEY": "\${env:WORLD_KEY}", "AT": "\${workspaceFolder}" }
        },
        "chart": { "url": "HTTP", "headers": { "X-Key": "\${env:WORLD_KEY}" } }
      }
    }`,
    has: { wiki: "wiki", chart: "chart" },
  },
  {
    name: "Cline and Roo",
    text: `{
      "mcpServers": {
        "wiki": {
          "autoApprove": [], "alwaysAllow": ["search"], "watchPaths": [],
          "disabledTools": ["readArticle"], "disabled": false,
          "timeout": 60, "transportType": "stdio", WIKI
        },
        "cline": { "type": "streamableHttp", "url": "HTTP", "autoApprove": [] },
        "roo": { "type": "streamable-http", "url": "HTTP", "alwaysAllow": [] },
        "old": { "type": "sse", "url": "SSE", "headers": {} },
        "off": { "command": "no-such-program", "disabled": true }
      }
    }`,
    has: { wiki: "wiki", cline: "chart", roo: "chart", old: "chart" },
    without: "readArticle",
  },
  {
    name: "Inspector",
    text: `{
      "mcpServers": {
        "default-server": { "type": "stdio", WIKI, "env": {} },
        "chart": { "type": "streamable-http", "url": "HTTP", "note": "Charts" },
        "old": { "type": "sse", "url": "SSE" }
      }
    }`,
    has: { "default-server": "wiki", chart: "chart", old: "chart" },
  },
];

function named<T extends { readonly name: string }>(
  all: readonly T[],
  name: string,
): T {
  const found = all.find((entry) => entry.name === name);
  if (found) return found;
  throw new Error(`There is no ${name}`);
}

/** Returns the names of a server's tools, as the official client lists them. */
const listTools = async (name: string): Promise<readonly unknown[]> =>
  (await listWithSdk(getCommand(named(SERVERS, name)))).tools;

for (const [title, { text, has, without }] of selectForRun(SHAPES, 1))
  test(`the generated host reads the configuration format of ${title}`, async () => {
    const variables = { HOME, WORLD_KEY: "k", "input:key": "k" };
    const { parseServers } = await loadHostModule();
    const wiki = await listTools("wikipedia");
    const chart = await listTools("chart");
    await withHttpServer(named(HTTP_SERVERS, "chart over HTTP"), (http) =>
      withHttpServer(named(HTTP_SERVERS, "chart over SSE"), async (sse) => {
        const at: { readonly [word: string]: string } = {
          NODE: process.execPath,
          FILE: resolveInstalled("wikipedia-mcp/dist/index.js"),
          HTTP: http,
          SSE: sse,
        };
        const filled = text
          .replaceAll("WIKI", '"command": "NODE", "args": ["FILE"]')
          .replace(/\b(?:NODE|FILE|HTTP|SSE)\b/g, (word) =>
            JSON.stringify(at[word]).slice(1, -1),
          );
        const problems: unknown[] = [];
        const servers = parseServers(filled, {
          variables,
          folder: HOME,
          onProblem: (problem: unknown) => problems.push(problem),
        });
        assert.equal(problems, []);
        assert.equal(Object.keys(servers), Object.keys(has));
        const tools = Object.values(has)
          .flatMap((which) => (which === "wiki" ? wiki : chart))
          .filter((tool) => tool !== without);
        assert.equal((await listWithHost(servers)).tools, tools);
      }),
    );
  });

test.run();
