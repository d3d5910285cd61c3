/** A request that runs as a task whose state is polled, from the handler's side. */
import { Call } from "../../protocol/connection/call.js";
import { ConnectionError, McpError } from "../../json-rpc/messages/errors.js";
import { mayAsk, refusal } from "../../protocol/input-required/handler-run.js";
import { questionKey } from "../../protocol/input-required/requests.js";
import { asJson } from "../../json-rpc/messages/messages.js";
import { own } from "../../validation/guards.js";
import { TASK_CANCELLED } from "../core/receiver.js";
import type { Endpoint } from "../../protocol/endpoint.js";
import type { Lifecycle } from "../../protocol/lifecycle.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { RunningTask } from "../core/run.js";
import type { OpenQuestion } from "./wire.js";

/** What a run tells whoever keeps its task. */
export interface RunKeeper {
  /** Which questions are open now. */
  asking(questions: { readonly [key: string]: OpenQuestion }): Promise<void>;
  report(message: string): Promise<void>;
}

/** Answers by the keys of their questions. */
export interface Given {
  readonly [key: string]: unknown;
}

/**
 * Those that belong to a question, each with it.
 *
 * @throws McpError -32602 when one is not valid.
 */
export function answersIn<Q extends OpenQuestion>(
  given: Given,
  questions: Iterable<readonly [key: string, question: Q]>,
  endpoint: Pick<Endpoint, "problem">,
): [key: string, answer: unknown, question: Q][] {
  const found: [key: string, answer: unknown, question: Q][] = [];
  for (const [key, question] of questions) {
    const answer = own(given, key);
    if (answer === undefined) continue;
    const { method, params } = question;
    const problem = endpoint.problem(method, answer, params);
    if (problem !== undefined) {
      throw refusal(`inputResponses.${key}: ${problem}`);
    }
    found.push([key, answer, question]);
  }
  return found;
}

interface AskedQuestion extends OpenQuestion {
  readonly settle: (answer: unknown) => void;
}

/** One run: the call that its handler gets as `ctx`, and its open questions. */
export class PolledRun implements RunningTask {
  readonly taskId: string;
  readonly call: PolledCall;
  readonly #keeper: RunKeeper;
  readonly #open = new Map<string, AskedQuestion>();
  /** Keys of the task's life: none is used for a second question. */
  readonly #used = new Set<string>();
  #kept: Promise<void> = Promise.resolve();

  constructor(taskId: string, from: Call, params: Params, keeper: RunKeeper) {
    this.taskId = taskId;
    this.#keeper = keeper;
    this.call = new PolledCall(this, from, params);
  }

  report(message: string): Promise<void> {
    return this.#keeper.report(message);
  }

  /** The task has ended without its handler. */
  stop(): void {
    this.call.cancel(new McpError(TASK_CANCELLED, "The task has ended"));
  }

  /** Whether an answer is waited for. */
  get asks(): boolean {
    return this.#open.size > 0;
  }

  /** Asks the client, and resolves to its answer. */
  async ask(
    method: string,
    params: Params | undefined,
    options: AskOptions = {},
  ): Promise<unknown> {
    const { signal = this.call.signal } = options;
    mayAsk(this.call, { method, params }, options);
    const key = this.#keyFor({ method, params }, options.key);
    let leave = (): void => {};
    const answer = new Promise((settle, reject) => {
      this.#open.set(key, { method, params, settle });
      for (const one of [signal, this.call.signal]) {
        const abort = (): void => reject(one.reason);
        if (one.aborted) abort();
        one.addEventListener("abort", abort, { once: true });
        const before = leave;
        leave = () => (before(), one.removeEventListener("abort", abort));
      }
    });
    try {
      // Of what it rejects with while it is kept, `finally` is not too late.
      answer.catch(() => {});
      await this.#keep();
      return await answer;
    } finally {
      leave();
      if (this.#open.delete(key) && this.call.live) await this.#keep();
    }
  }

  /**
   * Takes answers to open questions; others are left alone, be they early, late or
   * made up.
   *
   * @throws McpError -32602 when one is not valid: then none is taken.
   */
  async answer(given: Given): Promise<void> {
    const found = answersIn(given, this.#open, this.call.endpoint);
    for (const [key] of found) this.#open.delete(key);
    if (found.length > 0) await this.#keep();
    for (const [, answer, { settle }] of found) settle(answer);
  }

  #keyFor(question: OpenQuestion, name: string | undefined): string {
    const base = name ?? questionKey(question);
    let key = base;
    for (let count = 2; this.#used.has(key); count += 1) {
      key = `${base}-${count}`;
    }
    this.#used.add(key);
    return key;
  }

  /** Has the questions kept as they are when those before have been. */
  #keep(): Promise<void> {
    const kept = this.#kept.then(() => {
      const open = [...this.#open].map(([key, { method, params }]) => [
        key,
        params === undefined ? { method } : { method, params },
      ]);
      return this.#keeper.asking(Object.fromEntries(open) as never);
    });
    this.#kept = kept.catch(() => {});
    return kept;
  }
}

/** The `ctx` of a handler that runs as such a task. */
export class PolledCall extends Call {
  readonly run: PolledRun;

  constructor(run: PolledRun, from: Call, params: Params) {
    const { connection, message, origin, endpoint } = from;
    super(connection, { ...message, params }, origin, () => {}, endpoint);
    this.run = run;
  }

  get task(): RunningTask {
    return this.run;
  }

  /** Its request was answered: what is said of the task, polling shows. */
  override notify(): void {}

  /** Questions go into the task; a task runs once, so that nothing is kept. */
  protected override get lifecycle(): Lifecycle {
    return {
      ...super.lifecycle,
      ask: (_call, method, params, options) =>
        this.run.ask(method, params, options),
      once: (_call, _key, run) =>
        new Promise((resolve) => resolve(run())).then(asJson),
    };
  }

  override request(method: string): Promise<never> {
    const text = `A task must not send requests at this revision: ${method}`;
    return Promise.reject(new ConnectionError("lifecycle", text));
  }
}
