/**
 * Servers from npm that start without a network connection and without
 * accounts, for use in tests.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../harness/program/folders.js";
import { closedPort } from "../harness/peers/servers.js";
import { resolveInstalled, whileListening } from "./programs.js";

export interface Server {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
}

/** Server over HTTP. `PORT` in its arguments is replaced by a free port. */
export interface HttpServer extends Server {
  readonly path: "/mcp" | "/sse";
}

/**
 * Home folder of the servers, which is deleted after the tests with everything
 * that they write.
 */
export const HOME = temporaryFolder();
mkdirSync(join(HOME, ".obsidian"));

/** Environment variables that some of the servers require at their start. */
const ENV = {
  HOME,
  BRAVE_API_KEY: "none",
  FIRECRAWL_API_KEY: "fc-none",
  GITLAB_PERSONAL_ACCESS_TOKEN: "none",
  MEMORY_FILE_PATH: join(HOME, "memory.jsonl"),
  NOTION_TOKEN: "ntn_none",
  TAVILY_API_KEY: "none",
};

const OFFICIAL = "@modelcontextprotocol/server-";
const CHART = "@antv/mcp-server-chart/build/index.js";
const CHROME = "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js";
const CONTEXT = "@upstash/context7-mcp/dist/index.js";
const EVERYTHING = `${OFFICIAL}everything/dist/index.js`;
const NOTION = "@notionhq/notion-mcp-server/bin/cli.mjs";
const PLAYWRIGHT = "@playwright/mcp/cli.js";

type Row = readonly [name: string, file: string, ...args: string[]];

const ROWS: readonly Row[] = [
  // Servers that use SDK 0.5 or 1.0, which support only the revision
  // 2024-11-05.
  ["filesystem 0.5", "filesystem-0.5/dist/index.js", HOME],
  ["obsidian", "mcp-obsidian/dist/index.js", HOME],
  ["memory 0.6", "memory-0.6/dist/index.js"],
  ["everything 0.6", "everything-0.6/dist/index.js"],
  ["brave-search", `${OFFICIAL}brave-search/dist/index.js`],
  ["github", `${OFFICIAL}github/dist/index.js`],
  // Servers that use SDK 1.26 to 1.32.
  ["tavily", "tavily-mcp/build/index.js"],
  ["everything", EVERYTHING, "stdio"],
  ["filesystem", `${OFFICIAL}filesystem/dist/index.js`, HOME],
  ["memory", `${OFFICIAL}memory/dist/index.js`],
  ["sequential-thinking", `${OFFICIAL}sequential-thinking/dist/index.js`],
  ["hello-world", "mcp-hello-world/build/stdio.js"],
  ["wikipedia", "wikipedia-mcp/dist/index.js"],
  ["chart", CHART],
  // The gitlab server has more than 100 tools and keeps running after the end
  // of its input.
  ["gitlab", "@zereight/mcp-gitlab/build/index.js"],
  // The notion server generates its tools from an OpenAPI document when it
  // starts.
  ["notion", NOTION],
  // Servers that are bundles with all their dependencies.
  ["playwright", PLAYWRIGHT],
  ["chrome-devtools", CHROME, "--no-usage-statistics"],
  ["git", "@cyanheads/git-mcp-server/dist/index.js"],
  // The firecrawl server uses FastMCP.
  ["firecrawl", "firecrawl-mcp/dist/index.js"],
  // The context7 server uses SDK 2.
  ["context7", CONTEXT],
  // The excel server is a Go program with a launcher for Node.
  ["excel", "@negokaz/excel-mcp-server/dist/launcher.js"],
];

export const SERVERS: readonly Server[] = ROWS.map(([name, file, ...args]) => ({
  name,
  file,
  args,
}));

/**
 * Servers over HTTP: a title that names the transport, the file, and the
 * arguments separated by spaces.
 */
const HTTP_ROWS: readonly (readonly [string, string, string?])[] = [
  ["everything 0.6 over SSE", "everything-0.6/dist/sse.js"],
  ["everything over SSE", EVERYTHING, "sse"],
  ["everything over HTTP", EVERYTHING, "streamableHttp"],
  ["chart over SSE", CHART, "--transport sse --port PORT"],
  ["chart over HTTP", CHART, "--transport streamable --port PORT"],
  [
    "notion over HTTP",
    NOTION,
    "--transport http --port PORT --unsafe-disable-auth",
  ],
  ["playwright over HTTP", PLAYWRIGHT, "--port PORT"],
  ["playwright over SSE", PLAYWRIGHT, "--port PORT"],
  ["context7 over HTTP", CONTEXT, "--transport http --port PORT"],
];

export const HTTP_SERVERS: readonly HttpServer[] = HTTP_ROWS.map(
  ([name, file, args]) => ({
    name,
    file,
    args: args?.split(" ") ?? [],
    path: name.endsWith("SSE") ? "/sse" : "/mcp",
  }),
);

/** Command that starts a server, in the format of configuration files. */
export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly env: { [name: string]: string };
}

export function getCommand({ file, args }: Server): Command {
  return {
    command: process.execPath,
    args: [resolveInstalled(file), ...args],
    env: ENV,
  };
}

/** Starts a server over HTTP and calls `use` with the server's URL. */
export async function withHttpServer<T>(
  { file, args, path }: HttpServer,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const port = await closedPort();
  const filled = args.map((text) => (text === "PORT" ? `${port}` : text));
  const env = { ...ENV, PATH: process.env["PATH"], PORT: `${port}` };
  return whileListening([resolveInstalled(file), ...filled], env, port, () =>
    use(`http://localhost:${port}${path}`),
  );
}
