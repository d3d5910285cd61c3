/** One run of a handler that may ask, and how the run ends. */
import {
  BAD_PARAMS,
  ConnectionError,
  INTERNAL,
  McpError,
  MISSING_CAPABILITY,
} from "../../json-rpc/messages/errors.js";
import { declare } from "../capabilities.js";
import { isQuestion, questionKey, lacking } from "./requests.js";
import { INPUT_REQUIRED } from "../stateless/stateless.js";
import { isObject } from "../../validation/guards.js";
import { asJson } from "../../json-rpc/messages/messages.js";
import type { Call } from "../connection/call.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { Question } from "./requests.js";

/** What is sealed: answers, kept values, and the state of a handler's own. */
export type SealedState = readonly [
  answers: readonly (readonly [string, unknown])[],
  once: readonly (readonly [string, unknown])[],
  own?: unknown,
];

/** What a run needs of those who started it. */
export interface RoundHost {
  readonly call: Call;
  /** Answers the call, whatever its handler comes to. */
  interrupt(result: Promise<object>): void;
  seal(kept: SealedState): Promise<string>;
}

/** Ends the run of a handler that waits for answers. */
class InputRequired extends McpError {
  override readonly name: string = "InputRequired";

  constructor() {
    const text =
      "The client is asked first; the handler runs again with its answers";
    super(INTERNAL, text);
  }
}

/** One run of a handler, with what is known from the runs before. */
export class Round {
  readonly #host: RoundHost;
  readonly #answers: Map<string, unknown>;
  readonly #once: Map<string, unknown>;
  /** Answers of the client, not yet looked at. */
  readonly #given: { readonly [key: string]: unknown };
  readonly #used = new Set<string>();
  readonly #questions = new Map<string, Question>();
  readonly #waiting: ((reason: InputRequired) => void)[] = [];
  /** Functions of `once` under way, whose results have to be kept. */
  #running = 0;
  #idle: (() => void) | undefined;
  #over: InputRequired | undefined;
  #lacked: { [name: string]: unknown } | undefined;

  constructor(
    host: RoundHost,
    [answers, kept]: SealedState = [[], []],
    given: { readonly [key: string]: unknown } = {},
  ) {
    this.#host = host;
    this.#answers = new Map(answers);
    this.#once = new Map(kept);
    this.#given = given;
  }

  async ask(question: Question, options: AskOptions): Promise<unknown> {
    if (this.#over) throw this.#over;
    const key = this.#keyFor(question, options.key);
    if (this.#answers.has(key)) return this.#answers.get(key);
    if (Object.hasOwn(this.#given, key)) return this.#accept(question, key);
    mayAsk(this.#host.call, question, options, this.#lackedNow());
    if (this.#questions.size === 0) setTimeout(() => this.#end());
    this.#questions.set(key, question);
    return new Promise((_, reject) => this.#waiting.push(reject));
  }

  async once(key: string, run: () => unknown): Promise<unknown> {
    if (this.#over) throw this.#over;
    if (this.#once.has(key)) return this.#once.get(key);
    this.#running += 1;
    try {
      const value = asJson(await run());
      this.#once.set(key, value);
      return value;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#idle?.();
    }
  }

  #keyFor(question: Question, name: string | undefined): string {
    const base = name ?? questionKey(question);
    let key = base;
    for (let count = 2; this.#used.has(key); count += 1) {
      if (name !== undefined) {
        throw new TypeError(`Two questions of one call have the key ${name}`);
      }
      key = `${base}-${count}`;
    }
    this.#used.add(key);
    return key;
  }

  /** What capabilities the questions of one turn lack, for one error. */
  #lackedNow(): { [name: string]: unknown } {
    if (this.#lacked === undefined) {
      queueMicrotask(() => (this.#lacked = undefined));
    }
    return (this.#lacked ??= {});
  }

  #accept({ method, params }: Question, key: string): unknown {
    const answer = this.#given[key];
    const problem = isObject(answer)
      ? this.#host.call.endpoint.problem(method, answer, params)
      : "not an object";
    if (problem !== undefined) {
      const error = refusal(`inputResponses.${key}: ${problem}`);
      this.#host.interrupt(Promise.reject(error));
      throw error;
    }
    this.#answers.set(key, answer);
    return answer;
  }

  /** The handler has run as far as it can: its questions are sent. */
  #end(): void {
    const { live, signal } = this.#host.call;
    if (!live && !signal.aborted) return; // it did not wait for the answers
    this.#over = this.#host.call.over = new InputRequired();
    this.#host.interrupt(this.#result());
    for (const reject of this.#waiting) reject(this.#over);
  }

  /** All that the next run has to know, and what the handler wants it to. */
  async seal(own?: unknown): Promise<string> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => (this.#idle = resolve));
    }
    return this.#host.seal([[...this.#answers], [...this.#once], own]);
  }

  async #result(): Promise<object> {
    const requestState = await this.seal();
    const inputRequests = Object.fromEntries(this.#questions);
    return { resultType: INPUT_REQUIRED, inputRequests, requestState };
  }
}

/**
 * Throws unless it can be asked, and the client of the call said that it can.
 * The error names all that the client lacks: what is in `requiredCapabilities`
 * already, and what is added to it afterwards.
 */
export function mayAsk(
  call: Call,
  question: Question,
  options: AskOptions = {},
  requiredCapabilities: { [name: string]: unknown } = {},
): void {
  const { method, params = {} } = question;
  if (!isQuestion(method)) {
    const text = `No client can be asked for ${method}`;
    throw new ConnectionError("lifecycle", text);
  }
  const paths = lacking(question, call.peer.capabilities);
  if (paths.length === 0) {
    call.endpoint.facts(method)?.question?.ask(params, options);
    return;
  }
  for (const path of paths) declare(requiredCapabilities, path);
  const text = `${method} needs ${String(paths)}, which the peer did not declare`;
  throw new McpError(MISSING_CAPABILITY, text, { requiredCapabilities });
}

export function refusal(reason: string): McpError {
  return new McpError(BAD_PARAMS, `Invalid params: ${reason}`);
}
