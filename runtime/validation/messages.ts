/**
 * Results of decoding a message, and the description of one side that decoding
 * needs.
 */
import type { Fields } from "./guards.js";
import type { Issue } from "./explain/issues.js";
import type { Shape } from "./shape.js";

export type MessageId = string | number;

/** Messages that one side sends. Generated from the unions of the schema. */
export interface Side {
  /**
   * Returns whether the message is valid, or `undefined` if the method is
   * unknown.
   */
  readonly checkRequest: MessageCheck;
  readonly requestShape: MessageShape;
  readonly checkNotification: MessageCheck;
  readonly notificationShape: MessageShape;
  /**
   * Returns whether the result of a request that this side answered is valid,
   * or `undefined` if the method is unknown.
   */
  readonly checkResult: MessageCheck;
  readonly resultShape: MessageShape;
  /**
   * Whether an error response must have an id. If so, an unknown id is sent as
   * `null`.
   */
  readonly errorsNeedId: boolean;
}

export type MessageCheck = (
  method: string,
  value: Fields,
) => boolean | undefined;

/** Returns the shape that explains an invalid message of a known method. */
export type MessageShape = (method: string, value: Fields) => Shape;

/** Options for decoding a message. */
export interface DecodeOptions {
  /**
   * Returns the method of the pending request with this id. If set, the results
   * of responses are validated, too.
   */
  readonly methodOf?: ((id: MessageId) => string | undefined) | undefined;
}

export interface RequestEnvelope {
  readonly jsonrpc: "2.0";
  readonly id: MessageId;
}

export interface NotificationEnvelope {
  readonly jsonrpc: "2.0";
}

export interface ResponseMessage extends RequestEnvelope {
  readonly result: { readonly [key: string]: unknown };
}

export interface ErrorMessage extends NotificationEnvelope {
  readonly id?: MessageId;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  };
}

/**
 * Error response that is ready to be sent. Its id is that of the request, if
 * known.
 */
export interface ErrorReply extends NotificationEnvelope {
  readonly id?: MessageId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** Result of decoding one message. */
export type Decoded<Request, Notification> =
  | {
      readonly ok: true;
      readonly kind: "request";
      readonly message: Request & RequestEnvelope;
    }
  | {
      readonly ok: true;
      readonly kind: "notification";
      readonly message: Notification & NotificationEnvelope;
    }
  | {
      readonly ok: true;
      readonly kind: "response";
      readonly message: ResponseMessage;
    }
  | {
      readonly ok: true;
      readonly kind: "error";
      readonly message: ErrorMessage;
    }
  | Undecoded;

/** Failure to decode a message, with its issues. */
export interface Undecoded {
  readonly ok: false;
  /**
   * `invalid`: not a JSON-RPC message. `method`: the method is unknown.
   * `params`: the params do not match.
   */
  readonly reason: "invalid" | "method" | "params";
  readonly id?: MessageId;
  /**
   * Error response to send. Absent for messages that must not be answered, such
   * as notifications.
   */
  readonly error?: ErrorReply;
  readonly issues: readonly Issue[];
}

/** Result of decoding a JSON-RPC batch. */
export interface DecodedBatch<Request, Notification> {
  readonly ok: true;
  readonly kind: "batch";
  readonly message: readonly unknown[];
  /** Result for each message, in the order of the batch. */
  readonly items: readonly Decoded<Request, Notification>[];
}
