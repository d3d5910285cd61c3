import type { Message, RequestId } from "../json-rpc/messages/messages.js";

/**
 * Carries messages between two peers. A transport is used for one connection:
 * `start` is called once, before the first `send`; nothing is sent after
 * `close`.
 */
export interface Transport {
  /** Where the peer is, when it is the same one each time. */
  readonly address?: string | undefined;
  /** Begins to deliver what arrives; resolves when messages can be sent. */
  start(receiver: Receiver): void | Promise<void>;
  /**
   * Sends a message. `about` is the request of the peer's that the message
   * belongs to, for transports that have a stream for each.
   */
  send(message: Message, about?: RequestId): void;
  /**
   * No answer will be sent to that request of the peer's: it was cancelled, as
   * was all of the batch that it came in.
   */
  unanswered?(about: RequestId): void;
  /**
   * Lets go of the channel of that request; the peer comes back for what is
   * sent after it. Does nothing where a stream cannot be resumed.
   */
  release?(about: RequestId): void;
  /**
   * A transport to the same peer, not yet started. For peers that live as long
   * as their connection, and have to be started anew for the next one.
   */
  again?(): Transport;
  /** Whom the peer takes this side for, where that may change. */
  credentials?(): Promise<string>;
  /** Sends what is queued and ends; calls `closed` on the receiver. */
  close(): void | Promise<void>;
}

/** What a transport tells its connection. */
export interface Receiver {
  /** Longest message that is wanted, in characters, where that is set. */
  readonly maxMessage?: number | undefined;
  /** A message as parsed from JSON; not yet checked. */
  receive(message: unknown, origin?: Origin): void;
  /**
   * A request of this side never reached the peer, or its answer was lost:
   * the one who waits for it is told. Without an id: another message.
   */
  failed(id: RequestId | undefined, problem: Error): void;
  /** The user is asked something before that request can be answered. */
  waiting?(id: RequestId): void;
  /**
   * Something arrived that is no JSON, or is longer than is allowed. `text` is
   * what arrived: a client quotes it for its log, and it is never sent.
   */
  unreadable(problem: Error, text?: string): void;
  /**
   * Nothing more will arrive. What is being answered may still be sent: the
   * connection closes the transport when that is done.
   */
  ended(): void;
  /**
   * The channel is gone; `problem` when it did not end in order. `text` is what
   * those are told who wait for an answer; by default the problem's.
   */
  closed(problem?: Error, text?: string): void;
}

/** Who proved to send a request; handlers get it as `ctx.auth`. */
export interface Principal {
  /** Unique among principals; sessions are bound to it. */
  readonly subject: string;
  /** What the token allows. Default: nothing that needs a scope. */
  readonly scopes?: readonly string[] | undefined;
  readonly [name: string]: unknown;
}

/**
 * What the platform hands on beside a request, such as a worker's bindings.
 * Interfaces merge, so that a program can say what:
 * `declare module "./server.js" { interface HttpPlatform { env: Env } }`.
 */
export interface HttpPlatform {}

/** The HTTP request that a message came in. */
export interface HttpHead {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** Network address of the sender, where the platform tells it. */
  readonly address: string | undefined;
  /** What `fetchHandler`'s handler was given beside the request. */
  readonly platform?: HttpPlatform | undefined;
  /** Value of a header, whose name is in lower case. */
  header(name: string): string | undefined;
}

/** What a transport knows about the sender of a message. */
export interface Origin {
  /** Session of the transport, where it has sessions. */
  readonly session?: string | undefined;
  /** Who the sender proved to be, as the server's authentication hook said. */
  readonly auth?: unknown;
  /** The request that the message came in, over HTTP. */
  readonly http?: HttpHead | undefined;
  /** Characters of the message, where they are counted. */
  readonly length?: number | undefined;
}
