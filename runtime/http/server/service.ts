import { findMetadata } from "../security/auth.js";
import { Callers } from "../security/callers.js";
import { rejectFault } from "../body/fault.js";
import { whileValid } from "../security/while-valid.js";
import {
  acceptsAnswers,
  answerPreflight,
  isHostAllowed,
  isOriginAllowed,
  withOrigin,
} from "../security/guard.js";
import { spreadBroadcasts } from "./broadcast.js";
import { KeepAlive } from "./keep-alive.js";
import { sendRejection } from "../body/rejection.js";
import { httpSettings } from "./options.js";
import { answerHealth, Routing, withoutQuery } from "./routing.js";
import { readMessage } from "./read-message.js";
import { StatelessHandler } from "./stateless.js";
import { EVENTS_TYPE, JSON_HEADERS, JSON_TYPE } from "../headers.js";
import type { HttpHandlers } from "./injection.js";
import type { SessionHandler, SseHandler } from "./handlers.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { HttpOptions, HttpSettings } from "./options.js";
import type { Reject } from "../body/rejection.js";
import type { HttpCaller } from "../security/auth.js";
import type { HttpReply, HttpRequest } from "../types.js";
import type { HttpExchange } from "./exchange.js";

/**
 * Returns whether a value is a server. Checks the members instead of the class,
 * because the server may come from a second copy of the runtime.
 */
function isServer(value: object): value is ServerCore {
  return "endpoint" in value && "handlers" in value && "accept" in value;
}

/** Serves HTTP on any platform: checks requests and routes them to handlers. */
export class HttpService {
  readonly settings: HttpSettings;
  readonly #callers: Callers;
  readonly #sessions: SessionHandler | undefined;
  readonly #sse: SseHandler | undefined;
  readonly #routing: Routing;
  readonly #anonymous: boolean;
  readonly #stateless: StatelessHandler;
  readonly #joined: SessionHandler | undefined;
  #closing = false;

  /** @throws TypeError when `server` was not created by `createServer`. */
  constructor(server: object, options: HttpOptions, handlers: HttpHandlers) {
    if (!isServer(server)) {
      throw new TypeError("The server must be created by createServer");
    }
    const { endpoint } = server;
    spreadBroadcasts(server);
    const protocols = endpoint.all.map(({ protocol }) => protocol);
    const settings = httpSettings(options, endpoint);
    this.settings = settings;
    this.#callers = new Callers(settings);
    const attached = new KeepAlive(settings.keepAlive);
    this.#stateless = new StatelessHandler(server, settings, attached);
    if (handlers.sessions && protocols.some(({ http }) => http.sessions)) {
      this.#sessions = new handlers.sessions(server, settings, attached);
    }
    const { shared, sessionIdle } = settings;
    this.#joined = shared?.join(server, sessionIdle, this.#sessions);
    if (this.#sessions) this.#sessions = this.#joined ?? this.#sessions;
    if (handlers.sse && protocols.some(({ http }) => http.legacySse)) {
      this.#sse = new handlers.sse(server, settings, attached);
    }
    this.#routing = new Routing(protocols, this.#sessions);
    this.#anonymous = protocols.every((one) => one.anonymousErrors);
  }

  /** Answers an HTTP request. */
  handle(request: HttpRequest, reply: HttpReply): void {
    if (answerHealth(request, reply, this.settings, this.#closing)) return;
    const { hosts, origins } = this.settings;
    const reject: Reject = (refusal) => {
      const anonymous =
        this.#anonymous || this.#routing.namesStateless(request);
      sendRejection(reply, refusal, anonymous);
    };
    const host = request.header("host");
    const origin = request.header("origin");
    if (!isHostAllowed(host, hosts)) {
      return reject({ status: 403, message: "The Host header is not allowed" });
    }
    if (origin !== undefined) {
      if (!isOriginAllowed(origin, host, origins)) {
        const message = "The Origin header is not allowed";
        return reject({ status: 403, message });
      }
      reply = withOrigin(reply, origin);
    }
    try {
      this.#route(request, reply, reject);
    } catch (error) {
      rejectFault(error, reject, this.settings);
    }
  }

  /**
   * Closes the service in this order: rejects new requests, waits up to a
   * second for responses, then ends streams and sessions.
   */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([
      this.#stateless.close(),
      (this.#joined ?? this.#sessions)?.close(),
      this.#sse?.close(),
    ]);
  }

  #route(request: HttpRequest, reply: HttpReply, reject: Reject): void {
    const { method, target } = request;
    const { path, ssePath, messagesPath } = this.settings;
    const at = withoutQuery(target);
    const rest = withoutQuery(request.rest ?? target);
    const isAt = (place: string): boolean => at === place || rest === place;
    if (this.#rejectLate(reject)) return;
    if (method === "OPTIONS" && request.header("origin") !== undefined) {
      return answerPreflight(request, reply);
    }
    // Check the path of the protected resource metadata first: if a router
    // removes the first part of that path, the rest may equal the path of the
    // MCP endpoint.
    const metadata = findMetadata(at, this.settings);
    if (metadata) {
      return reply.send(200, JSON_HEADERS, JSON.stringify(metadata));
    }
    const sse = this.#sse;
    if (isAt(path)) {
      if (method === "POST") {
        return this.#identify(request, reply, reject, (exchange) =>
          this.#post(exchange),
        );
      }
      const sessions = this.#routing.findSessions(request);
      if (sessions && (method === "GET" || method === "DELETE")) {
        return this.#identify(request, reply, reject, (exchange) =>
          method === "GET" ? sessions.get(exchange) : sessions.delete(exchange),
        );
      }
      return rejectMethod(reject, sessions ? "GET, POST, DELETE" : "POST");
    }
    if (sse && isAt(ssePath)) {
      if (method !== "GET") return rejectMethod(reject, "GET");
      return this.#identify(request, reply, reject, (exchange) => {
        const mounted = at.endsWith(ssePath);
        const mount = mounted ? at.slice(0, -ssePath.length) : "";
        if (!this.#rejectLate(reject)) sse.open(mount, exchange);
      });
    }
    if (sse && isAt(messagesPath)) {
      if (method !== "POST") return rejectMethod(reject, "POST");
      return this.#identify(request, reply, reject, (exchange) => {
        const receive = sse.find(exchange);
        if (receive === undefined) return;
        readMessage(this.settings, exchange, ({ message, content }) => {
          receive(message, content.length);
          exchange.reply.send(202, {});
        });
      });
    }
    // Do not reveal a path that the program has set, because it may be secret.
    const hint = path === "/mcp" ? ". The MCP endpoint is /mcp" : "";
    reject({ status: 404, message: `No endpoint has this path${hint}` });
  }

  /**
   * Rejects a request if the server is closing. Returns whether the request was
   * rejected.
   */
  #rejectLate(reject: Reject): boolean {
    if (!this.#closing) return false;
    const headers = { connection: "close" };
    reject({ status: 503, message: "The server is closing", headers });
    return true;
  }

  /**
   * Identifies the client of a request, then calls `next` or rejects the
   * request.
   */
  #identify(
    request: HttpRequest,
    reply: HttpReply,
    reject: Reject,
    next: (exchange: HttpExchange) => void,
  ): void {
    const { auth, keepAlive } = this.settings;
    const admit = (caller: HttpCaller): void => {
      reply.countFor?.(caller.account);
      if (!auth) return next({ request, reply, caller, reject });
      const isValid = () => this.#isStillValid(request, caller);
      const checked = whileValid(reply, keepAlive, isValid);
      next({ request, reply: checked, caller, reject });
    };
    this.#callers.identify(request, admit, reject);
  }

  async #isStillValid(
    request: HttpRequest,
    caller: HttpCaller,
  ): Promise<boolean> {
    const valid = await this.#callers.isStillValid(request, caller);
    if (!valid) this.#sessions?.lapse(request, caller);
    return valid;
  }

  #post(exchange: HttpExchange): void {
    const { request, reject } = exchange;
    if (!acceptsAnswers(request)) {
      const text = `The Accept header must contain ${JSON_TYPE} and ${EVENTS_TYPE}`;
      return reject({ status: 406, message: text });
    }
    readMessage(this.settings, exchange, (post) => {
      if (this.#rejectLate(reject)) return;
      const routing = this.#routing;
      if (routing.isStateless(post)) {
        this.#stateless.post(post, routing.findUnknownVersion(request));
      } else this.#sessions?.post(post);
    });
  }
}

function rejectMethod(reject: Reject, allow: string): void {
  reject({ status: 405, message: "Method not allowed", headers: { allow } });
}
