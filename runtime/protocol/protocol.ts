import type { Params } from "../json-rpc/messages/messages.js";
import type { AskOptions } from "../json-rpc/requests.js";
import type { Connection } from "./connection/connection.js";
import type { Endpoint } from "./endpoint.js";
import type { Handlers, Lifecycle } from "./lifecycle.js";
import type { lacking } from "./input-required/requests.js";
import type { Rule } from "../validation/rule.js";
import type { Origin } from "../transport/transport.js";

/** What the specification asks of a question to the client beside its type. */
export interface QuestionRule {
  /** Throws for what must not be asked. */
  ask(params: Params, options: AskOptions): void;
  /** What is wrong with an answer, if anything is. */
  problem?(params: Params, answer: Params): string | undefined;
}

/** What is known of a wire method. */
export interface MethodFacts {
  /** Absent for a request. */
  readonly kind?: "notification" | undefined;
  /** Absent for the client. */
  readonly sender?: "client" | "server" | "either" | undefined;
  /** True when it travels inside a result and not by itself. */
  readonly embedded?: boolean;
  readonly capability?: string | undefined;
  /** Checks a whole message, where this side receives them. */
  readonly message?: Rule | undefined;
  /** Checks a result, where this side sends the request. */
  readonly result?: Rule | undefined;
  /** What else the specification asks of a question to the client. */
  readonly question?: QuestionRule | undefined;
}

/** A value that only a later revision knows, in a message that was accepted. */
export interface UnknownValue {
  /** Method of the message, or of the request that the result answers. */
  readonly method: string;
  /** Where it is, from the message or the result on: a JSON Pointer. */
  readonly pointer: string;
  readonly value: string;
  /** One line for people: what was expected there. */
  readonly message: string;
}

/** How the messages of a revision travel over HTTP. */
export interface HttpFacts {
  /** Whether a handshake opens a session; else every request stands alone. */
  readonly sessions?: boolean | undefined;
  /** Whether requests name the revision in a header. */
  readonly versionHeader?: boolean | undefined;
  /**
   * Whether a server may close a stream's connection for a client to resume.
   */
  readonly polling?: boolean | undefined;
  /** Whether it is HTTP with SSE, with an address for each direction. */
  readonly twoAddresses?: boolean | undefined;
}

/** One revision as one side needs it: facts that generated code hands over. */
export interface Protocol {
  readonly side: "server" | "client";
  readonly version: string;
  readonly lifecycle: Lifecycle;
  readonly methods: { readonly [method: string]: MethodFacts | undefined };
  /** The parts of a capability that the peer lacks for a request. */
  readonly lacking?: typeof lacking | undefined;
  /** The protocol, with checks that accept what only later revisions know. */
  later?(
    protocol: Protocol,
    onUnknown: ((unknown: UnknownValue) => void) | undefined,
  ): Protocol;
  /** Parts of a client's capabilities that its handlers may bring along. */
  readonly offers?: readonly string[] | undefined;
  /** Methods whose complete results carry caching hints. */
  readonly cacheable?: readonly string[] | undefined;
  /** Whether several messages may come as one array. */
  readonly batches?: boolean | undefined;
  /** Takes such an array, or refuses it. */
  batch(
    connection: Connection,
    messages: readonly unknown[],
    origin: Origin | undefined,
  ): void;
  /** Whether an error may go out without the id of a request. */
  readonly anonymousErrors?: boolean | undefined;
  /** Code for a resource that does not exist. */
  readonly resourceNotFound: number;
  /** What the revision asks of HTTP. */
  readonly http: HttpFacts;
  /** Whether invalid arguments of a tool give a result with `isError`. */
  readonly toolErrorsAreResults?: boolean | undefined;
  /** Adds an extension: what changes how other methods are answered or sent. */
  extend?(
    endpoint: Endpoint,
    handlers: Handlers,
    capabilities: { [name: string]: unknown },
  ): Handlers;
}
