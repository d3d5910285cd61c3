/**
 * Flood of one hostile client against one or several processes of a server. A
 * seed selects the process, the session and the message of each request.
 */
import { createMeta } from "../peers/meta.js";
import type { Below } from "../models/mutations.js";
import type { Message } from "./processes.js";

const TASKS = "io.modelcontextprotocol/tasks";
const CAN = { elicitation: {}, extensions: { [TASKS]: {} } };

/**
 * Speed of a flood: the number of concurrent requests, and their maximum
 * duration.
 */
interface Pace {
  /** Maximum number of concurrent requests. */
  readonly atOnce: number;
  /** Maximum duration of a request, in milliseconds. */
  readonly patience: number;
}

const PACE: Pace = { atOnce: 40, patience: 300 };

/**
 * Patterns that find ids of tasks, events and other objects in answers. Later
 * requests of the flood use these ids.
 */
const IDS = {
  task: /"taskId":"([0-9a-f-]{36})"/g,
  event: /^id: (\S+)/gm,
  question: /"id":"([0-9a-f]{12}\.\d+)"/g,
};

/** HTTP request of a flood: a message to POST, or the headers of a GET. */
type Request = Message | { readonly headers: { [name: string]: string } };

/** Creates a request that makes the server store data. */
type CreateRequest = (n: number, client: HostileClient) => Request;

const ask = (id: unknown, method: string, params: object = {}): Message => ({
  jsonrpc: "2.0",
  id,
  method,
  params: { ...params },
});

const call =
  (name: string, more: object = {}): CreateRequest =>
  (id) =>
    ask(id, "tools/call", { name, arguments: {}, ...more });

const ofTask =
  (method: string, more: object = {}): CreateRequest =>
  (id, client) =>
    ask(id, method, { taskId: client.pick("task"), ...more });

const ANSWER = { k: { action: "accept", content: {} } };

/** Lifetimes that the client requests for tasks, in milliseconds. */
const TTLS = [1e300, 60_000, 1, 9e15];

/** Creates a tool call that the server runs as a task. */
const callAsTask =
  (name: string, text = ""): CreateRequest =>
  (n, client) => {
    const task = { ttl: TTLS[n % TTLS.length] };
    return call(name, { arguments: { text }, task })(n, client);
  };

/**
 * Functions that create requests, by the kind of data that the server stores
 * because of the request.
 */
export const KEPT: { readonly [state: string]: CreateRequest } = {
  sessions: (id) =>
    ask(id, "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: CAN,
      clientInfo: { name: "eve".padEnd(10_000), version: "1" },
    }),
  "GET streams": () => ({ headers: {} }),
  "resumed streams": (_, client) => ({
    headers: { "last-event-id": client.pick("event") },
  }),
  "foreign streams": (n) => ({
    headers: { "last-event-id": `0123456789ab.${n}-${n}` },
  }),
  events: call("noisy"),
  "waiting messages": call("telling"),
  "requests in flight": call("stuck"),
  questions: call("asking"),
  answers: (_, client) => ({
    jsonrpc: "2.0",
    id: client.pick("question"),
    result: { action: "accept", content: { text: "x".repeat(1_000) } },
  }),
  subscriptions: (id) =>
    ask(id, "resources/subscribe", { uri: `x://${id}/${"y".repeat(1_000)}` }),
  listens: (id, client) => {
    const taskIds = [client.pick("task"), crypto.randomUUID()];
    const notifications = { toolsListChanged: true, taskIds };
    return ask(id, "subscriptions/listen", { notifications });
  },
  "running tasks": callAsTask("long", "x".repeat(500)),
  "ended tasks": callAsTask("short", "x".repeat(50_000)),
  "tasks with questions": callAsTask("form"),
  "task states": ofTask("tasks/get"),
  "task results": ofTask("tasks/result"),
  "task answers": ofTask("tasks/update", { inputResponses: ANSWER }),
  "cancelled tasks": ofTask("tasks/cancel"),
  "task lists": (id) => ask(id, "tasks/list"),
};

/** Client that sends a flood of requests to several processes of a server. */
export class HostileClient {
  readonly #revision: string;
  readonly #urls: readonly string[];
  readonly #below: Below;
  readonly #sessions: string[] = [];
  readonly #ids: { [kind in keyof typeof IDS]: string[] } = {
    task: [],
    event: [],
    question: [],
  };

  constructor(revision: string, urls: readonly string[], below: Below) {
    this.#revision = revision.split("+")[0] ?? "";
    this.#urls = urls;
    this.#below = below;
  }

  /**
   * Returns an id from earlier responses of the server. Half of the time it is
   * the newest id, so that many requests use the same object.
   */
  pick(kind: keyof typeof IDS): string {
    const ids = this.#ids[kind];
    const id = this.#below(2) === 0 ? ids.at(-1) : this.#one(ids);
    return id ?? crypto.randomUUID();
  }

  /** Sends requests in a random order, several at a time. */
  async flood(
    requests: readonly CreateRequest[],
    { atOnce, patience }: Pace = PACE,
  ): Promise<void> {
    const left = [...requests];
    let n = 0;
    const work = async (): Promise<void> => {
      while (left.length > 0) {
        const [create] = left.splice(this.#below(left.length), 1);
        if (create) await this.#send(create(++n, this), patience);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /**
   * Ends all sessions of the client, because a session with a running request
   * does not expire. `others` are ids of sessions whose opening requests the
   * client has cancelled before the server answered.
   */
  async leave(others: readonly string[] = []): Promise<void> {
    for (const session of new Set([...this.#sessions.splice(0), ...others])) {
      const url = this.#one(this.#urls) ?? "";
      const headers = {
        authorization: "Bearer eve",
        "mcp-session-id": session,
      };
      const answer = await fetch(url, { method: "DELETE", headers });
      await answer.body?.cancel();
    }
  }

  async #send(request: Request, patience: number): Promise<void> {
    const url = this.#one(this.#urls) ?? "";
    const message = "headers" in request ? undefined : (request as Message);
    const method = message?.method;
    const session = method === "initialize" ? [] : [this.#one(this.#sessions)];
    const alone = this.#revision >= "2026";
    const { name, uri, taskId } = message?.params ?? {};
    const headers = {
      authorization: "Bearer eve",
      "content-type": "application/json",
      accept: message
        ? "application/json, text/event-stream"
        : "text/event-stream",
      ...(session[0] && !alone ? { "mcp-session-id": session[0] } : {}),
      ...(alone && method ? { "mcp-method": method } : {}),
      ...(alone ? { "mcp-protocol-version": this.#revision } : {}),
      ...namedBy(alone ? (name ?? uri ?? taskId) : undefined),
      ...("headers" in request ? (request.headers as object) : {}),
    };
    const _meta = { ...createMeta(this.#revision, CAN), progressToken: 1 };
    const params = { ...message?.params, ...(alone ? { _meta } : {}) };
    const body =
      message && JSON.stringify(method ? { ...message, params } : message);
    const signal = AbortSignal.timeout(20 + this.#below(patience));
    let text = "";
    try {
      const init = { method: message ? "POST" : "GET", headers, signal };
      const answer = await fetch(url, body ? { ...init, body } : init);
      const opened = answer.headers.get("mcp-session-id");
      if (method === "initialize" && opened) this.#sessions.push(opened);
      const chunks = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
      for await (const chunk of chunks as AsyncIterable<string>) text += chunk;
    } catch {
      // Ignore the error: the request has reached its maximum duration, or has
      // invalid headers.
    }
    for (const [kind, pattern] of Object.entries(IDS))
      for (const [, id = ""] of text.matchAll(pattern))
        this.#ids[kind as keyof typeof IDS].push(id);
  }

  #one<T>(all: readonly T[]): T | undefined {
    return all[this.#below(Math.max(1, all.length))];
  }
}

/**
 * Returns the `mcp-name` header, or no header if the name is not a valid header
 * value.
 */
function namedBy(name: unknown): object {
  const isName = typeof name === "string" && /^[\x21-\x7e]{1,500}$/.test(name);
  return isName ? { "mcp-name": name } : {};
}
