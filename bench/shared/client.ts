import { Agent, request } from "node:http";
import { call, checkAnswer, INITIALIZED, opening } from "../server/messages.js";
import { waitForResponse } from "../server/response.js";

/** Maximum number of requests of a client that wait for a response. */
export const IN_FLIGHT = 32;

/** Process of a server, with connections that several clients share. */
export interface Target {
  readonly url: string;
  readonly agent: Agent;
}

export function connectTo(url: string): Target {
  // Close idle connections after two seconds, because servers close them after
  // five seconds.
  const options = { keepAlive: true, maxSockets: 64, timeout: 2_000 };
  return { url, agent: new Agent(options) };
}

/**
 * Client that sends the requests of its session to several processes in turn.
 */
export class Client {
  readonly #targets: readonly Target[];
  readonly #headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
  };
  #next = 0;
  #id = 1;

  constructor(targets: readonly Target[]) {
    this.#targets = targets;
  }

  async open(): Promise<void> {
    delete this.#headers["mcp-session-id"];
    const { session } = await this.#post(opening("initialize"));
    if (session) this.#headers["mcp-session-id"] = session;
    await this.#post(INITIALIZED);
  }

  async call(): Promise<void> {
    const { text } = await this.#post(call("initialize", this.#id++));
    checkAnswer(text);
  }

  /**
   * Sends calls, several at a time. Returns the duration of each call in
   * milliseconds.
   */
  async calls(count: number): Promise<number[]> {
    const times: number[] = [];
    let left = count;
    const worker = async (): Promise<void> => {
      while (left-- > 0) {
        const begun = performance.now();
        await this.call();
        times.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    return times;
  }

  /** Ends the session. */
  async end(): Promise<void> {
    await this.#send("DELETE", "");
  }

  #post(body: string): Promise<{ session?: string; text: string }> {
    return this.#send("POST", body);
  }

  async #send(
    method: string,
    body: string,
  ): Promise<{ session?: string; text: string }> {
    const target = this.#targets[this.#next++ % this.#targets.length];
    const post = request(target?.url ?? "", {
      method,
      agent: target?.agent,
      headers: {
        ...this.#headers,
        "content-length": Buffer.byteLength(body),
      },
    });
    post.end(body);
    const response = await waitForResponse(post);
    let text = "";
    response.setEncoding("utf8");
    for await (const chunk of response) text += chunk;
    const events = [...text.matchAll(/^data: (.*)$/gm)];
    const last = events.at(-1)?.[1] ?? text;
    const session = response.headers["mcp-session-id"];
    return { text: last, ...(typeof session === "string" && { session }) };
  }
}
