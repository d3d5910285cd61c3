/**
 * HTTP requests of hostile clients, which send slowly, do not read the answer,
 * or disconnect.
 */
import { request, type IncomingMessage } from "node:http";
import { createMeta } from "../peers/meta.js";
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
  /** Whether the client sends only half of the request body. */
  readonly slow?: boolean;
  /** Whether the client leaves the answer unread. */
  readonly unread?: boolean;
  /** Signal that makes the client disconnect. */
  readonly signal: AbortSignal;
}

/** Sends a request. Returns undefined if no complete answer arrives. */
export function ask(url: string, sent: Sent): Promise<Reply | undefined> {
  const { method = "POST", headers, slow, unread, signal } = sent;
  // Only a POST has a body: Node.js refuses bytes that follow a GET or DELETE.
  const body = method === "POST" ? (sent.body ?? "") : "";
  return new Promise((resolve) => {
    const failed = (): void => resolve(undefined);
    const outgoing = request(url, {
      method,
      signal,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // Retry: the server closed a keep-alive connection at the moment when the
      // client reused it.
      const again = outgoing.reusedSocket && error.code === "ECONNRESET";
      if (again) resolve(ask(url, sent));
      else failed();
    });
    // Resolve on abort: if the answer is not read, no other event ends the
    // request.
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
    if (slow && body !== "") outgoing.write(body.slice(0, body.length / 2));
    else outgoing.end(body);
  });
}

/**
 * Opens an HTTP response stream. Resolves with the first chunk of the stream.
 */
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

export interface Conversation {
  readonly url: string;
  readonly session?: string | undefined;
}

/**
 * Channel on which the server sends messages: answers to POST requests, an
 * additional GET stream, or the legacy SSE stream.
 */
export type Over = "answers" | "stream" | "sse";

/**
 * Creates the HTTP requests that clients of one revision send, with the
 * handshake and the headers of that revision.
 */
export class Manners {
  readonly #revision: string;
  readonly alone: boolean;

  constructor(revision: string) {
    this.#revision = revision;
    this.alone = revision >= "2026";
  }

  /**
   * Returns the headers and the body of an HTTP request with a message from the
   * given principal.
   */
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
    // Omit the header if the name is too long or contains characters that
    // header values do not allow.
    if (/^[\x21-\x7e]{1,500}$/.test(named)) headers["mcp-name"] = named;
    const meta = { ...createMeta(this.#revision), ...Object(_meta) };
    const signed = { ...message, params: { ...params, _meta: meta } };
    return { headers, body: JSON.stringify(signed) };
  }

  /**
   * Channels on which a server of the revision can send messages to the client.
   */
  get overs(): readonly Over[] {
    if (this.alone) return ["answers"];
    const both: readonly Over[] = ["answers", "stream"];
    return this.#revision < "2025" ? [...both, "sse"] : both;
  }

  /**
   * Opens a conversation with the server: the handshake, a session and the
   * selected channel. The client may leave the stream of the channel unread.
   */
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

/** Returns the endpoint URL from the first event of a legacy SSE stream. */
async function endpointOf(sse: URL, stream: Sent): Promise<string> {
  const [, path = ""] = /data: (.*)/.exec(await listen(sse.href, stream)) ?? [];
  return new URL(path, sse).href;
}
