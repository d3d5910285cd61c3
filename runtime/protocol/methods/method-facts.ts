import type { Params } from "../../json-rpc/messages/messages.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { Rule } from "../../validation/rule.js";

/**
 * Rules of the specification for a request to the client. The TypeScript type
 * of the request cannot express these rules.
 */
export interface QuestionRule {
  /**
   * Checks a request to the client before it is sent. Throws if the request
   * must not be sent.
   */
  ask(params: Params, options: AskOptions): void;
  /**
   * Returns the reason why the client's answer is invalid. Returns undefined
   * for a valid answer.
   */
  problem?(params: Params, answer: Params): string | undefined;
  /**
   * Returns a valid answer, completed with the default values in the request.
   */
  complete?(params: Params, answer: Params): Params;
}

/** Properties of a method of MCP in one revision. */
export interface MethodFacts {
  /** Kind of the message. If undefined, the message is a request. */
  readonly kind?: "notification" | undefined;
  /**
   * Side that sends the message. If undefined, the client sends the message.
   */
  readonly sender?: "client" | "server" | "either" | undefined;
  /**
   * Whether the request is sent only inside an input-required result, never as
   * a separate message.
   */
  readonly embedded?: boolean;
  readonly capability?: string | undefined;
  /**
   * Rule that validates a whole message. Present only for messages that this
   * side receives.
   */
  readonly message?: Rule | undefined;
  /**
   * Rule that validates the result of a request. Present only for requests that
   * this side sends.
   */
  readonly result?: Rule | undefined;
  /**
   * Further rules for a request to the client. The TypeScript type of the
   * request cannot express these rules.
   */
  readonly question?: QuestionRule | undefined;
}

/** Properties of the methods of one revision, by name. */
export interface MethodTable {
  readonly [method: string]: MethodFacts | undefined;
}
