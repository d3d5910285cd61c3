/**
 * Running task of the tasks extension: the call of its handler, and its open
 * input requests.
 */
import { Call } from "../../protocol/connection/call.js";
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { toJsonValue } from "../../json-rpc/messages/messages.js";
import {
  assertCanAsk,
  invalidParams,
} from "../../protocol/input-required/handler-run.js";
import { createInputKey } from "../../protocol/input-required/requests.js";
import { own } from "../../validation/guards.js";
import { waitOrAbort } from "../wait.js";
import type { Endpoint } from "../../protocol/endpoint.js";
import type { Lifecycle } from "../../protocol/lifecycle.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { RunningTask, TaskRun } from "../executor.js";
import type {
  TaskInputRequest,
  TaskInputRequests,
  TaskInputResponses,
} from "./wire.js";

/** Functions with which a running task changes its record. */
export interface RunCallbacks {
  /** Stores the input requests that are currently open. */
  updateInputs(inputRequests: TaskInputRequests): Promise<void>;
  report(message: string): Promise<void>;
}

/**
 * Finds the answers to the given input requests. Returns each answer with its
 * key and its input request.
 *
 * @throws McpError -32602 if an answer is not valid.
 */
export function matchAnswers<Request extends TaskInputRequest>(
  responses: TaskInputResponses,
  requests: Iterable<readonly [key: string, request: Request]>,
  endpoint: Pick<Endpoint, "problem">,
): [key: string, answer: unknown, request: Request][] {
  const found: [key: string, answer: unknown, request: Request][] = [];
  for (const [key, request] of requests) {
    const answer = own(responses, key);
    if (answer === undefined) continue;
    const { method, params } = request;
    const problem = endpoint.problem(method, answer, params);
    if (problem !== undefined) {
      throw invalidParams(`inputResponses.${key}: ${problem}`);
    }
    found.push([key, answer, request]);
  }
  return found;
}

interface OpenInputRequest extends TaskInputRequest {
  readonly resolve: (answer: unknown) => void;
}

export class ExtensionTaskRun implements TaskRun {
  readonly taskId: string;
  readonly call: ExtensionTaskCall;
  readonly #callbacks: RunCallbacks;
  readonly #open = new Map<string, OpenInputRequest>();
  /**
   * Keys of all input requests that the task has made. Each key is used only
   * once.
   */
  readonly #usedKeys = new Set<string>();
  #updated: Promise<void> = Promise.resolve();

  constructor(
    taskId: string,
    from: Call,
    params: Params,
    callbacks: RunCallbacks,
  ) {
    this.taskId = taskId;
    this.#callbacks = callbacks;
    this.call = new ExtensionTaskCall(this, from, params);
  }

  report(message: string): Promise<void> {
    return this.#callbacks.report(message);
  }

  /** Whether the task has an open input request. */
  get needsInput(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Sends an input request of the task to the client. Resolves to the answer.
   */
  async ask(
    method: string,
    params: Params | undefined,
    options: AskOptions = {},
  ): Promise<unknown> {
    const { signal = this.call.signal } = options;
    assertCanAsk(this.call, { method, params }, options);
    const key = this.#newKey({ method, params }, options.key);
    const answer = waitOrAbort([signal, this.call.signal], (resolve) => {
      this.#open.set(key, { method, params, resolve });
      return () => {};
    });
    // An abort during the update rejects `answer` before it is awaited. This
    // rejection must not cause an `unhandledRejection` event.
    answer.catch(() => {});
    try {
      await this.#update();
      return await answer;
    } finally {
      const unanswered = this.#open.get(key);
      if (unanswered) {
        this.#open.delete(key);
        unanswered.resolve(undefined);
        if (this.call.isActive) await this.#update();
      }
    }
  }

  /**
   * Accepts answers to the open input requests of the task. Ignores all other
   * answers.
   *
   * @throws McpError -32602 if an answer is not valid. In this case none of the
   *   answers is accepted.
   */
  async answer(responses: TaskInputResponses): Promise<void> {
    const found = matchAnswers(responses, this.#open, this.call.endpoint);
    for (const [key] of found) this.#open.delete(key);
    if (found.length > 0) await this.#update();
    for (const [, answer, { resolve }] of found) resolve(answer);
  }

  #newKey(request: TaskInputRequest, name: string | undefined): string {
    const base = name ?? createInputKey(request);
    let key = base;
    for (let count = 2; this.#usedKeys.has(key); count += 1) {
      key = `${base}-${count}`;
    }
    this.#usedKeys.add(key);
    return key;
  }

  /**
   * Stores the open input requests of the task after all earlier updates are
   * stored.
   */
  #update(): Promise<void> {
    const update = this.#updated.then(() => {
      const open = [...this.#open].map(([key, { method, params }]) => [
        key,
        params === undefined ? { method } : { method, params },
      ]);
      return this.#callbacks.updateInputs(Object.fromEntries(open) as never);
    });
    this.#updated = update.catch(() => {});
    return update;
  }
}

/** Value of `ctx` for a handler that runs as a task of the tasks extension. */
export class ExtensionTaskCall extends Call {
  readonly run: ExtensionTaskRun;
  /** Whether a dropped notification of the task has been reported. */
  #hasReported = false;

  constructor(run: ExtensionTaskRun, from: Call, params: Params) {
    const { connection, message, origin, endpoint } = from;
    super(connection, { ...message, params }, origin, () => {}, endpoint);
    this.run = run;
  }

  get task(): RunningTask {
    return this.run;
  }

  /**
   * Drops the notification: the request is already answered, and the client
   * polls the task instead. The first dropped notification that is not progress
   * is reported to `onError`.
   */
  override notify(method: string): void {
    if (this.#hasReported || method === "notifications/progress") return;
    this.#hasReported = true;
    const text = `${method} was not sent: a task sends no notifications in this revision. Use ctx.task.report()`;
    this.connection.report(new ConnectionError("lifecycle", text));
  }

  /**
   * Functions that implement the methods of `ctx`. Input requests are added to
   * the task. `once` does not store results, because the handler of a task runs
   * only once.
   */
  protected override get lifecycle(): Lifecycle {
    return {
      ...super.lifecycle,
      ask: (_call, method, params, options) =>
        this.run.ask(method, params, options),
      once: (_call, _key, run) =>
        new Promise((resolve) => resolve(run())).then(toJsonValue),
    };
  }

  override request(method: string): Promise<never> {
    const text = `A task must not send requests in this revision: ${method}`;
    return Promise.reject(new ConnectionError("lifecycle", text));
  }
}
