/**
 * Benchmark of idle streams: how many streams a server can hold, and how much
 * memory each of them uses.
 */
import { once } from "node:events";
import {
  Agent,
  request,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { markdownTable } from "../harness/table.js";
import { Child } from "./child.js";
import { INITIALIZED, opening } from "./messages.js";
import { waitForResponse } from "./response.js";
import type { Program } from "./programs.js";

const STREAMS = 10_000;
/**
 * Number of streams that are opened concurrently. The limit keeps the
 * connection backlog from overflowing.
 */
const CONCURRENT_OPENINGS = 50;

interface IdleResult {
  readonly name: string;
  readonly held: number;
  readonly bytes: number;
}

/**
 * Opens sessions with one stream each, and returns the results as a Markdown
 * table.
 */
export async function idleStreams(
  programs: readonly Program[],
): Promise<string> {
  const rows: IdleResult[] = [];
  for (const program of programs) rows.push(await measureIdleStreams(program));
  return markdownTable(rows, [
    { head: "idle streams", cell: ({ name }) => name },
    { head: "open", align: "right", cell: ({ held }) => String(held) },
    {
      head: "KB per stream",
      align: "right",
      cell: ({ bytes }) => (bytes / 1024).toFixed(1),
    },
  ]);
}

async function measureIdleStreams(program: Program): Promise<IdleResult> {
  const child = new Child(program);
  const open: ClientRequest[] = [];
  try {
    const url = await child.url();
    const { memory: before } = await child.usage();
    let left = STREAMS;
    let held = 0;
    const worker = async (): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (left-- > 0) {
        const session = await initialize(url, agent, program);
        const stream = request(url, {
          headers: { ...session, accept: "text/event-stream" },
        });
        open.push(stream);
        stream.end();
        const response = await waitForResponse(stream);
        response.resume();
        if (response.statusCode === 200) held++;
      }
      agent.destroy();
    };
    await Promise.all(Array.from({ length: CONCURRENT_OPENINGS }, worker));
    const { memory: after } = await child.usage();
    return { name: program.name, held, bytes: (after - before) / STREAMS };
  } finally {
    for (const stream of open) stream.destroy();
    await child.end();
  }
}

/** Opens a session and returns the headers for its requests. */
async function initialize(
  url: string,
  agent: Agent,
  { name }: Program,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  for (const body of [opening("initialize"), INITIALIZED]) {
    const response = await post(
      url,
      { method: "POST", agent, headers },
      body,
    ).catch((cause: Error) => {
      throw new Error(`${name}, idle streams: ${cause.message}`, { cause });
    });
    response.resume();
    await once(response, "end");
    const session = response.headers["mcp-session-id"];
    if (typeof session === "string") headers["mcp-session-id"] = session;
    headers["mcp-protocol-version"] = "2025-06-18";
  }
  return headers;
}

/**
 * Sends a POST request. Repeats the request once if the server closed the idle
 * connection while the client was reusing it.
 */
async function post(
  url: string,
  options: RequestOptions,
  body: string,
): Promise<IncomingMessage> {
  const post = request(url, options);
  post.end(body);
  try {
    return await waitForResponse(post);
  } catch (error) {
    if (!post.reusedSocket) throw error;
    const again = request(url, options);
    again.end(body);
    return waitForResponse(again);
  }
}
