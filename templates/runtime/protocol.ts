import type { Lifecycle } from "./lifecycle.js";

/** One thing that is wrong with a value, as the generated validators say it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A quick check, and the explanation of what it refused. */
export type Rule = readonly [
  is: (value: unknown) => boolean,
  validate: (
    value: unknown,
  ) =>
    | { readonly ok: true }
    | { readonly ok: false; readonly issues: readonly Issue[] },
];

export interface Rules {
  readonly [method: string]: Rule | undefined;
}

/** What is known of a wire method; the generated `METHODS` has these. */
export interface MethodFacts {
  readonly kind: "request" | "notification";
  readonly sender: "client" | "server" | "either";
  /** True when it travels inside a result and not by itself. */
  readonly embedded: boolean;
  readonly capability?: string | undefined;
}

/** How the messages of a revision travel over HTTP. */
export interface HttpFacts {
  /** Whether a handshake opens a session; every request stands alone else. */
  readonly sessions: boolean;
  /** Whether requests name the revision in a header. */
  readonly versionHeader: boolean;
  /** Whether a stream's connection may end before it and be resumed later. */
  readonly polling: boolean;
  /** Whether the transport is the one with an address for each direction. */
  readonly twoAddresses: boolean;
}

/** One revision as one side needs it: facts that generated code hands over. */
export interface Protocol {
  readonly side: "server" | "client";
  readonly version: string;
  readonly lifecycle: Lifecycle;
  readonly methods: { readonly [method: string]: MethodFacts | undefined };
  /** Checks of whole messages that this side receives, by method. */
  readonly incoming: Rules;
  /** Checks of results that this side receives, by the method that it sent. */
  readonly results: Rules;
  /** Methods whose complete results carry caching hints. */
  readonly cacheable: readonly string[];
  /** Whether several messages may come as one array. */
  readonly batches: boolean;
  /** Whether an error may go out without the id of a request. */
  readonly anonymousErrors: boolean;
  /** Code for a resource that does not exist. */
  readonly resourceNotFound: number;
  /** What the revision asks of HTTP. */
  readonly http: HttpFacts;
  /** Whether bad arguments of a tool are a result that the model sees. */
  readonly toolErrorsAreResults: boolean;
}
