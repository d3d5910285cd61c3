import type { Params } from "../connection/json-rpc/messages.js";
import type { AskOptions } from "../connection/requests.js";
import type {
  AnyConnection,
  AnyEndpoint,
  Handlers,
  Lifecycle,
} from "../lifecycle/lifecycle.js";
import type { lacking } from "../lifecycle/rounds/questions.js";
import type { Origin } from "../transport/transport.js";

/** Checks a value: what is wrong with it is given or thrown, or false is given. */
export type Rule = (value: unknown) => string | boolean | void;

export interface Rules {
  readonly [method: string]: Rule | undefined;
}

/** What a question to the client keeps to beside its type. */
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
  /** What else holds of it, where it asks this side's peer for input. */
  readonly question?: QuestionRule | undefined;
}

/** Something that only a later revision knows, in a message that was let pass. */
export interface UnknownValue {
  /** Method of the message; of a result, the one that was asked. */
  readonly method: string;
  /** Where it is, from the message or the result on: a JSON Pointer. */
  readonly pointer: string;
  readonly value: string;
  /** One line for people: what was expected there. */
  readonly message: string;
}

/** How the messages of a revision travel over HTTP. */
export interface HttpFacts {
  /** Whether a handshake opens a session; every request stands alone else. */
  readonly sessions?: boolean | undefined;
  /** Whether requests name the revision in a header. */
  readonly versionHeader?: boolean | undefined;
  /** Whether a stream's connection may end before it and be resumed later. */
  readonly polling?: boolean | undefined;
  /** Whether the transport is the one with an address for each direction. */
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
  /** The protocol, with checks that let pass what only later revisions know. */
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
    connection: AnyConnection,
    messages: readonly unknown[],
    origin: Origin | undefined,
  ): void;
  /** Whether an error may go out without the id of a request. */
  readonly anonymousErrors?: boolean | undefined;
  /** Code for a resource that does not exist. */
  readonly resourceNotFound: number;
  /** What the revision asks of HTTP. */
  readonly http: HttpFacts;
  /** Whether bad arguments of a tool are a result that the model sees. */
  readonly toolErrorsAreResults?: boolean | undefined;
  /** Adds what changes how other methods are answered or sent. */
  extend?(
    endpoint: AnyEndpoint,
    handlers: Handlers,
    capabilities: { [name: string]: unknown },
  ): Handlers;
}
