import { rejectFault } from "../../http/body/fault.js";
import {
  EVENTS_TYPE,
  LAST_EVENT_HEADER,
  SESSION_HEADER,
} from "../../http/headers.js";
import { accepts } from "../../http/security/guard.js";
import { deferredReply } from "./deferred-reply.js";
import { handleMessages } from "./session-messages.js";
import { Listeners } from "./listeners.js";
import { mayChange } from "./record.js";
import { LOST_EVENTS, ResumedStreams } from "./resumed-streams.js";
import { encodeMessage } from "../messages.js";
import { routeToOwner } from "../routing.js";
import { NO_SESSION, SessionRepository } from "./session-repository.js";
import { StoreError } from "../store/store.js";
import { parseEventId, parseSessionId, toSessionId } from "../store/values.js";
import type { ClusterNode } from "../cluster-node.js";
import type { HttpCaller } from "../../http/security/auth.js";
import type { HttpExchange, PostExchange } from "../../http/server/exchange.js";
import type { HttpHeaders, HttpReply, HttpRequest } from "../../http/types.js";
import type { QueuedMessage } from "../../http/server/sessions/backlog.js";
import type { Reject, Rejection } from "../../http/body/rejection.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";
import type { SessionEntry } from "../../http/server/sessions/session-table.js";
import type { SessionHandler } from "../../http/server/handlers.js";
import type { Sessions } from "../../http/server/sessions/sessions.js";
import type { SharedEvents } from "../events.js";
import type { StoreArgument } from "../store/values.js";

/**
 * Handles sessions that any process of the cluster can continue. Each process
 * has copies of the sessions for which it received requests. Before a process
 * answers a request, it updates its copy of the session from the store.
 */
export class SharedSessions implements SessionHandler {
  /** Handler for the copies of sessions in this process. */
  readonly #local: Sessions;
  readonly #sessions: SessionRepository;
  readonly #listeners: Listeners;
  readonly #streams: ResumedStreams;
  readonly #events: SharedEvents;
  readonly #report: (problem: Error) => void;
  #lastKept = Date.now();

  constructor(
    node: ClusterNode,
    events: SharedEvents,
    local: Sessions,
    idle: number,
    report: (problem: Error) => void,
  ) {
    const sessions = new SessionRepository(node, local.table, idle);
    this.#local = local;
    this.#sessions = sessions;
    this.#listeners = new Listeners(sessions);
    this.#streams = new ResumedStreams(
      sessions,
      this.#listeners,
      events,
      report,
    );
    this.#events = events;
    this.#report = report;
    handleMessages(sessions, this.#listeners, this.#streams);
    node.onBeat.add(() => this.#keepBusy());
  }

  has(id: string): boolean {
    return parseSessionId(id) !== undefined;
  }

  post(exchange: PostExchange): void {
    const { message, content, request, reply, caller, reject } = exchange;
    const header = request.header(SESSION_HEADER);
    const [first] = content.ids;
    if (header === undefined) return this.#open(exchange);
    const id = parseSessionId(header);
    if (id === undefined) return reject({ ...NO_SESSION, id: first });
    this.#try(reject, first, async () => {
      const { store, name } = this.#sessions.node;
      const forwards: StoreArgument[] = [];
      const own = routeToOwner(
        message,
        name,
        (one) => this.#entry(id)?.session.answering([one]) ?? false,
        (forward) => {
          const kind = forward.to === "" ? "cancel" : "message";
          const rest = { s: id, m: forward.message };
          forwards.push(store.channel(forward.to), encodeMessage(kind, rest));
        },
      );
      const problem = await this.#sessions.touch(id, caller, forwards);
      if (problem) return reject({ ...problem, id: first });
      if (own === undefined) return reply.send(202, {});
      const changes = mayChange(own) || this.#sessions.isUnsaved(id);
      const to = changes
        ? this.#defer(reply, reject, first, () => this.#sessions.save(id))
        : reply;
      this.#local.post({ ...exchange, message: own, reply: to });
    });
  }

  get(exchange: HttpExchange): void {
    const { request, caller, reject } = exchange;
    const header = request.header(SESSION_HEADER);
    const last = request.header(LAST_EVENT_HEADER);
    if (header === undefined || !accepts(request.header("accept"), EVENTS_TYPE))
      return this.#local.get(exchange);
    const id = parseSessionId(header);
    if (id === undefined) return reject(NO_SESSION);
    this.#try(reject, undefined, async () => {
      const event = last === undefined ? undefined : parseEventId(last);
      const go = (): void => this.#local.get(exchange);
      let problem: Rejection | undefined;
      if (event) problem = await this.#streams.resume(id, caller, event, go);
      else if (last === undefined)
        problem = await this.#listeners.hear(id, caller, go);
      else problem = (await this.#sessions.touch(id, caller)) ?? LOST_EVENTS;
      if (problem) reject(problem);
    });
  }

  delete(exchange: HttpExchange): void {
    const { request, reply, caller, reject } = exchange;
    const header = request.header(SESSION_HEADER);
    if (header === undefined) return this.#local.delete(exchange);
    const id = parseSessionId(header);
    if (id === undefined) return reject(NO_SESSION);
    this.#try(reject, undefined, async () => {
      const problem = await this.#sessions.touch(id, caller);
      if (problem) return reject(problem);
      const ended = this.#defer(reply, reject, undefined, () =>
        this.#sessions.end(id),
      );
      this.#local.delete({ ...exchange, reply: ended });
    });
  }

  lapse(request: HttpRequest, caller: HttpCaller): void {
    this.#local.lapse(request, caller);
  }

  /** Closes the sessions in this process. They continue in other processes. */
  async close(): Promise<void> {
    this.stay();
    await this.#local.close();
    await this.#events.flushed();
    await this.#sessions.ended();
    await this.#sessions.node.leave();
  }

  /**
   * Prepares the end of this process: sessions that end in this process from
   * now on continue in other processes.
   */
  stay(): void {
    this.#events.closing = true;
    for (const id of this.#local.table.entries.keys()) this.#sessions.stay(id);
  }

  listens(session: string): boolean {
    return this.#listeners.homes.has(session);
  }

  /**
   * Sends a message that belongs to no request, through the process that holds
   * the client's GET stream.
   */
  tell(session: string, message: QueuedMessage): void {
    this.#listeners.tell(toSessionId(session), message);
  }

  /**
   * Opens a session. Answers the request after the session is saved in the
   * store.
   */
  #open(exchange: PostExchange): void {
    const { message, content, scopes, reply, reject } = exchange;
    const [first] = content.ids;
    const opening = this.#defer(reply, reject, first, (headers) => {
      const opened = headers[SESSION_HEADER];
      return opened === undefined
        ? undefined
        : this.#sessions.open(opened, message, scopes);
    });
    this.#try(reject, first, async () => {
      await this.#sessions.node.ready();
      this.#local.post({ ...exchange, reply: opening });
    });
  }

  #entry(id: string): SessionEntry | undefined {
    return this.#local.table.entries.get(id);
  }

  /**
   * Runs `work`, which uses the store. If `work` fails, rejects the HTTP
   * request.
   */
  #try(
    reject: Reject,
    id: RequestId | undefined,
    work: () => Promise<void>,
  ): void {
    work().catch((error: unknown) => this.#failed(error, reject, id));
  }

  #failed(error: unknown, reject: Reject, id: RequestId | undefined): void {
    if (!(error instanceof StoreError)) {
      return rejectFault(error, reject, { report: this.#report });
    }
    const problem = error.refused ? "refused a command" : "does not respond";
    const message = `The session store ${problem}; send the request again`;
    reject({ status: 503, message, id, headers: { "retry-after": "1" } });
  }

  /**
   * Returns an HTTP reply that is sent after `work`. If `work` fails because of
   * the store, the reply has status 503.
   */
  #defer(
    reply: HttpReply,
    reject: Reject,
    id: RequestId | undefined,
    work: (headers: HttpHeaders) => Promise<unknown> | undefined,
  ): HttpReply {
    return deferredReply(reply, work, (error) =>
      this.#failed(error, reject, id),
    );
  }

  /** Extends the lifetime of the stored sessions that have running requests. */
  #keepBusy(): void {
    const now = Date.now();
    if (now - this.#lastKept < this.#sessions.life / 4) return;
    this.#lastKept = now;
    const busy = [...this.#local.table.entries.values()]
      .filter(({ session }) => session.busy)
      .map(({ session }) => toSessionId(session.id));
    this.#sessions.keepBusy(busy);
  }
}
