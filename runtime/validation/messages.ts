/**
 * Types for decoding messages: the results of decoding, and the validation of
 * messages from the client or server.
 */
import type { Fields } from "./guards.js";
import type { Issue } from "./explain/issues.js";
import type { Refinement, ValueRefinement } from "./refine/options.js";
import type { Shape } from "./shape.js";

export type MessageId = string | number;

/**
 * Guards and runtime schemas of the messages that one side (client or server)
 * sends. They are generated from the schema's unions of messages.
 */
export interface Side {
  /**
   * Returns whether a request is valid, or `undefined` if its method is
   * unknown.
   */
  readonly checkRequest: MessageCheck;
  readonly requestShape: MessageShape;
  readonly checkNotification: MessageCheck;
  readonly notificationShape: MessageShape;
  /**
   * Returns whether a result that this side (client or server) sent is valid.
   * `method` is the method of the request. Returns `undefined` if the method is
   * unknown.
   */
  readonly checkResult: MessageCheck;
  readonly resultShape: MessageShape;
  /**
   * Whether an error response must have an id. If true, the id is `null` when
   * the id of the request is unknown.
   */
  readonly errorsNeedId: boolean;
}

export type MessageCheck = (
  method: string,
  value: Fields,
) => boolean | undefined;

/**
 * Returns the runtime schema that is used to explain an invalid message of a
 * known method.
 */
export type MessageShape = (method: string, value: Fields) => Shape;

/**
 * Options for decoding messages. The options `unknownKeys` and `formats` also
 * apply to the result in a response if `methodOf` returns the method of the
 * request.
 */
export interface DecodeOptions extends RefinementOptions {
  /**
   * Returns the method of the pending request with this id. If this function is
   * set, the results in responses are also validated.
   */
  readonly methodOf?: ((id: MessageId) => string | undefined) | undefined;
}

/**
 * Options for unknown keys and string formats, and the code that implements the
 * options.
 */
export interface RefinementOptions extends Refinement {
  /**
   * Code for the options `unknownKeys` and `formats`: the constant `refinement` of
   * the generated file `validators.ts`. Required only in a bundle, because a
   * bundler removes the code unless the program refers to the constant.
   */
  readonly refinement?: RefinementCode | undefined;
}

/**
 * Code of the second pass over valid values and decoded messages, which handles
 * unknown keys and string formats.
 */
export interface RefinementCode {
  readonly refineValue: ValueRefinement;
  readonly refineMessage: MessageRefinement;
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
 * Error response that is ready to be sent. The error response has the id of the
 * request if that id is known.
 */
export interface ErrorReply extends NotificationEnvelope {
  readonly id?: MessageId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** Result of decoding one message: the valid message or a failure. */
export type Decoded<Request, Notification> =
  DecodedMessage<Request, Notification> | Undecoded;

/** Valid message, and its kind. */
export type DecodedMessage<Request = unknown, Notification = unknown> =
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
    };

/**
 * Second pass over a decoded message. Returns the message with its new content,
 * or the failure. `method` is the method of the request to which the message is
 * the response.
 */
export type MessageRefinement = <D extends DecodedMessage>(
  decoded: D,
  side: Side,
  options: DecodeOptions,
  method: string | undefined,
) => D | Undecoded;

/** Failure to decode an invalid message. */
export interface Undecoded {
  readonly ok: false;
  /**
   * Reason of the failure. `invalid`: the value is not a JSON-RPC message.
   * `method`: the method is unknown. `params`: the params do not match the
   * method.
   */
  readonly reason: "invalid" | "method" | "params";
  readonly id?: MessageId;
  /**
   * Error response to send. Absent for a message that must not be answered,
   * such as a notification.
   */
  readonly error?: ErrorReply;
  readonly issues: readonly Issue[];
}

/** Result of decoding a JSON-RPC batch. */
export interface DecodedBatch<Request, Notification> {
  readonly ok: true;
  readonly kind: "batch";
  readonly message: readonly unknown[];
  /** Decoding results of the messages, in the order of the batch. */
  readonly items: readonly Decoded<Request, Notification>[];
}
