import { Backlog } from "./backlog.js";
import { Exchange } from "./exchange.js";
import { EventStream } from "./stream.js";
import { JSON_HEADERS, STREAM_HEADERS } from "../types.js";
import { written } from "../body/serialize-message.js";
import type { Shares } from "../../limits/quota-share.js";
import type { Waiting } from "./backlog.js";
import type { StreamSettings } from "./stream.js";
import type { SharedState } from "./shared-state.js";
import type { HttpReply } from "../types.js";
import type { Message, RequestId } from "../../json-rpc/messages/messages.js";
import type { Origin, Receiver, Transport } from "../../transport/transport.js";

/** Header with the session's id. */
export const SESSION_HEADER = "mcp-session-id";

/** Streams that one session can come back to, at most. */
const MAX_STREAMS = 100;

/** Streams for what belongs to no request that are open at a time. */
const MAX_LISTENERS = 8;

/** What a session is made of. */
export interface SessionSettings {
  readonly id: string;
  /** Who alone may use it; undefined when nobody has to prove anything. */
  readonly owner: string | undefined;
  /** When a request without an answer is given a stream. */
  readonly streamAfter: number;
  readonly streams: StreamSettings;
  /** What waits in all sessions of the server. */
  readonly backlogs: Shares;
  readonly shared?: SharedState | undefined;
  /** Called once, when it has ended. */
  readonly onEnd: () => void;
}

/**
 * One session of Streamable HTTP: a conversation whose messages come in
 * requests, and go out in their answers or on streams that were asked for.
 */
export class HttpSession implements Transport {
  readonly id: string;
  readonly owner: string | undefined;
  readonly #settings: SessionSettings;
  /** What is being answered, by the ids of its requests. */
  readonly #exchanges = new Map<RequestId, Exchange>();
  /**
   * The one whose message is being received. Most are answered by then, and a
   * Map that has one entry or none costs more to change than all else here.
   */
  #current: Exchange | undefined;
  readonly streams: Map<string, EventStream> = new Map<string, EventStream>();
  /** Streams for what belongs to no request, the latest last. */
  readonly listeners: EventStream[] = [];
  readonly #backlog: Backlog;
  #receiver: Receiver | undefined;
  #opening: RequestId | undefined;
  #lastStream = 0;
  /** Streams that may be there before some are given up. */
  #pruneAbove: number;
  #ended = false;

  constructor(settings: SessionSettings) {
    this.id = settings.id;
    this.owner = settings.owner;
    this.#settings = settings;
    this.#backlog = new Backlog(settings.backlogs, settings.streams.holder);
    this.#pruneAbove = this.#most;
  }

  /** Streams that are kept; without a store nobody can come back to one. */
  get #most(): number {
    return this.#settings.streams.store ? MAX_STREAMS : 1;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /** Whether something is being answered, or somebody listens. */
  get busy(): boolean {
    if (this.#current || this.#exchanges.size > 0) return true;
    for (const stream of this.streams.values()) {
      if (stream.attached) return true;
    }
    return false;
  }

  /** Whether an id is in use by a request that is being answered. */
  answering(ids: readonly RequestId[]): boolean {
    return ids.some((id) => this.#exchangeOf(id) !== undefined);
  }

  /** Requests arrived. */
  exchange(
    message: unknown,
    ids: readonly RequestId[],
    reply: HttpReply,
    origin: Origin,
  ): void {
    const exchange = new Exchange(ids, reply, () => this.#newStream(ids));
    const outer = this.#current;
    this.#current = exchange;
    this.#receiver?.receive(message, origin);
    this.#current = outer;
    if (exchange.finished) return;
    for (const id of ids) this.#exchanges.set(id, exchange);
    exchange.watch(this.#settings.streamAfter);
  }

  /** The request that opens the session arrived. */
  open(message: unknown, id: RequestId, reply: HttpReply, from: Origin): void {
    this.#opening = id;
    this.exchange(message, [id], reply, from);
  }

  /** Notifications or responses arrived. */
  receive(message: unknown, origin: Origin): void {
    this.#receiver?.receive(message, origin);
  }

  /** The client wants to hear what belongs to no request. */
  listen(reply: HttpReply): void {
    const stream = this.#newStream([]);
    const reader = reply.stream(STREAM_HEADERS);
    reply.onGone(() => stream.detach(reader));
    stream.attach(reader);
    this.listeners.push(stream);
    this.#cutListeners();
    this.#flush();
  }

  /** The client comes back to a stream; false when it cannot. */
  async resume(reply: HttpReply, lastEventId: string): Promise<boolean> {
    const [, id = "", number = ""] = /^([\w.]+)-(\d+)$/.exec(lastEventId) ?? [];
    const stream = this.streams.get(id);
    if (stream === undefined) return false;
    const resumed = await stream.resume(Number(number), () => {
      const reader = reply.stream(STREAM_HEADERS);
      reply.onGone(() => stream.detach(reader));
      return reader;
    });
    this.#cutListeners();
    this.#flush();
    return resumed;
  }

  send(message: Message, about?: RequestId): void {
    const { shared } = this.#settings;
    const data = written(shared?.outgoing(message) ?? message);
    const exchange = about === undefined ? about : this.#exchangeOf(about);
    if (!Array.isArray(message) && "method" in message) {
      if (exchange) exchange.push(data);
      else this.tell({ method: message.method, data });
    } else if (exchange) {
      this.#answered(exchange, message, data);
    }
  }

  unanswered(about: RequestId): void {
    const exchange = this.#exchangeOf(about);
    if (exchange === undefined) return;
    // For a batch this is called once, with its last request.
    this.#forget(exchange);
    exchange.drop();
  }

  release(about: RequestId): void {
    this.#exchangeOf(about)?.open().release();
  }

  /** Ends the session: everything that the client reads ends. */
  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#current?.drop();
    for (const exchange of new Set(this.#exchanges.values())) exchange.drop();
    this.#exchanges.clear();
    for (const stream of this.streams.values()) stream.forget();
    this.streams.clear();
    this.#backlog.take();
    this.#settings.onEnd();
    this.#receiver?.closed();
  }

  #exchangeOf(id: RequestId): Exchange | undefined {
    const current = this.#current;
    return current?.ids.includes(id) ? current : this.#exchanges.get(id);
  }

  #forget(exchange: Exchange): void {
    if (exchange === this.#current) return;
    for (const id of exchange.ids) this.#exchanges.delete(id);
  }

  #answered(exchange: Exchange, message: Message, data: string): void {
    const answered = Array.isArray(message)
      ? exchange.ids
      : [(message as { id?: RequestId }).id as RequestId];
    const opening = this.#opening === answered[0];
    const opens = opening && "result" in message;
    const headers = opens
      ? { ...JSON_HEADERS, [SESSION_HEADER]: this.id }
      : JSON_HEADERS;
    exchange.answer(data, answered.length, headers);
    if (exchange.finished) this.#forget(exchange);
    if (opening) this.#opening = undefined;
    if (opening && !opens) this.close();
  }

  /** Sends what belongs to no request, on one stream. */
  tell(message: Waiting): void {
    const { shared } = this.#settings;
    const here = shared?.listens(this.id) ?? true;
    for (let at = this.listeners.length - 1; here && at >= 0; at -= 1) {
      const stream = this.listeners[at];
      if (stream?.attached) return stream.send(message.data);
    }
    if (shared?.tell(this.id, message)) return;
    // Nobody will listen to what has ended.
    if (!this.#ended) this.#backlog.add(message);
  }

  /** Ends the connections of the oldest listeners that are too many. */
  #cutListeners(): void {
    const open = this.listeners.filter((stream) => stream.attached);
    for (const stream of open.slice(0, -MAX_LISTENERS)) stream.cut();
  }

  #flush(): void {
    for (const message of this.#backlog.take()) this.tell(message);
  }

  /** A stream of that name, which another process may have begun. */
  adopt(id: string, requests: readonly RequestId[]): EventStream {
    const stream = new EventStream(id, this.#settings.streams, requests);
    this.streams.set(id, stream);
    return stream;
  }

  #newStream(requests: readonly RequestId[]): EventStream {
    const { shared } = this.#settings;
    const id = `${shared?.mark ?? ""}${++this.#lastStream}`;
    const stream = this.adopt(id, requests);
    if (this.streams.size > this.#pruneAbove) this.#prune(stream);
    return stream;
  }

  /**
   * Gives up what nobody reads, the oldest first. As many as are in use may be
   * opened before it looks again, so that each new stream costs the same.
   */
  #prune(newest: EventStream): void {
    const most = this.#most;
    let used = 0;
    for (const stream of this.streams.values()) {
      if (this.streams.size <= most) break;
      const open = stream === newest || stream.attached;
      if (open || !(stream.ended || this.listeners.includes(stream))) {
        used += 1;
        continue;
      }
      this.streams.delete(stream.id);
      const at = this.listeners.indexOf(stream);
      if (at >= 0) this.listeners.splice(at, 1);
      stream.forget();
    }
    this.#pruneAbove = this.streams.size + used;
  }
}
