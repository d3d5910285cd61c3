import type { Message, RequestId } from "../json-rpc/messages/messages.js";

/**
 * Channel that carries messages between two peers. A transport is used for one
 * connection: `start` is called once, before the first `send`. After `close`,
 * nothing is sent.
 */
export interface Transport {
  /**
   * Address of the peer. Present only if every connection to the address
   * reaches the same peer.
   */
  readonly address?: string | undefined;
  /** Name of the peer in error messages, such as the server's program name. */
  readonly name?: string | undefined;
  /**
   * Starts to deliver incoming messages. Resolves when messages can be sent.
   */
  start(receiver: Receiver): void | Promise<void>;
  /**
   * Sends a message. `relatedRequestId` is the id of the peer's request that
   * the message belongs to. Transports with a separate stream for each request
   * send the message on the stream of that request.
   */
  send(message: Message, relatedRequestId?: RequestId): void;
  /**
   * Reports that a request of the peer will not be answered, because the
   * request was cancelled. For a batch, called once when all requests of the
   * batch were cancelled.
   */
  unanswered?(relatedRequestId: RequestId): void;
  /**
   * Closes the stream of a request that the peer sent. The peer then reconnects
   * to receive later messages. Does nothing if the stream cannot be resumed.
   */
  release?(relatedRequestId: RequestId): void;
  /**
   * Returns a new transport to the same peer, not started yet. Present only for
   * peers that are started for each connection, such as a child process.
   */
  again?(): Transport;
  /**
   * Resolves to a text that contains the credentials of the next request. A
   * cache reuses a private result only if this text has not changed.
   */
  credentials?(): Promise<string>;
  /**
   * Sends queued messages and closes the transport. Then calls the receiver's
   * `closed`.
   */
  close(): void | Promise<void>;
}

/** Callbacks by which a transport reports events to its connection. */
export interface Receiver {
  /**
   * Configured maximum length of an incoming message, in characters. Undefined
   * for the default of the transport.
   */
  readonly maxMessage?: number | undefined;
  /** Handles a message that was parsed from JSON but not validated. */
  receive(message: unknown, origin?: Origin): void;
  /**
   * Rejects a request that this side sent but that did not reach the peer, or
   * whose response was lost. Called without an id to report the loss of a
   * message that is not a request.
   */
  failed(id: RequestId | undefined, problem: Error): void;
  /**
   * Reports that the user is asked to do something, such as to sign in, before
   * a request can be answered.
   */
  waiting?(id: RequestId): void;
  /**
   * Reports input that is not JSON or is longer than the maximum length. `text`
   * is the input. A client quotes the input in its error message, but never
   * sends it to the peer.
   */
  unreadable(problem: Error, text?: string): void;
  /**
   * Reports that no more messages will arrive. Answers can still be sent. The
   * connection closes the transport when all answers are sent.
   */
  ended(): void;
  /**
   * Reports that the channel is closed. `problem` is set if it was not closed
   * normally. `text` is the error message for pending requests; by default, the
   * message of `problem`.
   */
  closed(problem?: Error, text?: string): void;
}

/** Authenticated sender of a request, available to handlers as `ctx.auth`. */
export interface Principal {
  /**
   * Identifier of the sender, unique among all principals. Sessions are bound
   * to this identifier.
   */
  readonly subject: string;
  /**
   * Scopes that the sender's token grants.
   *
   * @default []
   */
  readonly scopes?: readonly string[] | undefined;
  readonly [name: string]: unknown;
}

/**
 * Values that the platform passes along with an HTTP request, such as the
 * bindings of a worker. Programs add typed members by declaration merging:
 * `declare module "./server.js" { interface HttpPlatform { env: Env } }`.
 */
export interface HttpPlatform {}

/** HTTP request that carried a message. */
export interface HttpHead {
  readonly method: string;
  /** Path and query of the request URL, as the client sent them. */
  readonly target: string;
  /** Network address of the sender, if the platform provides it. */
  readonly address: string | undefined;
  /**
   * Second argument with which the platform called the function returned by
   * `fetchHandler`. The first argument is the request.
   */
  readonly platform?: HttpPlatform | undefined;
  /** Returns the value of a header. The header name must be in lower case. */
  header(name: string): string | undefined;
}

/** Information about the sender of a message, provided by the transport. */
export interface Origin {
  /**
   * Session id in the transport. Undefined if the transport has no sessions. Over
   * HTTP, only the request that opens the session has it.
   */
  readonly session?: string | undefined;
  /**
   * Identity of the sender, as returned by the server's authentication hook.
   */
  readonly auth?: unknown;
  /** HTTP request that carried the message, if the transport uses HTTP. */
  readonly http?: HttpHead | undefined;
  /** Length of the message in characters, if the transport counts it. */
  readonly length?: number | undefined;
}
