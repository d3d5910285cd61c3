import type { Params } from "../../json-rpc/messages/messages.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { Rule } from "../../validation/rule.js";

/**
 * Rules of the specification for a request to the client, in addition to its
 * type.
 */
export interface QuestionRule {
  /**
   * Checks a request to the client before it is sent. Throws if the request
   * must not be sent.
   */
  ask(params: Params, options: AskOptions): void;
  /**
   * Returns why the client's answer is not valid, or undefined if it is valid.
   */
  problem?(params: Params, answer: Params): string | undefined;
}

/** Facts about a method of MCP in one revision. */
export interface MethodFacts {
  /** Kind of the message. Undefined if the method is a request. */
  readonly kind?: "notification" | undefined;
  /** Side that sends the message. Undefined if the client sends it. */
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
  /** Further rules for a request to the client that its type cannot express. */
  readonly question?: QuestionRule | undefined;
}

/** Facts about the methods of one revision, by name. */
export interface MethodTable {
  readonly [method: string]: MethodFacts | undefined;
}
