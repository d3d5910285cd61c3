import { EVERYDAY } from "./everyday.js";
import { NESTED } from "./nested.js";
import { RESULTS } from "./results.js";

/** Schema of a tool, with a value that it accepts and one that it rejects. */
export interface SchemaCase {
  readonly name: string;
  readonly schema: { readonly [keyword: string]: unknown };
  readonly valid: unknown;
  readonly invalid: unknown;
}

export const SCHEMAS: readonly SchemaCase[] = [
  ...EVERYDAY,
  ...NESTED,
  ...RESULTS,
];
