/**
 * Validates a value. A returned string or an exception describes the problem.
 * The result `false` reports a problem without a description.
 */
export type Rule = (value: unknown) => string | boolean | void;

/** Rules by wire method. */
export interface Rules {
  readonly [method: string]: Rule | undefined;
}
