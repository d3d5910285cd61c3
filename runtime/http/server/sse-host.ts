import { endpointEvent, messageEvent } from "./sse-write.js";
import {
  MIN_REQUEST_LENGTH,
  ConnectionQuota,
} from "../../limits/quota-registry.js";
import { TOO_MANY } from "../security/callers.js";
import { createSession } from "../../protocol/connection/session.js";
import { SessionSlots } from "../../limits/session-slots.js";
import { writeWithin } from "./slow-reader.js";
import { serializeMessage } from "../body/serialize-message.js";
import { STREAM_HEADERS } from "../headers.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { HttpExchange } from "./exchange.js";
import type { SseHandler } from "./handlers.js";
import type { HttpSettings } from "./options.js";
import type { SessionSlot } from "../../limits/session-slots.js";
import type { KeepAlive } from "./keep-alive.js";
import type { HttpStream } from "../types.js";
import type { Message } from "../../json-rpc/messages/messages.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type {
  Principal,
  Receiver,
  Transport,
} from "../../transport/transport.js";

/**
 * Name of the query parameter that identifies the event stream to which a POST
 * belongs.
 */
const KEY = "sessionId";

interface SseEntry extends SessionSlot {
  readonly connection: Connection;
  readonly owner: string | undefined;
}

/**
 * Serves the legacy SSE transport: a GET opens an event stream, and the client
 * sends messages in POSTs to a second URL. The connection ends with its stream.
 */
export class SseHost implements SseHandler {
  readonly #server: ServerCore;
  readonly #settings: HttpSettings;
  readonly #attached: KeepAlive;
  readonly #entries = new Map<string, SseEntry>();
  readonly #slots: SessionSlots;

  constructor(server: ServerCore, settings: HttpSettings, attached: KeepAlive) {
    this.#server = server;
    this.#settings = settings;
    this.#attached = attached;
    const { maxSessions } = settings;
    const perClient = Math.ceil(maxSessions / 2);
    this.#slots = new SessionSlots(maxSessions, Infinity, perClient);
    settings.shared?.onRelay((key, message, from) => {
      const entry = this.#entries.get(key);
      const auth = from as Principal | undefined;
      if (entry && entry.owner === auth?.subject) {
        entry.connection.receive(message, { session: key, auth });
      }
    });
  }

  open(mount: string, { reply, caller, reject }: HttpExchange): void {
    const { account } = caller;
    if (!account.fits(MIN_REQUEST_LENGTH)) return reject(TOO_MANY);
    if (!this.#slots.tryReserve(account.holder)) {
      const headers = { "retry-after": "60" };
      const message = "Too many streams are open";
      return reject({ status: 503, message, headers });
    }
    const { shared } = this.#settings;
    const key = `${shared?.mark ?? ""}${crypto.randomUUID()}`;
    const stream = reply.stream(STREAM_HEADERS);
    const transport = new SseTransport(
      stream,
      this.#settings.maxWaiting,
      () => {
        this.#attached.delete(stream);
        this.#entries.delete(key);
        this.#slots.delete(entry);
        holding.release();
      },
    );
    const holding = new ConnectionQuota(account);
    holding.keep(MIN_REQUEST_LENGTH);
    this.#attached.add(stream);
    const { messagesPath } = this.#settings;
    stream.write(endpointEvent(`${mount}${messagesPath}?${KEY}=${key}`));
    const server = this.#server;
    const connection = server.keep(server.accept(transport, holding));
    transport.start(connection);
    connection.session = createSession(connection);
    const entry: SseEntry = {
      connection,
      owner: caller.subject,
      holder: account.holder,
      used: Date.now(),
      // `busy` is always true, because the entry exists only while its stream
      // is open.
      busy: true,
      end: () => void connection.close(),
    };
    this.#entries.set(key, entry);
    this.#slots.add(entry);
    reply.onGone(() => transport.gone());
  }

  find({
    request,
    caller,
    reject,
  }: HttpExchange): ((message: unknown, length: number) => void) | undefined {
    const { target } = request;
    const query = new URLSearchParams(target.slice(target.indexOf("?")));
    const key = query.get(KEY);
    const entry = key === null ? undefined : this.#entries.get(key);
    const { shared } = this.#settings;
    if (key !== null && !entry && shared?.relay(key, undefined, undefined)) {
      const auth = caller.principal;
      return (message) => void shared.relay(key, message, auth);
    }
    if (key === null || !entry || entry.owner !== caller.subject) {
      const status = key === null ? 400 : 404;
      reject({ status, message: "The event stream does not exist" });
      return undefined;
    }
    entry.used = Date.now();
    const origin = { session: key, auth: caller.principal, http: request };
    return (message, length) =>
      entry.connection.receive(message, { ...origin, length });
  }

  async close(): Promise<void> {
    const ends = [...this.#entries.values()].map(({ connection }) => {
      connection.ended();
      return connection.done;
    });
    await Promise.all(ends);
  }
}

class SseTransport implements Transport {
  readonly #stream: HttpStream;
  readonly #maxWaiting: number;
  readonly #onEnd: () => void;
  #receiver: Receiver | undefined;
  #ended = false;

  constructor(stream: HttpStream, maxWaiting: number, onEnd: () => void) {
    this.#stream = stream;
    this.#maxWaiting = maxWaiting;
    this.#onEnd = onEnd;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: Message): void {
    if (this.#ended) return;
    const event = messageEvent(serializeMessage(message));
    if (!writeWithin(this.#stream, event, this.#maxWaiting)) this.gone();
  }

  close(): void {
    if (!this.#ended) this.#stream.end();
    this.gone();
  }

  /** Ends the connection because its event stream has ended. */
  gone(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.#receiver?.closed();
  }
}
