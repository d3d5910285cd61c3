import {
  HEADER_MISMATCH,
  INVALID_MESSAGE,
  PARSE_FAILED,
  TOO_MANY_REQUESTS,
  UNKNOWN_METHOD,
} from "../../json-rpc/constants.js";
import { isStatelessCode } from "../../json-rpc/messages/errors.js";
import {
  CAPABILITIES,
  getMeta,
  VERSION,
} from "../../json-rpc/messages/meta.js";
import { checkHeaders } from "../security/check-headers.js";
import { isObject } from "../../validation/guards.js";
import { after } from "../../limits/timer.js";
import { writeWithin } from "./slow-reader.js";
import { messageEvent } from "./sse-write.js";
import { serializeMessage } from "../body/serialize-message.js";
import { JSON_HEADERS, STREAM_HEADERS } from "../headers.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { PostExchange } from "./exchange.js";
import type { KeepAlive } from "./keep-alive.js";
import type { HttpReply, HttpStream } from "../types.js";
import type {
  Message,
  RequestMessage,
} from "../../json-rpc/messages/messages.js";
import type { DescribedTools } from "../../features/tool-schemas.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { Receiver, Transport } from "../../transport/transport.js";

/** Settings for requests that belong to no session. */
export interface SingleSettings {
  readonly maxWaiting: number;
  /**
   * Time after which a request without a response gets an event stream, in
   * milliseconds.
   */
  readonly streamAfter: number;
}

/**
 * Answers a request that belongs to no session. A separate connection is
 * created for the request. The connection ends with the response, or when the
 * client disconnects. Returns the connection, or undefined if the response has
 * already been sent.
 */
export function serveSingle(
  server: ServerCore,
  message: RequestMessage,
  { request, reply, caller, content }: PostExchange,
  settings: SingleSettings,
  attached: KeepAlive,
): Connection | undefined {
  const meta = getMeta(message.params);
  const version = meta[VERSION];
  const complete = typeof version === "string" && isObject(meta[CAPABILITIES]);
  if (complete) {
    const tools = server.handlers["tools/call"] as DescribedTools | undefined;
    const problem = checkHeaders(request, message, version, tools?.parts);
    if (problem !== undefined) {
      const error = { code: HEADER_MISMATCH, message: problem };
      const body = { jsonrpc: "2.0", id: message.id, error };
      reply.send(400, JSON_HEADERS, JSON.stringify(body));
      return undefined;
    }
  }
  const single = new Single(reply, settings, attached, complete ? 200 : 400);
  const connection = server.accept(single, caller.account);
  single.start(connection);
  connection.phase = "open"; // stateless revisions have no handshake
  connection.receive(message, {
    auth: caller.principal,
    http: request,
    length: content.length,
  });
  if (single.done) return undefined;
  single.watch();
  return server.keep(connection);
}

class Single implements Transport {
  done = false;
  readonly #reply: HttpReply;
  readonly #settings: SingleSettings;
  readonly #attached: KeepAlive;
  /** HTTP status for errors whose code does not determine a status. */
  readonly #errorStatus: number;
  #stream: HttpStream | undefined;
  #receiver: Receiver | undefined;
  #timer: ReturnType<typeof after>;

  constructor(
    reply: HttpReply,
    settings: SingleSettings,
    attached: KeepAlive,
    errorStatus: number,
  ) {
    this.#reply = reply;
    this.#settings = settings;
    this.#attached = attached;
    this.#errorStatus = errorStatus;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /**
   * Opens an event stream if there is no response after `streamAfter`
   * milliseconds. Also detects when the client disconnects.
   */
  watch(): void {
    this.#reply.onGone(() => this.#finish());
    if (this.#stream) return;
    this.#timer = after(this.#settings.streamAfter, () => this.open());
  }

  send(message: Message): void {
    if (this.done || Array.isArray(message)) return;
    const data = serializeMessage(message);
    if ("method" in message) {
      // In stateless revisions a request is cancelled by closing the stream, so
      // cancellation notifications are not sent.
      if (message.method !== "notifications/cancelled") this.#push(data);
      return;
    }
    if (this.#stream) {
      this.#push(data);
    } else {
      const status =
        "error" in message ? this.#statusOf(message.error.code) : 200;
      this.#reply.send(status, JSON_HEADERS, data);
    }
    this.#finish();
  }

  /**
   * Opens the event stream and returns it. Returns undefined if the response
   * was already sent.
   */
  open(): HttpStream | undefined {
    if (this.#stream || this.done) return this.#stream;
    clearTimeout(this.#timer);
    const stream = this.#reply.stream(STREAM_HEADERS);
    this.#attached.add(stream);
    this.#stream = stream;
    return stream;
  }

  close(): void {
    if (this.done) return;
    this.open();
    this.#finish();
  }

  /** Returns the HTTP status for a JSON-RPC error code. */
  #statusOf(code: number): number {
    if (code === UNKNOWN_METHOD) return 404;
    if (code === TOO_MANY_REQUESTS) return 429;
    const bad = code === PARSE_FAILED || code === INVALID_MESSAGE;
    return bad || isStatelessCode(code) ? 400 : this.#errorStatus;
  }

  #push(data: string): void {
    const stream = this.open();
    if (stream === undefined) return;
    const { maxWaiting } = this.#settings;
    if (!writeWithin(stream, messageEvent(data), maxWaiting)) this.#finish();
  }

  #finish(): void {
    if (this.done) return;
    this.done = true;
    clearTimeout(this.#timer);
    const stream = this.#stream;
    if (stream) {
      this.#attached.delete(stream);
      stream.end();
    }
    this.#receiver?.closed();
  }
}
