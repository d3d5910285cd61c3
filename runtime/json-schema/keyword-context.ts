import type { SchemaIndex, LocatedSchema } from "./references.js";
import type { SchemaCheck, SchemaRun } from "./run.js";

/**
 * Matcher for a regular expression in a schema: a RegExp, or a matcher that
 * limits the work of matching.
 */
export interface PatternTest {
  test(text: string, run: SchemaRun): boolean;
}

/** Subschema whose keywords are compiled, with the state of the compiler. */
export interface KeywordContext {
  readonly schema: { readonly [keyword: string]: unknown };
  readonly base: string;
  readonly compiler: {
    readonly resources: SchemaIndex;
    /**
     * Returns the check for a subschema. `base` is the URI against which
     * references in the subschema are resolved.
     */
    compile(schema: unknown, base: string): SchemaCheck;
    /**
     * Returns the check for the target of a reference. The check runs one level
     * deeper, which counts towards the depth limit.
     */
    refer(place: LocatedSchema): SchemaCheck;
    /** Returns the cost of reading a list of texts, in validation steps. */
    getCost(list: unknown): number;
    pattern(source: string): PatternTest;
  };
}
