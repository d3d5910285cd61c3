import { ConnectionError, INVALID_MESSAGE } from "./errors.js";
import { isObject, isRequestId } from "./messages.js";
import type { Connection } from "./connection.js";
import type { ErrorMessage, RequestId, ResultMessage } from "./messages.js";
import type { Origin } from "./transport.js";

/** Several messages that came as one array; their answers go out as one. */
export class Batch {
  readonly #connection: Connection;
  readonly #messages: readonly unknown[];
  readonly #origin: Origin | undefined;
  readonly #answers: (ResultMessage | ErrorMessage)[] = [];
  #awaited = 0;

  constructor(
    connection: Connection,
    messages: readonly unknown[],
    origin: Origin | undefined,
  ) {
    this.#connection = connection;
    this.#messages = messages;
    this.#origin = origin;
  }

  run(): void {
    const requests = this.#messages.filter(isRequest);
    if (this.#messages.length === 0) {
      this.#connection.refuse("A batch must not be empty");
    } else if (!this.#connection.endpoint.protocol.batches) {
      this.#refuse(requests, "This revision has no batches");
    } else if (requests.some(({ method }) => method === "initialize")) {
      this.#refuse(requests, "initialize must not be part of a batch");
    } else {
      this.#awaited = requests.length;
      for (const message of this.#messages) {
        if (Array.isArray(message)) {
          this.#connection.refuse("A batch must not hold another one");
          continue;
        }
        this.#connection.take(message, this.#origin, (answer, about) =>
          this.#collect(answer, about),
        );
      }
    }
  }

  #refuse(requests: readonly { id: RequestId }[], message: string): void {
    if (requests.length === 0) this.#connection.refuse(message);
    else this.#connection.report(new ConnectionError("invalid", message));
    for (const { id } of requests) {
      const error = { code: INVALID_MESSAGE, message };
      this.#connection.send({ jsonrpc: "2.0", id, error }, id);
    }
  }

  #collect(
    answer: ResultMessage | ErrorMessage | undefined,
    about: RequestId,
  ): void {
    if (answer !== undefined) {
      JSON.stringify(answer); // throws here, and not for the whole batch
      this.#answers.push(answer);
    }
    this.#awaited -= 1;
    if (this.#awaited > 0) return;
    if (this.#answers.length > 0) this.#connection.send(this.#answers, about);
    else this.#connection.transport.unanswered?.(about);
  }
}

function isRequest(value: unknown): value is { id: RequestId; method: string } {
  return (
    isObject(value) &&
    value.jsonrpc === "2.0" &&
    typeof value.method === "string" &&
    isRequestId(value.id)
  );
}
