/**
 * Test client for core tasks or the tasks extension. The test sends each
 * message of the client itself.
 */
import type { Origin } from "../../../runtime/transport/transport.js";
import type { Wire } from "../wire/wire.js";

export interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result: { readonly [name: string]: unknown };
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  };
}

export abstract class TaskPeer<State extends { readonly taskId: string }> {
  /** Received messages, except the responses to requests of `ask`. */
  readonly heard: Answer[] = [];
  readonly #wire: Wire;
  readonly #origin: Origin | undefined;
  readonly #answers = new Map<unknown, (answer: Answer) => void>();
  #lastId = 0;

  constructor(wire: Wire, origin: Origin | undefined) {
    this.#wire = wire;
    this.#origin = origin;
    wire.send = (message) => {
      const copy = JSON.parse(JSON.stringify(message)) as Answer;
      const take = this.#answers.get(copy.id);
      if (copy.method !== undefined || !take) this.heard.push(copy);
      else take(copy);
    };
  }

  /** Sends a tool call that asks the server to create a task. */
  abstract call(tool: string, params?: object): Promise<Answer>;
  /** Returns the task that a response contains. */
  protected abstract created(answer: Answer): State;
  /** Returns the result or the error of a task that has ended. */
  abstract outcome(taskId: string): Promise<Partial<Answer>>;
  /** Answers the input request for which a task is waiting. */
  abstract answer(taskId: string, reply: object): Promise<void>;

  give(message: object): void {
    this.#wire.give(message, this.#origin);
  }

  /** Sends a request and returns its response. */
  ask(method: string, params?: object): Promise<Answer> {
    return this.open(method, params).answer;
  }

  /**
   * Sends a request. Returns the id of the request and a promise of the
   * response.
   */
  open(method: string, params?: object) {
    const id = `ask-${++this.#lastId}`;
    const answer = new Promise<Answer>((resolve) =>
      this.#answers.set(id, resolve),
    );
    this.give({ id, method, ...(params && { params }) });
    return { id, answer };
  }

  /** Calls a tool as a task and returns the state of the task. */
  async task(tool: string, params?: object): Promise<State> {
    return this.created(await this.call(tool, params));
  }

  async get(taskId: string): Promise<State> {
    const { result, error } = await this.ask("tasks/get", { taskId });
    if (error) throw new Error(error.message);
    return result as unknown as State;
  }

  /**
   * Sends a request with a task id. Returns the error code of the response, or
   * 0 if the response is a result.
   */
  async code(method: string, taskId: string): Promise<number> {
    const { error } = await this.ask(method, { taskId, inputResponses: {} });
    return (error as Answer["error"] | undefined)?.code ?? 0;
  }

  close(): void {
    this.#wire.receiver.closed();
  }
}
