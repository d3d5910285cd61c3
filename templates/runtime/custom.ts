import type { Protocol, Rule } from "./protocol.js";
import type { StandardSchemaLike } from "./schema/standard-schema.js";

/**
 * Says whether a value is right, or is a Standard Schema, not an async one.
 * Values are passed on as they came, whatever the schema would make of them.
 */
export type Validator = StandardSchemaLike | ((value: unknown) => boolean);

/**
 * A method that is no part of the protocol, and what its messages must be.
 * Without `result` it is a notification.
 */
export interface CustomMethod {
  readonly params?: Validator | undefined;
  readonly result?: Validator | undefined;
}

/** Custom methods by name. */
export type CustomMethods<M = { readonly [method: string]: CustomMethod }> = {
  readonly [K in keyof M]: CustomMethod;
};

/** What a validator lets pass. */
export type Validated<V> = V extends {
  readonly "~standard": { readonly types?: infer T };
}
  ? NonNullable<T> extends { readonly input: infer Input }
    ? Input
    : unknown
  : V extends (value: unknown) => value is infer T
    ? T
    : { [name: string]: unknown } | undefined;

/** Custom methods that are requests. */
export type CustomRequest<M> = {
  [K in keyof M]: M[K] extends { readonly result: Validator } ? K : never;
}[keyof M];

/** Custom methods that are notifications. */
export type CustomNotification<M> = Exclude<keyof M, CustomRequest<M>>;

/** Params of a custom method. */
export type CustomParams<M, K extends keyof M> = Validated<
  M[K] extends { readonly params: infer V } ? V : undefined
>;

/** Result of a custom method. */
export type CustomResult<M, K extends keyof M> = M[K] extends {
  readonly result: infer V;
}
  ? Validated<V>
  : void;

/** Handlers of custom methods, beside the `Known` ones. */
export type CustomHandlers<M, Known, Context> = {
  [K in keyof M & string]?: K extends keyof Known
    ? Known[K]
    : (
        params: CustomParams<M, K>,
        ctx: Context,
      ) => CustomResult<M, K> | Promise<CustomResult<M, K>>;
};

/** Custom methods, ready for `options.methods`. */
export interface CustomSet<M> {
  readonly methods: M;
  /** The protocol with these methods, which either side may send. */
  readonly extend: (protocol: Protocol) => Protocol;
}

/**
 * Methods that are no part of the protocol, for `options.methods`.
 *
 * @throws TypeError from createServer or createClient, for a method that the
 *   protocol has itself.
 */
export function customMethods<const M extends CustomMethods<M>>(
  methods: M,
): CustomSet<M> {
  return { methods, extend: (protocol) => extend(protocol, methods) };
}

function extend(protocol: Protocol, custom: CustomMethods): Protocol {
  const methods = { ...protocol.methods };
  const incoming = { ...protocol.incoming };
  const results = { ...protocol.results };
  for (const [method, { params, result }] of Object.entries(custom)) {
    if (Object.hasOwn(methods, method)) {
      throw new TypeError(`${method} is a method of the protocol itself`);
    }
    const kind = result ? "request" : "notification";
    methods[method] = { kind, sender: "either" };
    if (params) {
      incoming[method] = ruleOf((message: { params?: unknown }) =>
        problemOf(params, message.params),
      );
    }
    if (result) results[method] = ruleOf((value) => problemOf(result, value));
  }
  return { ...protocol, methods, incoming, results };
}

function ruleOf(problem: (value: never) => string | undefined): Rule {
  return [
    (value) => problem(value as never) === undefined,
    (value) => {
      throw new Error(problem(value as never));
    },
  ];
}

/** What is wrong with a value, if anything is; a promise is wrong as well. */
function problemOf(validator: Validator, value: unknown): string | undefined {
  const { issues, ...rest } = (
    "~standard" in validator
      ? validator["~standard"].validate(value)
      : validator(value)
        ? { value }
        : {}
  ) as StandardOutcome;
  if ("value" in rest && !issues) return undefined;
  return issues?.[0]?.message ?? "not valid";
}

interface StandardOutcome {
  readonly value?: unknown;
  readonly issues?: readonly { readonly message: string }[];
}
