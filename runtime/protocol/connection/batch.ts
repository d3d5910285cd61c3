import { isRequest } from "../../json-rpc/messages/messages.js";
import type { Connection } from "./connection.js";
import type {
  ErrorResponse,
  RequestId,
  ResultMessage,
} from "../../json-rpc/messages/messages.js";
import type { Origin } from "../../transport/transport.js";

/**
 * Maximum number of messages in a batch. Handling one message takes some
 * microseconds, and other messages wait until the whole batch is handled.
 */
const MAX_BATCH = 10_000;

/**
 * Returns the reason why a batch is too short or too long. Returns undefined if
 * the length is valid.
 */
export function findLengthProblem(
  batch: readonly unknown[],
): string | undefined {
  if (batch.length === 0) return "A batch must not be empty";
  return batch.length > MAX_BATCH
    ? `A batch must not have more than ${MAX_BATCH} messages`
    : undefined;
}

/**
 * Handles the messages of a batch. Rejects a batch that is empty, too long, or
 * that contains `initialize`.
 */
export function runBatch(
  connection: Connection,
  messages: readonly unknown[],
  origin: Origin | undefined,
): void {
  const problem = findLengthProblem(messages);
  const requests = messages.filter(isRequest);
  if (problem) {
    connection.refuse(problem, requests);
  } else if (requests.some(({ method }) => method === "initialize")) {
    connection.refuse("initialize must not be part of a batch", requests);
  } else {
    new Batch(connection, requests.length).run(messages, origin);
  }
}

/**
 * Batch of incoming messages. The answers to the requests in the batch are
 * collected and sent as one array.
 */
class Batch {
  readonly #connection: Connection;
  readonly #answers: (ResultMessage | ErrorResponse)[] = [];
  #awaited: number;

  constructor(connection: Connection, awaited: number) {
    this.#connection = connection;
    this.#awaited = awaited;
  }

  run(messages: readonly unknown[], origin: Origin | undefined): void {
    for (const message of messages) {
      if (Array.isArray(message)) {
        this.#connection.refuse("A batch must not contain a batch");
        continue;
      }
      this.#connection.take(message, origin, (answer, relatedRequestId) =>
        this.#collect(answer, relatedRequestId),
      );
    }
  }

  #collect(
    answer: ResultMessage | ErrorResponse | undefined,
    relatedRequestId: RequestId,
  ): void {
    if (answer !== undefined) {
      // Check that the result can be represented in JSON. If it cannot,
      // `stringify` throws here, so that only this request fails and not the
      // whole batch.
      if ("result" in answer) JSON.stringify(answer);
      this.#answers.push(answer);
    }
    this.#awaited -= 1;
    if (this.#awaited > 0) return;
    if (this.#answers.length > 0)
      this.#connection.send(this.#answers, relatedRequestId);
    else this.#connection.transport.unanswered?.(relatedRequestId);
  }
}

/**
 * Rejects a batch, because the revision does not support batches. Each request
 * in the batch is answered with an error.
 */
export function refuseBatch(
  connection: Connection,
  messages: readonly unknown[],
): void {
  connection.refuse("This revision does not allow batches", messages);
}
