import { Backlog } from "./backlog.js";
import { PendingResponse } from "./pending-response.js";
import { SessionStreams } from "./session-streams.js";
import { serializeMessage } from "../../body/serialize-message.js";
import { JSON_HEADERS, SESSION_HEADER, STREAM_HEADERS } from "../../headers.js";
import type { QuotaShares } from "../../../limits/quota-share.js";
import type { QueuedMessage } from "./backlog.js";
import type { StreamSettings } from "./stream.js";
import type { SharedState } from "../shared-state.js";
import type { HttpReply } from "../../types.js";
import type {
  Message,
  RequestId,
} from "../../../json-rpc/messages/messages.js";
import type {
  Origin,
  Receiver,
  Transport,
} from "../../../transport/transport.js";

/** Settings of a session. */
export interface SessionSettings {
  readonly id: string;
  /**
   * Subject of the only client that may use the session; undefined without
   * authentication.
   */
  readonly owner: string | undefined;
  /**
   * Time after which a request without a response gets an event stream, in
   * milliseconds.
   */
  readonly streamAfter: number;
  readonly streams: StreamSettings;
  /** Lengths of the backlogs (message queues) of all sessions, by client. */
  readonly backlogs: QuotaShares;
  readonly shared?: SharedState | undefined;
  /** Callback invoked once when the session ends. */
  readonly onEnd: () => void;
}

/**
 * Server side of a session of Streamable HTTP. The client sends messages in
 * POSTs. The server sends messages in the responses to these POSTs, or on
 * streams that the client opened.
 */
export class HttpSession implements Transport {
  readonly id: string;
  readonly owner: string | undefined;
  readonly #settings: SessionSettings;
  /** Pending HTTP responses by the ids of their requests. */
  readonly #exchanges = new Map<RequestId, PendingResponse>();
  /**
   * Pending response to the message that is being received. It is not stored in
   * the Map of pending responses: most responses are complete at once, and
   * changing the Map would be the highest cost of a request.
   */
  #current: PendingResponse | undefined;
  readonly streams: SessionStreams;
  readonly #backlog: Backlog;
  #receiver: Receiver | undefined;
  #opening: RequestId | undefined;
  #ended = false;

  constructor(settings: SessionSettings) {
    this.id = settings.id;
    this.owner = settings.owner;
    this.#settings = settings;
    this.#backlog = new Backlog(settings.backlogs, settings.streams.holder);
    const { shared, streams } = settings;
    this.streams = new SessionStreams(streams, shared?.mark ?? "");
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /** Whether a request is being answered, or the client reads a stream. */
  get busy(): boolean {
    if (this.#current || this.#exchanges.size > 0) return true;
    return this.streams.attached;
  }

  /**
   * Returns whether a request with one of these ids is already being answered.
   */
  answering(ids: readonly RequestId[]): boolean {
    return ids.some((id) => this.#exchangeOf(id) !== undefined);
  }

  /** Receives a message or batch that contains requests. */
  exchange(
    message: unknown,
    ids: readonly RequestId[],
    reply: HttpReply,
    origin: Origin,
  ): void {
    const exchange = new PendingResponse(ids, reply, () =>
      this.streams.begin(ids),
    );
    const outer = this.#current;
    this.#current = exchange;
    this.#receiver?.receive(message, origin);
    this.#current = outer;
    if (exchange.finished) return;
    for (const id of ids) this.#exchanges.set(id, exchange);
    exchange.watch(this.#settings.streamAfter);
  }

  /** Receives the `initialize` request that opens the session. */
  open(message: unknown, id: RequestId, reply: HttpReply, from: Origin): void {
    this.#opening = id;
    this.exchange(message, [id], reply, from);
  }

  /** Receives a message or batch that contains no requests. */
  receive(message: unknown, origin?: Origin): void {
    this.#receiver?.receive(message, origin);
  }

  /** Opens a listener: a stream for messages without a related request. */
  listen(reply: HttpReply): void {
    const stream = this.streams.begin([]);
    const reader = reply.stream(STREAM_HEADERS);
    reply.onGone(() => stream.detach(reader));
    stream.attach(reader);
    this.streams.preferListener(stream);
    this.#flush();
  }

  /**
   * Resumes the stream that `lastEventId` belongs to; resolves to false if the
   * stream cannot be resumed.
   */
  async resume(reply: HttpReply, lastEventId: string): Promise<boolean> {
    const [, id = "", number = ""] = /^([\w.]+)-(\d+)$/.exec(lastEventId) ?? [];
    const stream = this.streams.get(id);
    if (stream === undefined) return false;
    const resumed = await stream.resume(Number(number), () => {
      const reader = reply.stream(STREAM_HEADERS);
      reply.onGone(() => stream.detach(reader));
      return reader;
    });
    if (resumed && this.streams.isListener(stream))
      this.streams.preferListener(stream);
    this.#flush();
    return resumed;
  }

  send(message: Message, relatedRequestId?: RequestId): void {
    const { shared } = this.#settings;
    const data = serializeMessage(shared?.outgoing(message) ?? message);
    const exchange =
      relatedRequestId === undefined
        ? relatedRequestId
        : this.#exchangeOf(relatedRequestId);
    if (!Array.isArray(message) && "method" in message) {
      if (exchange) exchange.push(data);
      else this.tell({ method: message.method, data });
    } else if (exchange) {
      this.#answered(exchange, message, data);
    }
  }

  unanswered(relatedRequestId: RequestId): void {
    const exchange = this.#exchangeOf(relatedRequestId);
    if (exchange === undefined) return;
    // If a POST contains a batch, this method is called only once for the
    // batch, with the id of its last request. Therefore forget all requests of
    // the POST.
    this.#forget(exchange);
    exchange.drop();
  }

  release(relatedRequestId: RequestId): void {
    this.#exchangeOf(relatedRequestId)?.open().release();
  }

  /** Ends the session and all its streams. */
  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#current?.drop();
    for (const exchange of new Set(this.#exchanges.values())) exchange.drop();
    this.#exchanges.clear();
    this.streams.close();
    this.#backlog.take();
    this.#settings.onEnd();
    this.#receiver?.closed();
  }

  #exchangeOf(id: RequestId): PendingResponse | undefined {
    const current = this.#current;
    return current?.ids.includes(id) ? current : this.#exchanges.get(id);
  }

  #forget(exchange: PendingResponse): void {
    if (exchange === this.#current) return;
    for (const id of exchange.ids) this.#exchanges.delete(id);
  }

  #answered(exchange: PendingResponse, message: Message, data: string): void {
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

  /**
   * Sends a message without a related request to the client, on the latest
   * listener (open GET stream). Without a listener, adds the message to the
   * backlog.
   */
  tell(message: QueuedMessage): void {
    const { shared } = this.#settings;
    const here = shared?.listens(this.id) ?? true;
    const listener = here ? this.streams.listener : undefined;
    if (listener) return listener.send(message.data);
    if (shared?.tell(this.id, message)) return;
    // The client cannot open a stream in an ended session, so it would never
    // receive the queued message.
    if (!this.#ended) this.#backlog.add(message);
  }

  #flush(): void {
    for (const message of this.#backlog.take()) this.tell(message);
  }
}
