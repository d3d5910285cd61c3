import {
  INVALID_MESSAGE,
  served,
  UNSUPPORTED_VERSION,
} from "../../json-rpc/messages/errors.js";
import { metadataAt } from "../security/auth.js";
import { Callers } from "../security/callers.js";
import { fault } from "../body/fault.js";
import { whileValid } from "../security/while-valid.js";
import {
  acceptsAnswers,
  answerPreflight,
  hostAllowed,
  originAllowed,
  withOrigin,
} from "../security/guard.js";
import { KeepAlive } from "./keep-alive.js";
import { refuse } from "../body/messages.js";
import { httpSettings } from "./options.js";
import { Routing } from "./routing.js";
import { readMessage } from "../body/read.js";
import { serveSingle } from "./single.js";
import { EVENTS_TYPE, JSON_HEADERS, JSON_TYPE } from "../types.js";
import { isObject } from "../../validation/guards.js";
import { HTTP_WAYS } from "./ways.js";
import type { SessionWay } from "./shared-state.js";
import type { SseWay } from "./ways.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { HttpOptions, HttpSettings } from "./options.js";
import type { Content, Refuse } from "../body/messages.js";
import type { HttpCaller } from "../security/auth.js";
import type { Take } from "../body/read.js";
import type { HttpReply, HttpRequest } from "../types.js";
import type { RequestMessage } from "../../json-rpc/messages/messages.js";

/** By what it is: it may be of another copy of the runtime. */
function isServer(value: object): value is ServerCore {
  return "endpoint" in value && "handlers" in value && "accept" in value;
}

/** Serves HTTP, whatever the platform: checks, routes, and hands over. */
export class HttpService {
  readonly settings: HttpSettings;
  readonly #server: ServerCore;
  readonly #callers: Callers;
  readonly #sessions: SessionWay | undefined;
  readonly #sse: SseWay | undefined;
  readonly #routing: Routing;
  readonly #anonymous: boolean;
  readonly #attached: KeepAlive;
  readonly #open = new Set<Connection>();
  readonly #joined: SessionWay | undefined;
  #closing = false;

  /** `server` is what `createServer` returned. */
  constructor(server: object, options: HttpOptions) {
    if (!isServer(server)) {
      throw new TypeError("This takes a server that createServer made");
    }
    const { endpoint } = server;
    const protocols = endpoint.all.map(({ protocol }) => protocol);
    const settings = httpSettings(options, endpoint);
    this.settings = settings;
    this.#server = server;
    this.#callers = new Callers(settings);
    const attached = new KeepAlive(settings.keepAlive);
    this.#attached = attached;
    const { Sessions, SseHost } = HTTP_WAYS;
    if (Sessions && protocols.some(({ http }) => http.sessions)) {
      this.#sessions = new Sessions(server, settings, attached);
    }
    const { shared, sessionIdle } = settings;
    this.#joined = shared?.join(server, sessionIdle, this.#sessions);
    if (this.#sessions) this.#sessions = this.#joined ?? this.#sessions;
    if (SseHost && protocols.some(({ http }) => http.twoAddresses)) {
      this.#sse = new SseHost(server, settings, attached);
    }
    this.#routing = new Routing(protocols, this.#sessions);
    this.#anonymous = protocols.every((one) => one.anonymousErrors);
  }

  /** Answers a request. */
  handle(request: HttpRequest, reply: HttpReply): void {
    const { hosts, origins } = this.settings;
    const no: Refuse = (refusal) => {
      const anonymous = this.#anonymous || this.#routing.namesSingle(request);
      refuse(reply, refusal, anonymous);
    };
    const host = request.header("host");
    const origin = request.header("origin");
    if (!hostAllowed(host, hosts)) {
      return no({ status: 403, message: "This host name is not served" });
    }
    if (origin !== undefined) {
      if (!originAllowed(origin, host, origins)) {
        const message = "This origin may not send requests";
        return no({ status: 403, message });
      }
      reply = withOrigin(reply, origin);
    }
    try {
      this.#route(request, reply, no);
    } catch (error) {
      fault(error, no, this.settings);
    }
  }

  /**
   * Ends in order: new requests are refused, what is being answered may be
   * answered within a second, then streams and sessions end.
   */
  async close(): Promise<void> {
    this.#closing = true;
    const ends = [...this.#open].map((connection) => {
      connection.ended();
      return connection.done;
    });
    const sessions = this.#joined ?? this.#sessions;
    await Promise.all([...ends, sessions?.close(), this.#sse?.close()]);
  }

  #route(request: HttpRequest, reply: HttpReply, no: Refuse): void {
    const { method, target } = request;
    const { path, ssePath, messagesPath } = this.settings;
    const at = withoutQuery(target);
    const rest = withoutQuery(request.rest ?? target);
    const isAt = (place: string): boolean => at === place || rest === place;
    if (this.#isLate(no)) return;
    if (method === "OPTIONS" && request.header("origin") !== undefined) {
      return answerPreflight(request, reply);
    }
    // Before the endpoint: what a router leaves of its path may be the endpoint's.
    const metadata = metadataAt(at, this.settings);
    if (metadata) {
      return reply.send(200, JSON_HEADERS, JSON.stringify(metadata));
    }
    const sse = this.#sse;
    if (isAt(path)) {
      if (method === "POST") {
        return this.#identified(request, reply, no, (caller, reply) =>
          this.#post(request, reply, caller, no),
        );
      }
      const sessions = this.#routing.sessionsOf(request);
      if (sessions && (method === "GET" || method === "DELETE")) {
        return this.#identified(request, reply, no, (caller, reply) =>
          method === "GET"
            ? sessions.get(request, reply, caller, no)
            : sessions.delete(request, reply, caller, no),
        );
      }
      return notAllowed(no, sessions ? "GET, POST, DELETE" : "POST");
    }
    if (sse && isAt(ssePath)) {
      if (method !== "GET") return notAllowed(no, "GET");
      return this.#identified(request, reply, no, (caller, reply) => {
        const mounted = at.endsWith(ssePath);
        const mount = mounted ? at.slice(0, -ssePath.length) : "";
        if (!this.#isLate(no)) sse.open(mount, reply, caller, no);
      });
    }
    if (sse && isAt(messagesPath)) {
      if (method !== "POST") return notAllowed(no, "POST");
      return this.#identified(request, reply, no, (caller) => {
        const receive = sse.find(request, caller, no);
        if (receive === undefined) return;
        readMessage(this.settings, request, caller, no, (message, content) => {
          receive(message, content.length);
          reply.send(202, {});
        });
      });
    }
    no({ status: 404, message: "There is nothing here" });
  }

  /** Refuses a request that begins, or is complete, while the server closes. */
  #isLate(no: Refuse): boolean {
    if (!this.#closing) return false;
    const headers = { connection: "close" };
    no({ status: 503, message: "The server is closing", headers });
    return true;
  }

  #identified(
    request: HttpRequest,
    reply: HttpReply,
    no: Refuse,
    next: (caller: HttpCaller, reply: HttpReply) => void,
  ): void {
    const { auth, keepAlive } = this.settings;
    const admit = (caller: HttpCaller): void => {
      reply.countFor?.(caller.account);
      if (!auth) return next(caller, reply);
      const valid = () => this.#isStill(request, caller);
      next(caller, whileValid(reply, keepAlive, valid));
    };
    this.#callers.identify(request, admit, no);
  }

  async #isStill(request: HttpRequest, caller: HttpCaller): Promise<boolean> {
    const still = await this.#callers.isStill(request, caller);
    if (!still) this.#sessions?.lapse(request, caller);
    return still;
  }

  #post(
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    no: Refuse,
  ): void {
    if (!acceptsAnswers(request)) {
      const text = `The client must accept ${JSON_TYPE} and ${EVENTS_TYPE}`;
      return no({ status: 406, message: text });
    }
    const take: Take = (message, content, scopes) => {
      if (this.#isLate(no)) return;
      if (this.#routing.standsAlone(message, content, request)) {
        return this.#serveSingle(message, content, request, reply, caller);
      }
      const sessions = this.#sessions;
      sessions?.post(message, content, scopes, request, reply, caller, no);
    };
    readMessage(this.settings, request, caller, no, take);
  }

  #serveSingle(
    message: unknown,
    content: Content,
    request: HttpRequest,
    reply: HttpReply,
    { principal, account }: HttpCaller,
  ): void {
    if (content.batch || !isObject(message)) {
      const text = "This revision has no batches";
      const code = INVALID_MESSAGE;
      return refuse(reply, { status: 400, message: text, code }, true);
    }
    if (content.ids.length === 0) {
      if (message.method !== undefined) {
        return this.#notified(request, reply);
      }
      const text = "A client must not send responses at this revision";
      const code = INVALID_MESSAGE;
      return refuse(reply, { status: 400, message: text, code }, true);
    }
    const connection = serveSingle(
      this.#server,
      message as unknown as RequestMessage,
      request,
      reply,
      { auth: principal, http: request, length: content.length },
      account,
      this.settings,
      this.#attached,
    );
    if (connection === undefined) return;
    const open = this.#open;
    open.add(connection);
    void connection.done.then(() => open.delete(connection));
  }

  /** A notification arrived that belongs to no session. */
  #notified(request: HttpRequest, reply: HttpReply): void {
    const requested = this.#routing.unknown(request);
    if (requested === undefined) return reply.send(202, {});
    const { versions: supported } = this.#server.endpoint;
    const message = `Unsupported protocol version: ${requested}; ${served(supported, requested)}`;
    const data = { supported, requested };
    const refusal = { status: 400, message, code: UNSUPPORTED_VERSION, data };
    refuse(reply, refusal, true);
  }
}

/** A target without its query. */
function withoutQuery(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

function notAllowed(no: Refuse, allow: string): void {
  no({ status: 405, message: "Method not allowed", headers: { allow } });
}
