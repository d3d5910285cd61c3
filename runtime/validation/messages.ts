/** What decoding a message answers, and what it needs to know of a side. */
import type { Fields } from "./guards.js";
import type { Issue } from "./explain/issues.js";
import type { Shape } from "./shape.js";

export type MessageId = string | number;

/** What one side sends; generated from the schema's unions. */
export interface Side {
  /** Whether the message is right; undefined when the method is unknown. */
  readonly checkRequest: MessageCheck;
  readonly requestShape: MessageShape;
  readonly checkNotification: MessageCheck;
  readonly notificationShape: MessageShape;
  /** The same for the result of a request that the side has answered. */
  readonly checkResult: MessageCheck;
  readonly resultShape: MessageShape;
  /** Whether an error must have an id, so that an unknown one is null. */
  readonly errorsNeedId: boolean;
}

export type MessageCheck = (
  method: string,
  value: Fields,
) => boolean | undefined;

/** What a message with a known method is explained by. */
export type MessageShape = (method: string, value: Fields) => Shape;

export interface DecodeOptions {
  /**
   * The method of the request that had this id. With it, a response's result
   * is checked too.
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

/** An error ready to be sent; its id is that of the request, if it has one. */
export interface ErrorReply extends NotificationEnvelope {
  readonly id?: MessageId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** What one message is. */
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

/** What is wrong with a message. */
export interface Undecoded {
  readonly ok: false;
  /** `invalid` is no message at all; else the method or its params are wrong. */
  readonly reason: "invalid" | "method" | "params";
  readonly id?: MessageId;
  /** Absent where nothing must be answered: to notifications. */
  readonly error?: ErrorReply;
  readonly issues: readonly Issue[];
}

/** What an array of messages is, where the revision has batches. */
export interface DecodedBatch<Request, Notification> {
  readonly ok: true;
  readonly kind: "batch";
  readonly message: readonly unknown[];
  /** What each message is, in their order. */
  readonly items: readonly Decoded<Request, Notification>[];
}
