/** HTTP requests of clients that do not wait, read or end as they should. */
import { request, type IncomingMessage } from "node:http";
import { metaOf } from "../peers/meta.js";
import type { Message } from "./processes.js";

export interface Reply {
  readonly status: number;
  readonly session: string | undefined;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** Half of the body, and then nothing. */
  readonly slow?: boolean;
  /** The answer is not read. */
  readonly unread?: boolean;
  /** Goes away when this aborts. */
  readonly signal: AbortSignal;
}

/** Undefined when there is no whole answer. */
export function ask(url: string, sent: Sent): Promise<Reply | undefined> {
  const { method = "POST", headers, body = "", slow, unread, signal } = sent;
  return new Promise((resolve) => {
    const failed = (): void => resolve(undefined);
    const length = method === "POST" ? Buffer.byteLength(body) : 0;
    const outgoing = request(url, {
      method,
      signal,
      headers: { ...headers, "content-length": length },
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed a connection that was kept as it was used again.
      const again = outgoing.reusedSocket && error.code === "ECONNRESET";
      if (again) resolve(ask(url, sent));
      else failed();
    });
    // An answer that has arrived, and is not read, does not end by itself.
    signal.addEventListener("abort", failed);
    outgoing.on("response", (answer: IncomingMessage) => {
      answer.on("error", failed);
      if (unread) {
        answer.pause();
        return;
      }
      let text = "";
      answer.on("data", (chunk) => (text += chunk));
      answer.on("end", () => {
        const session = answer.headers["mcp-session-id"] as string | undefined;
        resolve({ status: answer.statusCode ?? 0, session, text });
      });
    });
    if (slow) outgoing.write(body.slice(0, body.length / 2));
    else outgoing.end(body);
  });
}

/** Opens a stream; resolves to what comes first, and reads the rest or nothing more. */
function listen(
  url: string,
  { headers, unread, signal }: Sent,
): Promise<string> {
  return new Promise((resolve) => {
    const failed = (): void => resolve("");
    const outgoing = request(url, { headers, signal }).on("error", failed);
    outgoing.on("response", (answer: IncomingMessage) => {
      answer.on("error", failed).on("end", failed);
      answer.on("data", (chunk: Buffer) => {
        resolve(chunk.toString());
        if (unread) answer.pause();
      });
    });
    outgoing.end();
  });
}

/** Where messages go, and in which session. */
export interface Conversation {
  readonly url: string;
  readonly session?: string | undefined;
}

/**
 * What a client's answers, and all else, come over: the answers of its requests, a
 * stream beside them, or nothing but the stream of HTTP with SSE.
 */
export type Over = "answers" | "stream" | "sse";

/** How clients of one revision speak. */
export class Manners {
  readonly #revision: string;
  readonly alone: boolean;

  constructor(revision: string) {
    this.#revision = revision;
    this.alone = revision >= "2026";
  }

  /** Headers and body of a message from a principal. */
  wrap(
    message: Message | readonly Message[],
    principal: string,
    session?: string,
  ): { headers: { [name: string]: string }; body: string } {
    const headers: { [name: string]: string } = {
      authorization: `Bearer ${principal}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(session === undefined ? {} : { "mcp-session-id": session }),
    };
    if (!this.alone || !("method" in message))
      return { headers, body: JSON.stringify(message) };
    const { method = "", params } = message;
    const { _meta, name, uri } = Object(params) as Record<string, unknown>;
    headers["mcp-protocol-version"] = this.#revision;
    headers["mcp-method"] = method;
    const named = String(name ?? uri ?? "");
    // Others are no value of a header.
    if (/^[\x21-\x7e]{1,500}$/.test(named)) headers["mcp-name"] = named;
    const meta = { ...metaOf(this.#revision), ...Object(_meta) };
    const signed = { ...message, params: { ...params, _meta: meta } };
    return { headers, body: JSON.stringify(signed) };
  }

  /** What its conversations can come over. */
  get overs(): readonly Over[] {
    if (this.alone) return ["answers"];
    const both: readonly Over[] = ["answers", "stream"];
    return this.#revision < "2025" ? [...both, "sse"] : both;
  }

  /** Opens a conversation, and leaves its stream unread when it is to. */
  async open(
    url: string,
    principal: string,
    signal: AbortSignal,
    over: Over = "answers",
    unread = false,
  ): Promise<Conversation> {
    if (this.alone) return { url };
    const stream = { ...this.wrap({}, principal), unread, signal };
    const to =
      over === "sse" ? await endpointOf(new URL("/sse", url), stream) : url;
    const opening = this.wrap(this.opening(), principal);
    const { session } = (await ask(to, { ...opening, signal })) ?? {};
    const ready = { jsonrpc: "2.0", method: "notifications/initialized" };
    await ask(to, { ...this.wrap(ready, principal, session), signal });
    const { headers } = this.wrap({}, principal, session);
    if (over === "stream") void listen(to, { headers, unread, signal });
    return { url: to, session };
  }

  opening(name = "c"): Message {
    return {
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: this.#revision,
        capabilities: {},
        clientInfo: { name, version: "1" },
      },
    };
  }
}

/** Where the messages of a stream of HTTP with SSE go. */
async function endpointOf(sse: URL, stream: Sent): Promise<string> {
  const [, path = ""] = /data: (.*)/.exec(await listen(sse.href, stream)) ?? [];
  return new URL(path, sse).href;
}
