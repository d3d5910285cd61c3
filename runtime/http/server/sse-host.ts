/** HTTP with SSE: an address for events out, another for POSTs in. */
import { endpointEvent, messageEvent } from "./sse-write.js";
import { HELD_LENGTH, Holding } from "../../limits/quota-registry.js";
import { TOO_MANY } from "../security/callers.js";
import { sessionOf } from "../../protocol/connection/session.js";
import { Places } from "../../limits/session-slots.js";
import { writeWithin } from "../platform/slow-reader.js";
import { STREAM_HEADERS } from "../types.js";
import { written } from "../body/serialize-message.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { HttpSettings } from "./options.js";
import type { Refusal } from "../body/messages.js";
import type { HttpCaller } from "../security/auth.js";
import type { TakenPlace } from "../../limits/session-slots.js";
import type { KeepAlive } from "./keep-alive.js";
import type { HttpReply, HttpRequest, HttpStream } from "../types.js";
import type { Message } from "../../json-rpc/messages/messages.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type {
  Principal,
  Receiver,
  Transport,
} from "../../transport/transport.js";

/** Member of the query that says which stream a POST belongs to. */
const KEY = "sessionId";

interface SseEntry extends TakenPlace {
  readonly connection: Connection;
  readonly owner: string | undefined;
}

/** The streams of that transport. A conversation ends with its stream. */
export class SseHost {
  readonly #server: ServerCore;
  readonly #settings: HttpSettings;
  readonly #attached: KeepAlive;
  readonly #entries = new Map<string, SseEntry>();
  readonly #places: Places;

  constructor(server: ServerCore, settings: HttpSettings, attached: KeepAlive) {
    this.#server = server;
    this.#settings = settings;
    this.#attached = attached;
    this.#places = new Places(settings.maxSessions, Infinity);
    settings.shared?.onRelay((key, message, from) => {
      const entry = this.#entries.get(key);
      const auth = from as Principal | undefined;
      if (entry && entry.owner === auth?.subject) {
        entry.connection.receive(message, { session: key, auth });
      }
    });
  }

  /**
   * A GET opens a stream, whose first event says where to send messages: behind
   * `mount`, which a router took off.
   */
  open(
    mount: string,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: (no: Refusal) => void,
  ): void {
    const { account } = caller;
    if (!account.fits(HELD_LENGTH)) return refuse(TOO_MANY);
    if (!this.#places.room(account.holder)) {
      const headers = { "retry-after": "60" };
      const message = "Too many streams are open";
      return refuse({ status: 503, message, headers });
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
        this.#places.delete(entry);
        holding.release();
      },
    );
    const holding = new Holding(account);
    holding.keep(HELD_LENGTH);
    this.#attached.add(stream);
    const { messagesPath } = this.#settings;
    stream.write(endpointEvent(`${mount}${messagesPath}?${KEY}=${key}`));
    const server = this.#server;
    const connection = server.keep(server.accept(transport, holding));
    transport.start(connection);
    connection.session = sessionOf(connection);
    const entry: SseEntry = {
      connection,
      owner: caller.subject,
      holder: account.holder,
      used: Date.now(),
      // Its stream is open as long as it is there.
      busy: true,
      end: () => void connection.close(),
    };
    this.#entries.set(key, entry);
    this.#places.add(entry);
    reply.onGone(() => transport.gone());
  }

  /** The stream that a POST belongs to; refuses the POST otherwise. */
  find(
    request: HttpRequest,
    caller: HttpCaller,
    refuse: (no: Refusal) => void,
  ): ((message: unknown, length: number) => void) | undefined {
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
      refuse({ status, message: "There is no such stream" });
      return undefined;
    }
    entry.used = Date.now();
    const origin = { session: key, auth: caller.principal, http: request };
    return (message, length) =>
      entry.connection.receive(message, { ...origin, length });
  }

  /** Ends all streams. */
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
    const event = messageEvent(written(message));
    if (!writeWithin(this.#stream, event, this.#maxWaiting)) this.gone();
  }

  close(): void {
    if (!this.#ended) this.#stream.end();
    this.gone();
  }

  /** The client closed its stream. */
  gone(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.#receiver?.closed();
  }
}
