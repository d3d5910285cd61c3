/**
 * Minimal clients that write requests and read responses as fast as possible.
 */
import { Agent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Child } from "./child.js";
import { call, checkAnswer, INITIALIZED, opening } from "./messages.js";
import { waitForResponse } from "./response.js";
import type { Lifecycle } from "./programs.js";

export interface Client {
  /** Opens the connection to the server. Resolves after the first response. */
  open(): Promise<void>;
  /**
   * Opens enough new connections for `inFlight` concurrent calls. Connections
   * of earlier calls are not reused: the server may close an idle connection at
   * the moment when the next call is sent.
   */
  ready(inFlight: number): Promise<void>;
  /**
   * Sends `count` calls, at most `inFlight` at a time. Returns the duration of
   * each call in milliseconds.
   */
  calls(count: number, inFlight: number): Promise<number[]>;
  close(): void;
}

export function stdioClient(child: Child, lifecycle: Lifecycle): Client {
  const { stdin, stdout } = child.process;
  if (!stdin || !stdout)
    throw new Error("The server process has no stdin or no stdout stream.");
  // Ignore stream errors here. The exit of the server process causes a more
  // detailed error.
  stdin.on("error", () => {});
  let rest = "";
  let onLine = (_line: string): void => {};
  stdout.setEncoding("utf8");
  stdout.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
    flush();
  });
  // Every response triggers the next request. Collect the requests for one
  // chunk of responses and send them in a single write, as other fast clients
  // do.
  let out = "";
  const flush = (): void => {
    if (out !== "") stdin.write(out);
    out = "";
  };
  let next = 1;
  return {
    async open() {
      stdin.write(`${opening(lifecycle)}\n`);
      await new Promise<void>((resolve) => (onLine = () => resolve()));
      if (lifecycle === "initialize") stdin.write(`${INITIALIZED}\n`);
    },
    ready: () => Promise.resolve(),
    calls(count, inFlight) {
      return new Promise((resolve, reject) => {
        const times: number[] = [];
        const started = new Map<number, number>();
        let sent = 0;
        const send = (): void => {
          const id = next++;
          sent++;
          started.set(id, performance.now());
          out += `${call(lifecycle, id)}\n`;
        };
        onLine = (line) => {
          try {
            const id = checkAnswer(line);
            times.push(performance.now() - (started.get(id) ?? NaN));
          } catch (error) {
            return reject(error as Error);
          }
          if (sent < count) send();
          else if (times.length === count) resolve(times);
        };
        for (let i = 0; i < inFlight; i++) send();
        flush();
      });
    },
    close() {
      stdin.end();
    },
  };
}

export function httpClient(url: string, lifecycle: Lifecycle): Client {
  const connections = (): Agent =>
    new Agent({ keepAlive: true, maxSockets: 64 });
  let agent = connections();
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version":
      lifecycle === "initialize" ? "2025-06-18" : "2026-07-28",
  };
  const post = async (
    body: string,
    more: Record<string, string> = {},
  ): Promise<{ response: IncomingMessage; text: string }> => {
    const request = httpRequest(url, {
      method: "POST",
      agent,
      headers: {
        ...headers,
        ...more,
        "content-length": Buffer.byteLength(body),
      },
    });
    request.end(body);
    const response = await waitForResponse(request);
    let text = "";
    response.setEncoding("utf8");
    for await (const chunk of response) text += chunk;
    const data = /^data: (.*)$/m.exec(text)?.[1];
    return { response, text: data ?? text };
  };
  const stateless = (method: string, name?: string): Record<string, string> =>
    lifecycle === "stateless"
      ? { "mcp-method": method, ...(name && { "mcp-name": name }) }
      : {};
  let next = 1;
  const client: Client = {
    async open() {
      const { response } = await post(
        opening(lifecycle),
        stateless("server/discover"),
      );
      const session = response.headers["mcp-session-id"];
      if (typeof session === "string") headers["mcp-session-id"] = session;
      if (lifecycle === "initialize") await post(INITIALIZED);
    },
    async ready(inFlight) {
      agent.destroy();
      agent = connections();
      await client.calls(inFlight, inFlight);
    },
    async calls(count, inFlight) {
      const times: number[] = [];
      let left = count;
      const worker = async (): Promise<void> => {
        while (left-- > 0) {
          const id = next++;
          const start = performance.now();
          const { text } = await post(
            call(lifecycle, id),
            stateless("tools/call", "add"),
          );
          checkAnswer(text);
          times.push(performance.now() - start);
        }
      };
      await Promise.all(Array.from({ length: inFlight }, worker));
      return times;
    },
    close() {
      agent.destroy();
    },
  };
  return client;
}

/**
 * Wraps a client so that its errors name the server and the number of calls in
 * flight.
 */
export function withErrorContext(client: Client, name: string): Client {
  const saying = async <T>(what: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const text = `${name}, ${what}: ${(error as Error).message}`;
      throw new Error(text, { cause: error });
    }
  };
  const load = (inFlight: number): string => `${inFlight} in flight`;
  return {
    open: () => saying("opening", client.open()),
    ready: (inFlight) => saying(load(inFlight), client.ready(inFlight)),
    calls: (count, inFlight) =>
      saying(load(inFlight), client.calls(count, inFlight)),
    close: () => client.close(),
  };
}
