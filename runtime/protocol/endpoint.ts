import { BAD_PARAMS, UNKNOWN_METHOD } from "../json-rpc/constants.js";
import { getChanges } from "./handlers/changes.js";
import { withCustom } from "./methods/custom.js";
import { declare, declares, overlay } from "./capabilities.js";
import { ConnectionError, McpError } from "../json-rpc/messages/errors.js";
import { assertValid, findProblem } from "./methods/validity.js";
import { isObject, own } from "../validation/guards.js";
import { LOG } from "./connection/logging.js";
import { attempt } from "../json-rpc/promises.js";
import type { Capabilities } from "./capabilities.js";
import type { Changes } from "./handlers/changes.js";
import type { HealthCheck } from "../json-rpc/health.js";
import type { Call } from "./connection/call.js";
import type { Connection } from "./connection/connection.js";
import { runStep } from "./interceptors.js";
import type { Interceptor } from "./interceptors.js";
import type { Handlers, Lifecycle, OutgoingRequest } from "./lifecycle.js";
import type { PeerInfo } from "./connection/peer.js";
import type {
  NotificationMessage,
  Params,
  RequestMessage,
} from "../json-rpc/messages/messages.js";
import type { SendOptions } from "../json-rpc/requests.js";
import type { EndpointOptions } from "./endpoint-options.js";
import type { MethodFacts } from "./methods/method-facts.js";
import type { Protocol } from "./protocol.js";
import type { Rule } from "../validation/rule.js";

interface Route {
  readonly handler: (params: unknown, call: unknown) => unknown;
  readonly rule: Rule | undefined;
}

/**
 * Client or server side of MCP in one revision, with its handlers, validation
 * rules and capabilities. An endpoint is created once and shared by all
 * connections.
 */
export class Endpoint {
  readonly protocol: Protocol;
  readonly lifecycle: Lifecycle;
  readonly info: PeerInfo;
  readonly capabilities: Capabilities;
  /** Options as the user passed them. */
  readonly options: EndpointOptions;
  /** Health check that starts whenever a connection opens. */
  health: HealthCheck | undefined;
  /**
   * Endpoints of the same client or server for all supported revisions,
   * including this endpoint. Newest revision first.
   */
  all: readonly Endpoint[] = [this];
  /**
   * Objects that report changes, such as a change of the list of tools. Peers
   * are notified of these changes.
   */
  readonly changes: readonly Changes[];
  /** Interceptors of requests, outermost first. */
  readonly #interceptors: Interceptor[] = [];
  readonly #requests = new Map<string, Route>();
  readonly #notifications = new Map<string, Route>();

  constructor(
    revision: Protocol,
    info: PeerInfo,
    handlers: Handlers,
    options: EndpointOptions,
  ) {
    const methods = withCustom(revision.methods, options.methods ?? {});
    const protocol = { ...revision, methods };
    this.protocol = protocol;
    this.options = options;
    this.lifecycle = protocol.lifecycle;
    this.info = info;
    this.health = protocol.methods.ping && options.health;
    const derived: { [name: string]: unknown } = {};
    const changes: Changes[] = [];
    for (const [method, handler] of Object.entries(handlers)) {
      const facts = this.#getReceived(method);
      if (!handler || !facts || facts.kind) continue;
      if (facts.capability !== undefined) declare(derived, facts.capability);
      for (const source of getChanges(handler)) {
        if (!this.facts(source.method)) continue;
        declare(derived, source.capability);
        changes.push(source);
      }
    }
    // Every handler can send log messages. A server therefore declares
    // `logging` if its revision has the log notification.
    const { capability, sender } = this.facts(LOG) ?? {};
    if (capability && sender === protocol.side) declare(derived, capability);
    handlers = protocol.extend?.(this, handlers, derived) ?? handlers;
    this.capabilities = overlay(derived, options.capabilities);
    this.changes = changes.filter((source) =>
      declares(this.capabilities, source.capability),
    );
    const all = runStep(
      this.#interceptors,
      "routes",
      (own) => this.lifecycle.handlers(this, own, options),
      handlers,
    );
    for (const [method, handler] of Object.entries(all)) {
      const facts = this.#getReceived(method);
      if (!handler || !facts) continue;
      const routes = facts.kind ? this.#notifications : this.#requests;
      routes.set(method, {
        handler: handler as Route["handler"],
        rule: facts.message,
      });
    }
  }

  /** Revisions that this side supports, newest first. */
  get versions(): readonly string[] {
    return [this.protocol.version];
  }

  /** Adds an interceptor, which becomes the outermost one. */
  intercept(interceptor: Interceptor): void {
    this.#interceptors.unshift(interceptor);
  }

  /**
   * Returns the endpoint that answers a request. An endpoint that supports
   * several revisions overrides this method.
   */
  select(_connection: Connection, _message: RequestMessage): Endpoint {
    return this;
  }

  /** Sends a request through the `send` functions of all interceptors. */
  send(request: OutgoingRequest): Promise<object> {
    return runStep(
      this.#interceptors,
      "send",
      (sent) =>
        this.lifecycle.request?.(sent) ?? sent.connection.requestOnce(sent),
      request,
    );
  }

  /** Answers a request through the `answer` functions of all interceptors. */
  answer(call: Call): unknown {
    return runStep(
      this.#interceptors,
      "answer",
      (inner) => this.run(inner),
      call,
    );
  }

  /**
   * Validates a request and runs its handler. Returns the handler's result, or
   * a promise of the result.
   *
   * @throws McpError if the request is not allowed, unknown or invalid.
   */
  run(call: Call): unknown {
    this.lifecycle.admit(call);
    const { message } = call;
    const route = this.#requests.get(message.method);
    if (route === undefined) {
      throw new McpError(UNKNOWN_METHOD, `Method not found: ${message.method}`);
    }
    const { params } = message;
    const problem =
      params !== undefined && !isObject(params)
        ? "params is not an object"
        : findProblem(route.rule, message);
    if (problem !== undefined) {
      throw new McpError(BAD_PARAMS, `Invalid params: ${problem}`);
    }
    return route.handler(params, call);
  }

  /**
   * Runs a handler. If the handler requests input, asks the client for the
   * input and runs the handler again. Returns the final result.
   */
  settle?(call: Call, handler: () => unknown): unknown;

  /** Converts the return value of a handler into the result to send. */
  finish(call: Call, result: unknown): object {
    if (result !== undefined && !isObject(result)) {
      throw new TypeError(
        `The handler of ${call.method} did not return an object`,
      );
    }
    if (own(this.options.methods ?? {}, call.method)) {
      this.#assertResult(call.method, result);
    }
    const sent = result ?? {};
    return this.lifecycle.finish?.(call, sent) ?? sent;
  }

  /**
   * Validates an incoming notification before its handler runs.
   *
   * @throws ConnectionError if the notification is not valid.
   */
  check(message: NotificationMessage): void {
    const { method } = message;
    assertValid(method, findProblem(this.facts(method)?.message, message));
  }

  /**
   * Runs the handler of an incoming notification. Ignores a notification
   * without a handler.
   */
  handleNotification(
    connection: Connection,
    { method, params }: NotificationMessage,
  ): unknown {
    return this.#notifications.get(method)?.handler(params, connection);
  }

  /**
   * Returns the received result of a request, with default values added. Throws
   * if the result is invalid.
   */
  accept(method: string, result: object, params?: Params): object {
    const value = this.lifecycle.incoming?.(this, method, result) ?? result;
    this.#assertResult(method, value, params);
    return value;
  }

  /**
   * Returns the reason why a value is an invalid result of a request. Returns
   * undefined if the value is valid.
   */
  problem(
    method: string,
    value: unknown,
    params: Params = {},
  ): string | undefined {
    const { result, question } = this.facts(method) ?? {};
    return (
      findProblem(result, value) ?? question?.problem?.(params, value as Params)
    );
  }

  /**
   * Checks whether an outgoing request may be sent. Returns its params in the
   * form in which they are sent.
   *
   * @throws ConnectionError if the request must not be sent.
   */
  prepare(
    connection: Connection,
    method: string,
    params: Params | undefined,
    options: SendOptions,
  ): Params | undefined {
    this.lifecycle.allow(connection, method);
    const { capabilities } = connection.peer;
    const { capability, question } = this.#getFacts(method);
    const needed =
      capability && declares(capabilities, capability)
        ? this.protocol.missingCapabilities?.({ method, params }, capabilities)
        : capability;
    if (needed?.length) {
      const text = `${method} needs the capability ${String(needed)}, which the peer did not declare`;
      throw new ConnectionError("capability", text);
    }
    question?.ask(params ?? {}, options);
    return this.lifecycle.outgoing?.(this, params) ?? params;
  }

  /**
   * Checks whether an outgoing notification may be sent. Returns its params in
   * the form in which they are sent.
   *
   * @throws ConnectionError if the notification must not be sent.
   */
  permit(
    connection: Connection,
    method: string,
    params: Params | undefined,
  ): Params | undefined {
    this.lifecycle.allow(connection, method);
    const needed = this.#getFacts(method).capability;
    if (!needed || declares(this.capabilities, needed)) return params;
    const text = `${method} needs the capability ${needed}, which this side did not declare`;
    throw new ConnectionError("capability", text);
  }

  report(problem: Error): void {
    const { onError } = this.options;
    if (onError) attempt(() => onError(problem));
    else if (!(problem instanceof ConnectionError)) console.error(problem);
  }

  /**
   * Throws ConnectionError if the value is not a valid result of the method.
   */
  #assertResult(method: string, value: unknown, params?: Params): void {
    const problem = this.problem(method, value, params);
    assertValid(`The result of ${method}`, problem);
  }

  /**
   * Returns the properties of a standard or custom method, such as the side
   * that sends it. Returns undefined for an unknown method.
   */
  facts(method: string): MethodFacts | undefined {
    return own(this.protocol.methods, method) as MethodFacts | undefined;
  }

  #getFacts(method: string): MethodFacts {
    const facts = this.facts(method);
    if (facts) return facts;
    const text = `${method} is not part of revision ${this.protocol.version}`;
    throw new ConnectionError("version", text);
  }

  /**
   * Returns the properties of a method if this side receives its messages.
   * Returns undefined for other methods.
   */
  #getReceived(method: string): MethodFacts | undefined {
    const facts = this.facts(method);
    const { sender = "client", embedded } = facts ?? {};
    return embedded || sender !== this.protocol.side ? facts : undefined;
  }
}
