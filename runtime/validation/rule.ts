/**
 * Validates a value. The function reports an invalid value by returning a
 * description, by throwing an error, or by returning `false` without a
 * description.
 */
export type Rule = (value: unknown) => string | boolean | void;

/** Validation rules by the method of the message. */
export interface Rules {
  readonly [method: string]: Rule | undefined;
}
