import { INVALID_MESSAGE } from "../../json-rpc/messages/errors.js";
import { HELD_LENGTH, Holding } from "../../limits/quota-registry.js";
import { Shares } from "../../limits/quota-share.js";
import { after, unref } from "../../limits/timer.js";
import { lacksScopes } from "../security/auth.js";
import { TOO_MANY } from "../security/callers.js";
import { accepts } from "../security/guard.js";
import { sessionOf } from "../../protocol/connection/session.js";
import { Places } from "../../limits/session-slots.js";
import { VERSION_HEADER } from "../param-headers.js";
import { HttpSession, SESSION_HEADER } from "./session.js";
import { EVENTS_TYPE } from "../types.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { HttpCaller } from "../security/auth.js";
import type { TakenPlace } from "../../limits/session-slots.js";
import type { KeepAlive } from "./keep-alive.js";
import type { Content, Refusal, Refuse } from "../body/messages.js";
import type { HttpSettings } from "./options.js";
import type { HttpReply, HttpRequest } from "../types.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { Origin } from "../../transport/transport.js";

export interface SessionEntry extends TakenPlace {
  readonly session: HttpSession;
  readonly connection: Connection;
  /** What the message that opened it needed. */
  readonly scopes: readonly string[];
  /** How often it was used. */
  uses: number;
}

/** Form of a version: a date. */
const VERSION_FORM = /^\d{4}-\d\d-\d\d$/;

/** The sessions of a server, and the requests that belong to them. */
export class Sessions {
  readonly #server: ServerCore;
  readonly #settings: HttpSettings;
  readonly #attached: KeepAlive;
  readonly entries: Map<string, SessionEntry> = new Map<string, SessionEntry>();
  readonly #places: Places;
  readonly #backlogs = new Shares();

  constructor(server: ServerCore, settings: HttpSettings, attached: KeepAlive) {
    this.#server = server;
    this.#settings = settings;
    this.#attached = attached;
    this.#places = new Places(settings.maxSessions, settings.sessionIdle);
  }

  /** Whether a session has this id. */
  has(id: string): boolean {
    return this.entries.has(id);
  }

  /** A POST with a message, or several. */
  post(
    message: unknown,
    content: Content,
    scopes: readonly string[],
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void {
    const opens = content.method === "initialize";
    if (opens && request.header(SESSION_HEADER) === undefined) {
      if (this.#isMalformed(request.header(VERSION_HEADER))) {
        const text = "The header MCP-Protocol-Version names no version";
        const [id] = content.ids;
        return refuse({ status: 400, message: text, id });
      }
      return this.#open(
        message,
        content,
        scopes,
        request,
        reply,
        caller,
        refuse,
      );
    }
    const entry = this.#find(request, caller, refuse, content);
    if (entry === undefined) return;
    const { session, connection } = entry;
    if (content.batch && !connection.endpoint.protocol.batches) {
      const text = "This revision has no batches";
      return refuse({ status: 400, message: text, code: INVALID_MESSAGE });
    }
    const { length } = content;
    const auth = caller.principal;
    const { id } = session;
    const origin: Origin = { session: id, auth, http: request, length };
    if (content.ids.length === 0) {
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
    this.entries.delete(entry.session.id);
    void entry.connection.close().then(() => reply.send(204, {}));
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    this.#places.close();
    const ends = [...this.entries.values()].map(({ connection }) => {
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
    const { all } = this.#server.endpoint;
    return all.some(({ protocol }) => protocol.http.versionHeader);
  }

  #open(
    message: unknown,
    content: Content,
    scopes: readonly string[],
    http: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void {
    const [id] = content.ids;
    if (id === undefined) return;
    const key = crypto.randomUUID();
    const entry = this.enter(key, caller, scopes, content.length);
    if ("status" in entry) return refuse({ ...entry, id });
    const { principal: auth } = caller;
    entry.session.open(message, id, reply, { session: key, auth, http });
  }

  /**
   * Makes a session, which is yet to be opened, or says why there is no room.
   * `said` is how much its client says of itself.
   */
  enter(
    key: string,
    { account, subject }: HttpCaller,
    scopes: readonly string[],
    said: number,
  ): SessionEntry | Refusal {
    const length = Math.max(HELD_LENGTH, said);
    if (!account.fits(length)) return TOO_MANY;
    if (!this.#places.room(account.holder)) {
      const headers = { "retry-after": "60" };
      return { status: 503, message: "Too many sessions are open", headers };
    }
    const { maxWaiting, retry, events, streamAfter, report, shared } =
      this.#settings;
    const server = this.#server;
    const holding = new Holding(account);
    // What the client says of itself is kept as long as the session.
    holding.keep(length);
    let connection: Connection | undefined;
    const session = new HttpSession({
      id: key,
      owner: subject,
      streamAfter,
      backlogs: this.#backlogs,
      shared,
      streams: {
        prefix: key,
        holder: account.holder,
        store: events,
        get polling() {
          return connection?.endpoint.protocol.http.polling ?? false;
        },
        retry,
        maxWaiting,
        attached: this.#attached,
        report,
      },
      onEnd: () => {
        this.entries.delete(key);
        this.#places.delete(entry);
        holding.release();
      },
    });
    connection = server.keep(server.accept(session, holding));
    session.start(connection);
    connection.session = sessionOf(connection);
    const entry: SessionEntry = {
      session,
      connection,
      scopes,
      used: Date.now(),
      uses: 0,
      holder: account.holder,
      get busy() {
        return session.busy;
      },
      end: () => this.#end(entry),
    };
    this.entries.set(key, entry);
    this.#places.add(entry);
    return entry;
  }

  /**
   * The token of a session's client is not valid any more: the session ends,
   * unless it is used with a valid one before the next look would be due.
   */
  lapse(request: HttpRequest, { subject }: HttpCaller): void {
    const entry = this.entries.get(request.header(SESSION_HEADER) ?? "");
    if (entry === undefined || entry.session.owner !== subject) return;
    const { uses } = entry;
    const end = (): void => {
      if (entry.uses === uses) entry.end();
    };
    unref(after(this.#settings.keepAlive, end));
  }

  /** The session that a request belongs to; refuses the request otherwise. */
  #find(
    request: HttpRequest,
    caller: HttpCaller,
    refuse: Refuse,
    content?: Content,
  ): SessionEntry | undefined {
    const key = request.header(SESSION_HEADER);
    const id = content?.ids[0];
    if (key === undefined) {
      const text = "The header Mcp-Session-Id is missing";
      refuse({ status: 400, message: text, id });
      return undefined;
    }
    const entry = this.entries.get(key);
    if (entry === undefined || entry.session.owner !== caller.subject) {
      refuse({ status: 404, message: "There is no such session", id });
      return undefined;
    }
    // A POST has scopes of its own, which were looked at when it was read.
    if (
      !content &&
      lacksScopes(this.#settings, caller, entry.scopes, id, refuse)
    ) {
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
    entry.uses += 1;
    return entry;
  }

  #end({ session, connection }: SessionEntry): void {
    this.entries.delete(session.id);
    void connection.close();
  }
}
