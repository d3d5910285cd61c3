/** HTTP requests of clients that do not wait, read or end as they should. */
import { request, type IncomingMessage } from "node:http";
import { metaOf } from "../../support/meta.js";
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

  /** Opens a session, where there are any. */
  async open(
    url: string,
    principal: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (this.alone) return undefined;
    const opening = this.wrap(this.opening(), principal);
    const { session = "" } = (await ask(url, { ...opening, signal })) ?? {};
    const ready = { jsonrpc: "2.0", method: "notifications/initialized" };
    await ask(url, { ...this.wrap(ready, principal, session), signal });
    return session;
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
