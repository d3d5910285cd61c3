import type { SchemaIndex, LocatedSchema } from "./references.js";
import type { SchemaCheck, SchemaRun } from "./run.js";

/** Matcher of a `pattern`: a RegExp or a matcher that limits its work. */
export interface PatternTest {
  test(text: string, run: SchemaRun): boolean;
}

/** Subschema and compiler state that keywords are compiled with. */
export interface KeywordContext {
  readonly schema: { readonly [keyword: string]: unknown };
  readonly base: string;
  readonly compiler: {
    readonly resources: SchemaIndex;
    /**
     * Returns the check for a subschema. `base` is the base URI that applies at
     * its position.
     */
    compile(schema: unknown, base: string): SchemaCheck;
    /**
     * Returns the check for the target of a reference. Applying it adds one
     * level of depth.
     */
    refer(place: LocatedSchema): SchemaCheck;
    pattern(source: string): PatternTest;
  };
}
