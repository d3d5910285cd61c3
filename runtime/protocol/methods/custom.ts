import type { RequestOptions } from "../../json-rpc/requests.js";
import type { MethodTable } from "./method-facts.js";
import type { StandardSchemaLike } from "../../json-schema/standard-schema.js";

/**
 * Validator of a value: a type guard, or a Standard Schema that validates
 * synchronously. Valid values are passed on unchanged, without the
 * transformations of the schema.
 */
export type Validator = StandardSchemaLike | ((value: unknown) => boolean);

/**
 * Validators for a method that MCP does not define. A custom method without
 * `result` is a notification.
 */
export interface CustomMethod {
  readonly params?: Validator | undefined;
  readonly result?: Validator | undefined;
}

/** Custom methods, with their validators, by method name. */
export type CustomMethods<M = { readonly [method: string]: CustomMethod }> = {
  readonly [K in keyof M]: CustomMethod;
};

/** Type of the values that a validator accepts. */
export type Validated<V> = V extends {
  readonly "~standard": { readonly types?: infer T };
}
  ? NonNullable<T> extends { readonly input: infer Input }
    ? Input
    : unknown
  : V extends (value: unknown) => value is infer T
    ? T
    : { [name: string]: unknown } | undefined;

/** Names of the custom methods that are requests. */
export type CustomRequest<M> = {
  [K in keyof M]: M[K] extends { readonly result: Validator } ? K : never;
}[keyof M];

/** Names of the custom methods that are notifications. */
export type CustomNotification<M> = Exclude<keyof M, CustomRequest<M>>;

/** Params of a custom method. */
export type CustomParams<M, K extends keyof M> = Validated<
  M[K] extends { readonly params: infer V } ? V : undefined
>;

/** Result of a custom method. */
export type CustomResult<M, K extends keyof M> =
  M[K] extends Record<"result", infer V> ? Validated<V> : void;

/**
 * Type of the function that sends a custom request. If there are no custom
 * methods, the type is `unknown`: a function type would appear as a useless
 * overload in compiler errors.
 */
export type CustomRequests<M> = [keyof M] extends [never]
  ? unknown
  : <K extends CustomRequest<M>>(
      method: K,
      params: CustomParams<M, K>,
      options?: RequestOptions,
    ) => Promise<CustomResult<M, K>>;

/**
 * Handlers of the custom methods, combined with the handlers of the methods in
 * `Known`.
 */
export type CustomHandlers<M, Known, Context> = {
  [K in keyof M & string]?: K extends keyof Known
    ? Known[K]
    : (
        params: CustomParams<M, K>,
        ctx: Context,
      ) => CustomResult<M, K> | Promise<CustomResult<M, K>>;
};

/**
 * Returns the methods of a protocol plus the custom methods. Both client and
 * server may send the custom methods.
 *
 * @throws TypeError if the protocol already has a method with the name of a
 *   custom method.
 */
export function withCustom(
  known: MethodTable,
  custom: CustomMethods,
): MethodTable {
  const methods = { ...known };
  for (const [method, { params, result }] of Object.entries(custom)) {
    if (Object.hasOwn(methods, method)) {
      throw new TypeError(`${method} is a method of MCP, not a custom method`);
    }
    methods[method] = {
      kind: result ? undefined : "notification",
      sender: "either",
      message:
        params &&
        ((message) =>
          validate(params, (message as { params?: unknown }).params)),
      result: result && ((value) => validate(result, value)),
    };
  }
  return methods;
}

/**
 * Returns true if a value is valid. Otherwise returns the reason, or false if
 * the validator gives no reason. A promise, as returned by an asynchronous
 * schema, counts as invalid.
 */
function validate(validator: Validator, value: unknown): string | boolean {
  if (!("~standard" in validator)) return validator(value);
  const outcome = validator["~standard"].validate(value) as StandardOutcome;
  const [issue] = outcome.issues ?? [];
  return issue ? issue.message : "value" in outcome;
}

interface StandardOutcome {
  readonly value?: unknown;
  readonly issues?: readonly { readonly message: string }[];
}
