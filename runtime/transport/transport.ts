import type { Message, RequestId } from "../json-rpc/messages/messages.js";

/**
 * Channel that carries messages between two peers. A transport is used for one
 * connection: `start` is called once, before the first `send`. Nothing is sent
 * after `close`.
 */
export interface Transport {
  /**
   * Address of the peer, if every connection to that address reaches the same
   * peer.
   */
  readonly address?: string | undefined;
  /**
   * Starts to deliver incoming messages. Resolves when messages can be sent.
   */
  start(receiver: Receiver): void | Promise<void>;
  /**
   * Sends a message. `relatedRequestId` is the peer's request that the message
   * belongs to, for transports that have a stream for each request.
   */
  send(message: Message, relatedRequestId?: RequestId): void;
  /**
   * Reports that no answer to a request of the peer will follow. The request
   * was cancelled, as was every request of its batch.
   */
  unanswered?(relatedRequestId: RequestId): void;
  /**
   * Closes the stream of a request of the peer. The peer reconnects to receive
   * later messages. Does nothing if the stream cannot be resumed.
   */
  release?(relatedRequestId: RequestId): void;
  /**
   * Returns a transport to the same peer that is not started yet. Only for
   * peers that live as long as their connection and are started again for the
   * next one.
   */
  again?(): Transport;
  /**
   * Resolves to a text with the credentials of the next request. Private cached
   * results are only reused for the same credentials.
   */
  credentials?(): Promise<string>;
  /**
   * Sends queued messages and closes the transport. Calls `closed` of the
   * receiver.
   */
  close(): void | Promise<void>;
}

/** Events that a transport reports to its connection. */
export interface Receiver {
  /** Maximum length of an incoming message, in characters, if configured. */
  readonly maxMessage?: number | undefined;
  /** Handles a message that was parsed from JSON but not validated. */
  receive(message: unknown, origin?: Origin): void;
  /**
   * Rejects a request of this side that did not reach the peer, or whose answer
   * was lost. Without an id, reports the loss of another message.
   */
  failed(id: RequestId | undefined, problem: Error): void;
  /**
   * Reports that the user is asked for something, such as a sign-in, before the
   * request can be answered.
   */
  waiting?(id: RequestId): void;
  /**
   * Reports input that is not JSON or exceeds the maximum length. `text` is the
   * input: a client quotes it in the error, and it is never sent.
   */
  unreadable(problem: Error, text?: string): void;
  /**
   * Reports that no more messages will arrive. Answers may still be sent: the
   * connection closes the transport once all are sent.
   */
  ended(): void;
  /**
   * Reports that the channel is closed. `problem` is set if it did not close
   * normally. `text` is the message for pending requests; the message of the
   * problem by default.
   */
  closed(problem?: Error, text?: string): void;
}

/** Authenticated sender of a request, available to handlers as `ctx.auth`. */
export interface Principal {
  /** Identifier, unique among principals. Sessions are bound to it. */
  readonly subject: string;
  /**
   * Scopes that the token grants.
   *
   * @default []
   */
  readonly scopes?: readonly string[] | undefined;
  readonly [name: string]: unknown;
}

/**
 * Values that the platform passes along with a request, such as the bindings of
 * a worker. Declaration merging adds their types: `declare module "./server.js"
 * { interface HttpPlatform { env: Env } }`.
 */
export interface HttpPlatform {}

/** HTTP request that carried a message. */
export interface HttpHead {
  readonly method: string;
  /** Path and query of the URL, as sent. */
  readonly target: string;
  /** Network address of the sender, if the platform provides it. */
  readonly address: string | undefined;
  /**
   * Value that was passed to the handler of `fetchHandler` beside the request.
   */
  readonly platform?: HttpPlatform | undefined;
  /** Returns the value of a header. The name must be in lower case. */
  header(name: string): string | undefined;
}

/** Facts that a transport knows about the sender of a message. */
export interface Origin {
  /** Session of the transport, if it has sessions. */
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
