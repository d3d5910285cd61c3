import { INVALID_MESSAGE } from "../../connection/json-rpc/errors.js";
import { Backlogs } from "./backlog.js";
import { lacksScopes } from "../request/auth.js";
import { accepts } from "../request/guard.js";
import { VERSION_HEADER } from "../mirror.js";
import { HttpSession, SESSION_HEADER } from "./session.js";
import { EVENTS_TYPE } from "../types.js";
import type { Connection } from "../../connection/connection.js";
import type { HttpCaller } from "../request/auth.js";
import type { KeepAlive } from "./keep-alive.js";
import type { Refuse } from "./messages.js";
import type { Readable } from "./read.js";
import type { HttpSettings } from "../request/options.js";
import type { HttpReply, HttpRequest } from "../types.js";
import type { ServerCore } from "../../endpoint/server.js";
import type { Origin } from "../../transport/transport.js";

interface SessionEntry {
  readonly session: HttpSession;
  readonly connection: Connection;
  /** What the message that opened it needed. */
  readonly scopes: readonly string[];
  used: number;
}

/** Form of a version: a date. */
const VERSION_FORM = /^\d{4}-\d\d-\d\d$/;

/** A session that is younger than this is never ended for a new one. */
const MIN_SESSION_AGE = 60_000;

/** The sessions of a server, and the requests that belong to them. */
export class Sessions {
  readonly #server: ServerCore;
  readonly #settings: HttpSettings;
  readonly #attached: KeepAlive;
  readonly #entries = new Map<string, SessionEntry>();
  readonly #backlogs = new Backlogs();
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor(server: ServerCore, settings: HttpSettings, attached: KeepAlive) {
    this.#server = server;
    this.#settings = settings;
    this.#attached = attached;
  }

  /** Whether a session has this id. */
  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** A POST with a message, or several. */
  post(
    message: unknown,
    content: Readable,
    scopes: readonly string[],
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void {
    const opens =
      content.kind === "requests" && content.method === "initialize";
    if (opens && request.header(SESSION_HEADER) === undefined) {
      if (this.#isMalformed(request.header(VERSION_HEADER))) {
        const text = "The header MCP-Protocol-Version names no version";
        const [id] = content.ids;
        return refuse({ status: 400, message: text, id });
      }
      return this.#open(message, content, scopes, reply, caller, refuse);
    }
    const entry = this.#find(request, caller, refuse, content);
    if (entry === undefined) return;
    const { session, connection } = entry;
    if (content.batch && !connection.endpoint.protocol.batches) {
      const text = "This revision has no batches";
      return refuse({ status: 400, message: text, code: INVALID_MESSAGE });
    }
    const origin: Origin = { session: session.id, auth: caller.principal };
    if (content.kind === "others") {
      session.receive(message, origin);
      return reply.send(202, {});
    }
    if (session.answering(content.ids)) {
      const text = "The id is in use by another request";
      const [id] = content.ids;
      return refuse({ status: 400, message: text, code: INVALID_MESSAGE, id });
    }
    session.exchange(message, content.ids, reply, origin);
  }

  /** A GET, which asks for a stream. */
  get(
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void {
    if (!accepts(request.header("accept"), EVENTS_TYPE)) {
      const text = `The client must accept ${EVENTS_TYPE}`;
      return refuse({ status: 406, message: text });
    }
    const entry = this.#find(request, caller, refuse);
    if (entry === undefined) return;
    const last = request.header("last-event-id");
    if (last === undefined) return entry.session.listen(reply);
    void entry.session.resume(reply, last).then((resumed) => {
      const text = "What came after that event is not kept";
      if (!resumed) refuse({ status: 400, message: text });
    });
  }

  /** A DELETE, which ends the session. */
  delete(
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void {
    const entry = this.#find(request, caller, refuse);
    if (entry === undefined) return;
    this.#entries.delete(entry.session.id);
    void entry.connection.close().then(() => reply.send(204, {}));
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const ends = [...this.#entries.values()].map(({ connection }) => {
      connection.ended();
      return connection.done;
    });
    await Promise.all(ends);
  }

  /**
   * Whether the version header holds no version. Before one is negotiated,
   * every version is allowed.
   */
  #isMalformed(version: string | undefined): boolean {
    if (version === undefined || VERSION_FORM.test(version)) return false;
    return this.#server.protocols.some(({ http }) => http.versionHeader);
  }

  #open(
    message: unknown,
    content: Readable & { kind: "requests" },
    scopes: readonly string[],
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void {
    const [id] = content.ids;
    if (id === undefined) return;
    if (this.#entries.size >= this.#settings.maxSessions && !this.#evict()) {
      const headers = { "retry-after": "60" };
      const text = "Too many sessions are open";
      return refuse({ status: 503, message: text, id, headers });
    }
    const { maxWaiting, retry, events, streamAfter, report } = this.#settings;
    const server = this.#server;
    const key = crypto.randomUUID();
    let connection: Connection | undefined;
    const session = new HttpSession({
      id: key,
      owner: caller.subject,
      streamAfter,
      backlogs: this.#backlogs,
      streams: {
        prefix: key,
        store: events,
        get polling() {
          return connection?.endpoint.protocol.http.polling ?? false;
        },
        retry,
        maxWaiting,
        attached: this.#attached,
        report,
      },
      onEnd: () => this.#entries.delete(key),
    });
    connection = server.accept(session);
    this.#entries.set(key, { session, connection, scopes, used: Date.now() });
    this.#sweeper ??= this.#startSweeping();
    session.open(message, id, reply, { session: key, auth: caller.principal });
  }

  /** The session that a request belongs to; refuses the request otherwise. */
  #find(
    request: HttpRequest,
    caller: HttpCaller,
    refuse: Refuse,
    content?: Readable,
  ): SessionEntry | undefined {
    const key = request.header(SESSION_HEADER);
    const id = content?.kind === "requests" ? content.ids[0] : undefined;
    if (key === undefined) {
      const text = "The header Mcp-Session-Id is missing";
      refuse({ status: 400, message: text, id });
      return undefined;
    }
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.session.owner !== caller.subject) {
      refuse({ status: 404, message: "There is no such session", id });
      return undefined;
    }
    // A POST has scopes of its own, which were looked at when it was read.
    const scopes = content ? [] : entry.scopes;
    const settings = this.#settings;
    if (lacksScopes(settings, caller.principal, scopes, id, refuse)) {
      return undefined;
    }
    const { protocol } = entry.connection.endpoint;
    const version = request.header(VERSION_HEADER);
    if (
      protocol.http.versionHeader &&
      version !== undefined &&
      version !== protocol.version
    ) {
      const text = `This session speaks ${protocol.version}, not ${version}`;
      refuse({ status: 400, message: text, id });
      return undefined;
    }
    entry.used = Date.now();
    return entry;
  }

  /** Ends the session that was unused for longest; false when none was. */
  #evict(): boolean {
    let oldest: SessionEntry | undefined;
    for (const entry of this.#entries.values()) {
      if (entry.session.busy) continue;
      if (oldest === undefined || entry.used < oldest.used) oldest = entry;
    }
    if (oldest === undefined || Date.now() - oldest.used < MIN_SESSION_AGE)
      return false;
    this.#end(oldest);
    return true;
  }

  #startSweeping(): ReturnType<typeof setInterval> {
    const { sessionIdle } = this.#settings;
    const period = Math.min(60_000, Math.max(10, sessionIdle / 4));
    const timer = setInterval(() => this.#sweep(Date.now()), period);
    (timer as unknown as { unref?(): void }).unref?.();
    return timer;
  }

  #sweep(now: number): void {
    for (const entry of this.#entries.values()) {
      if (entry.session.busy) entry.used = now;
      else if (now - entry.used >= this.#settings.sessionIdle) this.#end(entry);
    }
  }

  #end({ session, connection }: SessionEntry): void {
    this.#entries.delete(session.id);
    void connection.close();
  }
}
