/**
 * Options for the second pass over a valid value or message. This pass handles
 * unknown keys and string formats.
 */
import type { Validation } from "../explain/issues.js";
import type { Report } from "../explain/report.js";
import type { Shape } from "../shape.js";

/** Options for handling unknown keys and string formats. */
export interface Refinement {
  /**
   * Treatment of keys that the type does not declare. `keep` accepts these
   * keys, `strip` returns a copy without them, and `reject` reports them as
   * issues. Nested parts without unknown keys are not copied.
   *
   * @default "keep"
   */
  readonly unknownKeys?: "keep" | "strip" | "reject" | undefined;
  /**
   * Whether string formats are checked. The schema declares a format with the
   * tag `@format`.
   *
   * @default "ignore"
   */
  readonly formats?: "ignore" | "assert" | undefined;
}

/** Second pass over a valid value. Returns the new value, or the issues. */
export type ValueRefinement = <T>(
  shape: Shape,
  value: T,
  report: Report,
  options: Refinement,
) => Validation<T>;

/** Returns whether options require a second pass over a valid value. */
export function isRefining({ unknownKeys, formats }: Refinement): boolean {
  return (unknownKeys ?? "keep") !== "keep" || formats === "assert";
}
