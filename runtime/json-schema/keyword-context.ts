import type { Resources, SchemaPlace } from "./references.js";
import type { Check, Run } from "./run.js";

/** Matcher of a `pattern`: a RegExp or a matcher that limits its work. */
export interface PatternTest {
  test(text: string, run: Run): boolean;
}

/** Subschema and compiler state that keywords are compiled with. */
export interface Site {
  readonly schema: { readonly [keyword: string]: unknown };
  readonly base: string;
  readonly compiler: {
    readonly resources: Resources;
    /**
     * Returns the check for a subschema. `base` is the base URI that applies at
     * its position.
     */
    compile(schema: unknown, base: string): Check;
    /**
     * Returns the check for the target of a reference. Applying it adds one
     * level of depth.
     */
    refer(place: SchemaPlace): Check;
    pattern(source: string): PatternTest;
  };
}
