/** Servers from npm that start without a network and without accounts. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/folders.js";
import { freePort, installed, whileListening } from "./programs.js";

export interface Server {
  readonly name: string;
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string };
}

/** `PORT` in its arguments and environment stands for a free port. */
export interface HttpServer extends Server {
  readonly path: "/mcp" | "/sse";
}

/** Also their home, so that what they write goes when the tests end. */
export const HOME = temporaryFolder();
mkdirSync(join(HOME, ".obsidian"));

const KEY = "none";
const OFFICIAL = "@modelcontextprotocol/server-";
const CHROME = "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js";
const EVERYTHING = `${OFFICIAL}everything/dist/index.js`;

export const SERVERS: readonly Server[] = [
  // The SDK at 0.5 and 1.0, which speaks 2024-11-05.
  {
    name: "filesystem 0.5",
    file: "filesystem-0.5/dist/index.js",
    args: [HOME],
  },
  { name: "obsidian", file: "mcp-obsidian/dist/index.js", args: [HOME] },
  { name: "memory 0.6", file: "memory-0.6/dist/index.js" },
  { name: "everything 0.6", file: "everything-0.6/dist/index.js" },
  {
    name: "brave-search",
    file: `${OFFICIAL}brave-search/dist/index.js`,
    env: { BRAVE_API_KEY: KEY },
  },
  { name: "github", file: `${OFFICIAL}github/dist/index.js` },
  // The SDK at 1.26 to 1.32.
  {
    name: "tavily",
    file: "tavily-mcp/build/index.js",
    env: { TAVILY_API_KEY: KEY },
  },
  { name: "everything", file: EVERYTHING, args: ["stdio"] },
  {
    name: "filesystem",
    file: `${OFFICIAL}filesystem/dist/index.js`,
    args: [HOME],
  },
  {
    name: "memory",
    file: `${OFFICIAL}memory/dist/index.js`,
    env: { MEMORY_FILE_PATH: join(HOME, "memory.jsonl") },
  },
  {
    name: "sequential-thinking",
    file: `${OFFICIAL}sequential-thinking/dist/index.js`,
  },
  { name: "hello-world", file: "mcp-hello-world/build/stdio.js" },
  { name: "wikipedia", file: "wikipedia-mcp/dist/index.js" },
  { name: "chart", file: "@antv/mcp-server-chart/build/index.js" },
  // More than a hundred tools, and it outlives the end of its input.
  {
    name: "gitlab",
    file: "@zereight/mcp-gitlab/build/index.js",
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: KEY },
  },
  // Written from an OpenAPI document when it starts.
  {
    name: "notion",
    file: "@notionhq/notion-mcp-server/bin/cli.mjs",
    env: { NOTION_TOKEN: "ntn_none" },
  },
  // Bundles, with whatever is in them.
  { name: "playwright", file: "@playwright/mcp/cli.js" },
  {
    name: "chrome-devtools",
    file: CHROME,
    args: ["--no-usage-statistics"],
  },
  { name: "git", file: "@cyanheads/git-mcp-server/dist/index.js" },
  // FastMCP.
  {
    name: "firecrawl",
    file: "firecrawl-mcp/dist/index.js",
    env: { FIRECRAWL_API_KEY: "fc-none" },
  },
  // The SDK 2.
  { name: "context7", file: "@upstash/context7-mcp/dist/index.js" },
  // A program of Go, behind a launcher.
  { name: "excel", file: "@negokaz/excel-mcp-server/dist/launcher.js" },
];

export const HTTP_SERVERS: readonly HttpServer[] = [
  {
    name: "everything 0.6 over SSE",
    file: "everything-0.6/dist/sse.js",
    env: { PORT: "PORT" },
    path: "/sse",
  },
  {
    name: "everything over SSE",
    file: EVERYTHING,
    args: ["sse"],
    env: { PORT: "PORT" },
    path: "/sse",
  },
  {
    name: "everything over HTTP",
    file: EVERYTHING,
    args: ["streamableHttp"],
    env: { PORT: "PORT" },
    path: "/mcp",
  },
  {
    name: "chart over SSE",
    file: "@antv/mcp-server-chart/build/index.js",
    args: ["--transport", "sse", "--port", "PORT"],
    path: "/sse",
  },
  {
    name: "chart over HTTP",
    file: "@antv/mcp-server-chart/build/index.js",
    args: ["--transport", "streamable", "--port", "PORT"],
    path: "/mcp",
  },
  {
    name: "notion over HTTP",
    file: "@notionhq/notion-mcp-server/bin/cli.mjs",
    args: ["--transport", "http", "--port", "PORT", "--unsafe-disable-auth"],
    env: { NOTION_TOKEN: "ntn_none" },
    path: "/mcp",
  },
  {
    name: "playwright over HTTP",
    file: "@playwright/mcp/cli.js",
    args: ["--port", "PORT"],
    path: "/mcp",
  },
  {
    name: "playwright over SSE",
    file: "@playwright/mcp/cli.js",
    args: ["--port", "PORT"],
    path: "/sse",
  },
  {
    name: "context7 over HTTP",
    file: "@upstash/context7-mcp/dist/index.js",
    args: ["--transport", "http", "--port", "PORT"],
    path: "/mcp",
  },
];

/** A server as configurations name it. */
export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly env: { [name: string]: string };
}

export function commandOf({ file, args = [], env = {} }: Server): Command {
  return {
    command: process.execPath,
    args: [installed(file), ...args],
    env: { HOME, ...env },
  };
}

/** Calls `use` with a server's address while it runs. */
export async function whileServed<T>(
  { file, args = [], env = {}, path }: HttpServer,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const filled = (text: string): string => text.replace(/^PORT$/, String(port));
  const more = Object.entries(env).map(([name, value]) => [
    name,
    filled(value),
  ]);
  return whileListening(
    [installed(file), ...args.map(filled)],
    { PATH: process.env["PATH"], HOME, ...Object.fromEntries(more) },
    port,
    () => use(`http://localhost:${port}${path}`),
  );
}
