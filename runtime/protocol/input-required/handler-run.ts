/**
 * One run of a handler that may ask the client for input. When the input has
 * arrived, the handler runs again.
 */
import {
  BAD_PARAMS,
  INTERNAL,
  MISSING_CAPABILITY,
} from "../../json-rpc/constants.js";
import { ConnectionError, McpError } from "../../json-rpc/messages/errors.js";
import { declare } from "../capabilities.js";
import {
  isInputMethod,
  createInputKey,
  missingCapabilities,
} from "./requests.js";
import { INPUT_REQUIRED } from "../stateless/stateless.js";
import { isObject } from "../../validation/guards.js";
import { toJsonValue } from "../../json-rpc/messages/messages.js";
import type { Call } from "../connection/call.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { InputRequest } from "./requests.js";

/**
 * State that is encrypted between two runs of a handler: the client's answers,
 * the results of `once`, and data of the handler.
 */
export type SealedState = readonly [
  answers: readonly (readonly [string, unknown])[],
  once: readonly (readonly [string, unknown])[],
  own?: unknown,
];

/**
 * Functions that a run of a handler uses to answer the call and to encrypt the
 * state of the run.
 */
export interface HandlerRunHost {
  readonly call: Call;
  /** Answers the call immediately, even if its handler has not finished. */
  interrupt(result: Promise<object>): void;
  seal(kept: SealedState): Promise<string>;
}

/**
 * Error that ends the run of a handler, because the client must first be asked
 * for input.
 */
class InputRequired extends McpError {
  override readonly name: string = "InputRequired";

  constructor() {
    const text = "The handler stops, and runs again with the client's answers";
    super(INTERNAL, text);
  }
}

/**
 * Run of a handler, with the client's answers and the `once` results from
 * earlier runs.
 */
export class HandlerRun {
  readonly #host: HandlerRunHost;
  readonly #answers: Map<string, unknown>;
  readonly #results: Map<string, unknown>;
  /** Answers of the client that are not validated yet. */
  readonly #responses: { readonly [key: string]: unknown };
  readonly #usedKeys = new Set<string>();
  readonly #requests = new Map<string, InputRequest>();
  readonly #waiting: ((reason: InputRequired) => void)[] = [];
  /**
   * Number of functions passed to `once` that are still running. Their results
   * must be stored before the state is encrypted.
   */
  #running = 0;
  #onIdle: (() => void) | undefined;
  #endReason: InputRequired | undefined;
  #missing: { [name: string]: unknown } | undefined;

  constructor(
    host: HandlerRunHost,
    [answers, kept]: SealedState = [[], []],
    given: { readonly [key: string]: unknown } = {},
  ) {
    this.#host = host;
    this.#answers = new Map(answers);
    this.#results = new Map(kept);
    this.#responses = given;
  }

  async ask(question: InputRequest, options: AskOptions): Promise<unknown> {
    if (this.#endReason) throw this.#endReason;
    const key = this.#keyFor(question, options.key);
    if (this.#answers.has(key)) return this.#answers.get(key);
    if (Object.hasOwn(this.#responses, key)) return this.#accept(question, key);
    assertCanAsk(this.#host.call, question, options, this.#collectMissing());
    if (this.#requests.size === 0) setTimeout(() => this.#end());
    this.#requests.set(key, question);
    return new Promise((_, reject) => this.#waiting.push(reject));
  }

  async once(key: string, run: () => unknown): Promise<unknown> {
    if (this.#endReason) throw this.#endReason;
    if (this.#results.has(key)) return this.#results.get(key);
    this.#running += 1;
    try {
      const value = toJsonValue(await run());
      this.#results.set(key, value);
      return value;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle?.();
    }
  }

  #keyFor(question: InputRequest, name: string | undefined): string {
    const base = name ?? createInputKey(question);
    let key = base;
    for (let count = 2; this.#usedKeys.has(key); count += 1) {
      if (name !== undefined) {
        throw new TypeError(
          `Two input requests of one call have the key ${name}`,
        );
      }
      key = `${base}-${count}`;
    }
    this.#usedKeys.add(key);
    return key;
  }

  /**
   * Returns the object that collects missing capabilities. Input requests that
   * a handler makes at the same time share one object, so that one error lists
   * all missing capabilities.
   */
  #collectMissing(): { [name: string]: unknown } {
    if (this.#missing === undefined) {
      queueMicrotask(() => (this.#missing = undefined));
    }
    return (this.#missing ??= {});
  }

  #accept({ method, params }: InputRequest, key: string): unknown {
    const answer = this.#responses[key];
    const problem = isObject(answer)
      ? this.#host.call.endpoint.problem(method, answer, params)
      : "the response is not an object";
    if (problem !== undefined) {
      const error = invalidParams(`inputResponses.${key}: ${problem}`);
      this.#host.interrupt(Promise.reject(error));
      throw error;
    }
    this.#answers.set(key, answer);
    return answer;
  }

  /**
   * Ends the run because the handler cannot continue without input. Answers the
   * call with the input requests.
   */
  #end(): void {
    const { isActive, signal } = this.#host.call;
    if (!isActive && !signal.aborted) return; // the handler finished without the answers
    this.#endReason = this.#host.call.endReason = new InputRequired();
    this.#host.interrupt(this.#result());
    for (const reject of this.#waiting) reject(this.#endReason);
  }

  /**
   * Encrypts the state for the next run of the handler: the answers, the `once`
   * results and data of the handler.
   */
  async seal(own?: unknown): Promise<string> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => (this.#onIdle = resolve));
    }
    return this.#host.seal([[...this.#answers], [...this.#results], own]);
  }

  async #result(): Promise<object> {
    const requestState = await this.seal();
    const inputRequests = Object.fromEntries(this.#requests);
    return { resultType: INPUT_REQUIRED, inputRequests, requestState };
  }
}

/**
 * Throws an error if the request is not an input request, or if the client did
 * not declare the needed capabilities. Adds the missing capabilities to
 * `requiredCapabilities`. The error contains this object, so it also lists
 * capabilities that later calls add.
 */
export function assertCanAsk(
  call: Call,
  question: InputRequest,
  options: AskOptions = {},
  requiredCapabilities: { [name: string]: unknown } = {},
): void {
  const { method, params = {} } = question;
  if (!isInputMethod(method)) {
    const text = `${method} is not a method that asks a client for input`;
    throw new ConnectionError("lifecycle", text);
  }
  const paths = missingCapabilities(question, call.peer.capabilities);
  if (paths.length === 0) {
    call.endpoint.facts(method)?.question?.ask(params, options);
    return;
  }
  for (const path of paths) declare(requiredCapabilities, path);
  const text = `${method} needs the capability ${String(paths)}, which the peer did not declare`;
  throw new McpError(MISSING_CAPABILITY, text, { requiredCapabilities });
}

export function invalidParams(reason: string): McpError {
  return new McpError(BAD_PARAMS, `Invalid params: ${reason}`);
}
