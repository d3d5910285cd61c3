import { getChanges } from "./handlers/changes.js";
import { withCustom } from "./custom.js";
import { declare, declares, overlay } from "./capabilities.js";
import {
  asError,
  BAD_PARAMS,
  ConnectionError,
  McpError,
  UNKNOWN_METHOD,
} from "../json-rpc/messages/errors.js";
import { isObject, own } from "../validation/guards.js";
import { LOG } from "./connection/logging.js";
import { attempt } from "../json-rpc/promises.js";
import type { Capabilities } from "./capabilities.js";
import type { Changes } from "./handlers/changes.js";
import type { CustomMethods } from "./custom.js";
import type { HealthCheck } from "../json-rpc/health.js";
import type { Call } from "./connection/call.js";
import type { Connection } from "./connection/connection.js";
import { runStep } from "./interceptors.js";
import type { Interceptor } from "./interceptors.js";
import type {
  Handlers,
  Lifecycle,
  LifecycleOptions,
  OutgoingRequest,
} from "./lifecycle.js";
import type { PeerInfo } from "./connection/peer.js";
import type { Limits } from "../limits/limits.js";
import type {
  NotificationMessage,
  Params,
  RequestMessage,
} from "../json-rpc/messages/messages.js";
import type { SendOptions } from "../json-rpc/requests.js";
import type { MethodFacts, Protocol } from "./protocol.js";
import type { Rule } from "../validation/rule.js";

/** Options that apply to servers and to clients. */
export interface EndpointOptions extends LifecycleOptions {
  /**
   * Capabilities in addition to those that the handlers imply. The value
   * `false` removes an implied capability.
   */
  readonly capabilities?: Capabilities | undefined;
  /**
   * Instructions for the model on how to use the server. Clients have no
   * instructions.
   */
  readonly instructions?: string | undefined;
  /**
   * Callback invoked with errors that no caller can receive: failed handlers,
   * messages that violate the protocol, cancellations. By default, each
   * `ConnectionError` is ignored and any other error is printed on the console.
   */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * Function that removes confidential values from the data of a log message.
   * Called before each log message is sent.
   */
  readonly redact?: ((data: unknown) => unknown) | undefined;
  /**
   * Health check that runs on each connection, in revisions that have `ping`.
   */
  readonly health?: HealthCheck | undefined;
  /** Custom methods by name. MCP does not define these methods. */
  readonly methods?: CustomMethods | undefined;
  /** Limits on the requests that a peer may send over a connection. */
  readonly limits?: Limits | undefined;
}

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
   * Endpoints of this side for all supported revisions, including this
   * endpoint. Newest revision first.
   */
  all: readonly Endpoint[] = [this];
  /**
   * Sources of changes of which peers can be notified, such as changes of the
   * list of tools.
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
    const protocol = withCustom(revision, options.methods ?? {});
    this.protocol = protocol;
    this.options = options;
    this.lifecycle = protocol.lifecycle;
    this.info = info;
    this.health = protocol.methods.ping && options.health;
    const derived: { [name: string]: unknown } = {};
    const changes: Changes[] = [];
    for (const [method, handler] of Object.entries(handlers)) {
      const facts = this.facts(method);
      if (!handler || !facts || facts.kind || !this.#isReceived(facts))
        continue;
      if (facts.capability !== undefined) declare(derived, facts.capability);
      for (const source of getChanges(handler)) {
        if (!this.facts(source.method)) continue;
        declare(derived, source.capability);
        changes.push(source);
      }
    }
    // Every handler can log, so the capability follows from the notification.
    const log = this.facts(LOG);
    if (log?.capability !== undefined && !this.#isReceived(log))
      declare(derived, log.capability);
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
      const facts = this.facts(method);
      if (!handler || !facts || !this.#isReceived(facts)) continue;
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
        ? "not an object"
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

  /** Converts the value that a handler returned to the result that is sent. */
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
    const problem = findProblem(this.facts(method)?.message, message);
    if (problem === undefined) return;
    const text = `${method} is not valid: ${problem}`;
    throw new ConnectionError("invalid", text);
  }

  /**
   * Runs the handler of an incoming notification. Ignores the notification if
   * it has no handler.
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
   * Returns the params of an outgoing request in the form in which they are
   * sent.
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
      const text = `${method} needs ${String(needed)}, which the peer did not declare`;
      throw new ConnectionError("capability", text);
    }
    question?.ask(params ?? {}, options);
    return this.lifecycle.outgoing?.(this, params) ?? params;
  }

  /**
   * Returns the params of an outgoing notification in the form in which they
   * are sent.
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
    const text = `${method} needs ${needed}, which this side did not declare`;
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
    if (problem === undefined) return;
    const text = `The result of ${method} is not valid: ${problem}`;
    throw new ConnectionError("invalid", text);
  }

  /**
   * Returns what the endpoint knows about a method, such as its sender. The
   * method is custom or defined by the revision. Returns undefined for an
   * unknown method.
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

  /** Returns true if this side receives the messages of the method. */
  #isReceived(facts: MethodFacts): boolean {
    const { sender = "client", embedded } = facts;
    return sender !== this.protocol.side || embedded === true;
  }
}

/**
 * Returns the first reason why a value does not match a validation rule.
 * Returns undefined if the value matches.
 */
export function findProblem(
  rule: Rule | undefined,
  value: unknown,
): string | undefined {
  try {
    const outcome = rule?.(value) ?? true;
    return outcome === true ? undefined : outcome || "not valid";
  } catch (error) {
    return asError(error).message.split("\n", 1)[0];
  }
}
