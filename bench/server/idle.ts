/** Streams that say nothing: how many are held, and what one costs. */
import { once } from "node:events";
import { Agent, request, type ClientRequest } from "node:http";
import { markdownTable } from "../harness/table.js";
import { Child } from "./child.js";
import { INITIALIZED, opening } from "./messages.js";
import type { Program } from "./programs.js";

const STREAMS = 10_000;
/** Opened at a time, so that no queue of connections overflows. */
const AT_ONCE = 50;

interface Idle {
  readonly name: string;
  readonly held: number;
  readonly bytes: number;
}

/** Opens sessions with a stream each, and answers a table in Markdown. */
export async function idleStreams(
  programs: readonly Program[],
): Promise<string> {
  const rows: Idle[] = [];
  for (const program of programs) rows.push(await hold(program));
  return markdownTable(rows, [
    { head: "idle streams", cell: ({ name }) => name },
    { head: "held", align: "right", cell: ({ held }) => String(held) },
    {
      head: "KB a stream",
      align: "right",
      cell: ({ bytes }) => (bytes / 1024).toFixed(1),
    },
  ]);
}

async function hold(program: Program): Promise<Idle> {
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
        const session = await initialize(url, agent);
        const stream = request(url, {
          headers: { ...session, accept: "text/event-stream" },
        });
        open.push(stream);
        stream.on("error", () => {});
        stream.end();
        const [response] = (await once(stream, "response")) as [
          { statusCode?: number; resume(): void },
        ];
        response.resume();
        if (response.statusCode === 200) held++;
      }
      agent.destroy();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const { memory: after } = await child.usage();
    return { name: program.name, held, bytes: (after - before) / STREAMS };
  } finally {
    for (const stream of open) stream.destroy();
    await child.end();
  }
}

/** Headers of a session that has been opened. */
async function initialize(
  url: string,
  agent: Agent,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  for (const body of [opening("initialize"), INITIALIZED]) {
    const post = request(url, { method: "POST", agent, headers });
    post.end(body);
    const [response] = (await once(post, "response")) as [
      {
        headers: Record<string, string | undefined>;
        resume(): void;
      },
    ];
    response.resume();
    await once(response as never, "end");
    const session = response.headers["mcp-session-id"];
    if (session) headers["mcp-session-id"] = session;
    headers["mcp-protocol-version"] = "2025-06-18";
  }
  return headers;
}
