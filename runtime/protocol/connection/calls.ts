import { INVALID_MESSAGE } from "../../json-rpc/constants.js";
import {
  asError,
  ConnectionError,
  isForPeer,
  McpError,
  toErrorObject,
  tooManyRequests,
} from "../../json-rpc/messages/errors.js";
import { isPromise } from "../../json-rpc/promises.js";
import type { Call } from "./call.js";
import type { Connection } from "./connection.js";
import type { Params, RequestId } from "../../json-rpc/messages/messages.js";

/** Incoming requests of a connection that are being answered. */
export class Calls {
  readonly #connection: Connection;
  readonly #running = new Map<RequestId, Call>();
  #onIdle: (() => void) | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Starts to answer a request. The request can be cancelled while its handler
   * waits for a promise.
   */
  start(call: Call): void {
    let outcome: unknown;
    try {
      if (this.#running.has(call.id)) {
        throw new McpError(INVALID_MESSAGE, "The request id is already in use");
      }
      if (!this.#connection.traffic.admit(this.#running.size, call)) {
        throw tooManyRequests();
      }
      outcome = call.endpoint.answer(call);
    } catch (error) {
      return this.#fail(call, error);
    }
    if (!isPromise(outcome)) return this.#succeed(call, outcome);
    this.#running.set(call.id, call);
    this.#connection.traffic.hold?.(call, outcome);
    outcome.then(
      (result) => this.#succeed(call, result),
      (error: unknown) => this.#fail(call, error),
    );
  }

  /**
   * Handles `notifications/cancelled`. A notification with an unknown request
   * id is ignored, as MCP requires.
   */
  cancel(params: Params | undefined): void {
    const call = this.#running.get(params?.requestId as RequestId);
    if (call === undefined) return;
    const reason = String(params?.reason ?? "no reason");
    this.#remove(call);
    call.cancel(new ConnectionError("closed", reason));
    this.#connection.report(
      new ConnectionError("closed", `${call.method} was cancelled: ${reason}`),
    );
  }

  /** Cancels all running requests. They are not answered. */
  end(reason: () => unknown): void {
    for (const call of this.#running.values()) {
      this.#remove(call);
      call.cancel(reason());
    }
    this.#notifyIdle();
  }

  /** Calls `callback` as soon as all requests are answered or cancelled. */
  whenIdle(callback: () => void): void {
    this.#onIdle = callback;
    this.#notifyIdle();
  }

  #remove(call: Call): void {
    if (this.#running.get(call.id) === call) this.#running.delete(call.id);
  }

  #succeed(call: Call, result: unknown): void {
    this.#remove(call);
    try {
      if (call.isActive) {
        const finished = call.endpoint.finish(call, result);
        call.answer({ jsonrpc: "2.0", id: call.id, result: finished });
      }
    } catch (error) {
      this.#fail(call, error);
    }
    this.#notifyIdle();
  }

  #fail(call: Call, thrown: unknown): void {
    this.#remove(call);
    if (call.isActive) {
      const forPeer = isForPeer(thrown, this.#connection);
      if (!forPeer) this.#connection.report(asError(thrown));
      const error = toErrorObject(
        forPeer &&
          (call.endpoint.lifecycle.convertError?.(call, thrown) ?? thrown),
      );
      call.answer({ jsonrpc: "2.0", id: call.id, error });
    }
    this.#notifyIdle();
  }

  #notifyIdle(): void {
    if (this.#running.size > 0) return;
    const callback = this.#onIdle;
    this.#onIdle = undefined;
    callback?.();
  }
}
