/**
 * Checks a value. A string, or an exception, says what is wrong; false says
 * that something is.
 */
export type Rule = (value: unknown) => string | boolean | void;

/** Rules by wire method. */
export interface Rules {
  readonly [method: string]: Rule | undefined;
}
