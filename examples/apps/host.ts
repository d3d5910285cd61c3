/**
 * Host for a browser. It serves the host's document and the sandbox from two
 * origins. It forwards the requests of a page to the MCP server that published
 * the page.
 *
 *     node host.js server.js
 *
 * The arguments after the file of the server are passed to the server.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createHost, McpError } from "../../out/client.js";
import type { HostedPage } from "../../out/client.js";

const [server = "server.js", ...options] = process.argv.slice(2);
const host = createHost(
  { name: "example-host", version: "1.0.0" },
  {
    servers: {
      example: { command: process.execPath, args: [server, ...options] },
    },
    consent: {
      callTool: ({ tool }) => {
        console.error("A model or a page calls", tool);
        return true;
      },
    },
  },
);
const { failed } = await host.connect();
if (failed[0]) throw failed[0].error;

/**
 * Pages that were opened in the browser, each with a random identifier as its
 * key.
 */
const pages = new Map<string, HostedPage>();

interface Body {
  readonly id: string;
  readonly name: string;
  readonly arguments: { readonly [name: string]: unknown };
  readonly method: "tools/call" | "resources/read";
  readonly params: never;
}

async function answer(path: string | undefined, body: Body): Promise<object> {
  if (path === "/call") {
    const page = await host.openPage(body.name);
    const call = { name: body.name, arguments: body.arguments };
    const result = await host.callTool(call);
    const id = randomUUID();
    pages.set(id, page);
    return { id, page, result };
  }
  const page = pages.get(body.id);
  if (path !== "/request" || !page) throw new McpError(-32602, "Unknown page");
  return page.request(body.method, body.params);
}

async function readBody(request: IncomingMessage): Promise<Body> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return JSON.parse(text) as Body;
}

/** Starts a server on a free port and returns the server's origin. */
async function listen(handle: RequestListener): Promise<string> {
  const http = createServer(handle).listen(0, "127.0.0.1");
  await new Promise((resolve) => http.once("listening", resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const readScript = (name: string): string =>
  readFileSync(new URL(name, import.meta.url), "utf8");
const type = { "content-type": "text/html; charset=utf-8" };
const style = "<style>html,body,main{height:100%;margin:0}</style>";

const own: string = await listen((request, response) => {
  if (request.method === "GET")
    return response
      .writeHead(200, type)
      .end(
        `<!doctype html><html data-sandbox="${sandbox}">${style}<main id="pages"></main><script type="module">${readScript("browser.js")}</script>`,
      );
  // Reject requests from documents of other origins. Otherwise, any website
  // could call the tools.
  if (request.headers.origin !== own) return response.writeHead(403).end();
  readBody(request)
    .then((body) => answer(request.url, body))
    .then(
      (result) => response.end(JSON.stringify(result)),
      (error: unknown) => {
        const { code = -32603, message } = error as McpError;
        response.writeHead(500).end(JSON.stringify({ code, message }));
      },
    );
});
const sandbox: string = await listen((_, response) => {
  // `frame-src` keeps a page from loading another document in its frame.
  const policy = `frame-ancestors ${own}; frame-src 'none'`;
  response
    .writeHead(200, { ...type, "content-security-policy": policy })
    .end(
      `<!doctype html><html data-host="${own}">${style}<body><script type="module">${readScript("sandbox.js")}</script>`,
    );
});
console.log(own);
