import { changesOf } from "./handlers/changes.js";
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

/** Options of a server or a client that are the same for both. */
export interface EndpointOptions extends LifecycleOptions {
  /**
   * Capabilities beside those that follow from the handlers; `false` removes
   * one of those.
   */
  readonly capabilities?: Capabilities | undefined;
  /** How the server is best used, for the model that uses it. */
  readonly instructions?: string | undefined;
  /**
   * Called with errors that no caller waits for: handlers that failed, messages
   * that break the protocol, cancellations. Default: handlers that failed go to
   * the console.
   */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Removes what must not be sent from the data of log messages. */
  readonly redact?: ((data: unknown) => unknown) | undefined;
  /** Watches each connection, where the revision has pings. */
  readonly health?: HealthCheck | undefined;
  /** Methods that are no part of the protocol, by name. */
  readonly methods?: CustomMethods | undefined;
  /** What a connection may ask of this side. */
  readonly limits?: Limits | undefined;
}

interface Route {
  readonly handler: (params: unknown, call: unknown) => unknown;
  readonly rule: Rule | undefined;
}

/**
 * One side at one revision: its handlers with the checks of their messages, and
 * its capabilities. Made once and shared by all connections.
 */
export class Endpoint {
  readonly protocol: Protocol;
  readonly lifecycle: Lifecycle;
  readonly info: PeerInfo;
  readonly capabilities: Capabilities;
  /** As the user set them. */
  readonly options: EndpointOptions;
  /** Watches a connection that was opened. */
  health: HealthCheck | undefined;
  /** This one and those of the other revisions, newest first. */
  all: readonly Endpoint[] = [this];
  /** Sources of changes that peers may have to be notified of. */
  readonly changes: readonly Changes[];
  /** Interceptors of requests; the first is outermost. */
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
      if (!handler || !facts || facts.kind || !this.#arrives(facts)) continue;
      if (facts.capability !== undefined) declare(derived, facts.capability);
      for (const one of changesOf(handler)) {
        if (!this.facts(one.method)) continue;
        declare(derived, one.capability);
        changes.push(one);
      }
    }
    handlers = protocol.extend?.(this, handlers, derived) ?? handlers;
    this.capabilities = overlay(derived, options.capabilities);
    this.changes = changes.filter((one) =>
      declares(this.capabilities, one.capability),
    );
    const all = runStep(
      this.#interceptors,
      ({ routes }) => routes,
      (own) => this.lifecycle.handlers(this, own, options),
      handlers,
    );
    for (const [method, handler] of Object.entries(all)) {
      const facts = this.facts(method);
      if (!handler || !facts || !this.#arrives(facts)) continue;
      const routes = facts.kind ? this.#notifications : this.#requests;
      routes.set(method, {
        handler: handler as Route["handler"],
        rule: facts.message,
      });
    }
  }

  /** The revisions that this side speaks, newest first. */
  get versions(): readonly string[] {
    return [this.protocol.version];
  }

  /** Adds an interceptor, which becomes the outermost. */
  intercept(interceptor: Interceptor): void {
    this.#interceptors.unshift(interceptor);
  }

  /** Returns the endpoint that answers a request; several revisions have several. */
  select(_connection: Connection, _message: RequestMessage): Endpoint {
    return this;
  }

  /** Sends a request through the interceptors. */
  send(request: OutgoingRequest): Promise<object> {
    return runStep(
      this.#interceptors,
      ({ send }) => send,
      (sent) =>
        this.lifecycle.request?.(sent) ?? sent.connection.requestOnce(sent),
      request,
    );
  }

  /** Answers a request through the interceptors. */
  answer(call: Call): unknown {
    return runStep(
      this.#interceptors,
      ({ answer }) => answer,
      (one) => this.run(one),
      call,
    );
  }

  /** Runs a request: its result, or a promise of it. Throws McpError. */
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
        ? "no object"
        : problemOf(route.rule, message);
    if (problem !== undefined) {
      throw new McpError(BAD_PARAMS, `Invalid params: ${problem}`);
    }
    return route.handler(params, call);
  }

  /** The outcome of a handler, run again with the input that it needs. */
  settle?(call: Call, handler: () => unknown): unknown;

  /** The result of a handler as it is sent. */
  finish(call: Call, result: unknown): object {
    if (result !== undefined && !isObject(result)) {
      throw new TypeError(`${call.method} gave no object`);
    }
    if (own(this.options.methods ?? {}, call.method)) {
      this.#hold(call.method, result);
    }
    const sent = result ?? {};
    return this.lifecycle.finish?.(call, sent) ?? sent;
  }

  /** Throws ConnectionError for a notification that is not valid. */
  check(message: NotificationMessage): void {
    const { method } = message;
    const problem = problemOf(this.facts(method)?.message, message);
    if (problem === undefined) return;
    const text = `${method} is not valid: ${problem}`;
    throw new ConnectionError("invalid", text);
  }

  /** A notification arrived; one without a handler is ignored. */
  hear(
    connection: Connection,
    { method, params }: NotificationMessage,
  ): unknown {
    return this.#notifications.get(method)?.handler(params, connection);
  }

  /** The result of a request with those params, its defaults filled in, checked. */
  accept(method: string, result: object, params?: Params): object {
    const value = this.lifecycle.incoming?.(this, method, result) ?? result;
    this.#hold(method, value, params);
    return value;
  }

  /** What is wrong with a value as the result of such a request. */
  problem(
    method: string,
    value: unknown,
    params: Params = {},
  ): string | undefined {
    const { result, question } = this.facts(method) ?? {};
    return (
      problemOf(result, value) ?? question?.problem?.(params, value as Params)
    );
  }

  /** Params of a request as they are sent; throws when it must not be sent. */
  prepare(
    connection: Connection,
    method: string,
    params: Params | undefined,
    options: SendOptions,
  ): Params | undefined {
    this.lifecycle.allow(connection, method);
    const { capabilities } = connection.peer;
    const { capability, question } = this.#known(method);
    const needed =
      capability && declares(capabilities, capability)
        ? this.protocol.lacking?.({ method, params }, capabilities)
        : capability;
    if (needed?.length) {
      const text = `${method} needs ${String(needed)}, which the peer did not declare`;
      throw new ConnectionError("capability", text);
    }
    question?.ask(params ?? {}, options);
    return this.lifecycle.outgoing?.(this, params) ?? params;
  }

  /** Params of a notification as they are sent; throws when it must not be. */
  permit(
    connection: Connection,
    method: string,
    params: Params | undefined,
  ): Params | undefined {
    this.lifecycle.allow(connection, method);
    const needed = this.#known(method).capability;
    if (!needed || declares(this.capabilities, needed)) return params;
    const text = `${method} needs ${needed}, which this side did not declare`;
    throw new ConnectionError("capability", text);
  }

  report(problem: Error): void {
    const { onError } = this.options;
    if (onError) attempt(() => onError(problem));
    else if (!(problem instanceof ConnectionError)) console.error(problem);
  }

  /** Throws unless the value is a result of the method. */
  #hold(method: string, value: unknown, params?: Params): void {
    const problem = this.problem(method, value, params);
    if (problem === undefined) return;
    const text = `The result of ${method} is not valid: ${problem}`;
    throw new ConnectionError("invalid", text);
  }

  /** What is known of a method of the revision, or of a custom one. */
  facts(method: string): MethodFacts | undefined {
    return own(this.protocol.methods, method) as MethodFacts | undefined;
  }

  #known(method: string): MethodFacts {
    const facts = this.facts(method);
    if (facts) return facts;
    const text = `${method} is not part of revision ${this.protocol.version}`;
    throw new ConnectionError("version", text);
  }

  /** Whether messages of this method arrive at this side. */
  #arrives(facts: MethodFacts): boolean {
    const { sender = "client", embedded } = facts;
    return sender !== this.protocol.side || embedded === true;
  }
}

/** The first thing that is wrong with a value, if anything is. */
export function problemOf(
  rule: Rule | undefined,
  value: unknown,
): string | undefined {
  try {
    const found = rule?.(value) ?? true;
    return found === true ? undefined : found || "not valid";
  } catch (error) {
    return asError(error).message.split("\n", 1)[0];
  }
}
