import type { Resources, SchemaPlace } from "./references.js";
import type { Check, Run } from "./run.js";

/** What stands for a `pattern`: a RegExp, or what counts its work. */
export interface PatternTest {
  test(text: string, run: Run): boolean;
}

/** What the keywords of one schema object are compiled from. */
export interface Site {
  readonly schema: { readonly [keyword: string]: unknown };
  readonly base: string;
  readonly compiler: {
    readonly resources: Resources;
    /** The check of a subschema; `base` is the URI that it stands under. */
    compile(schema: unknown, base: string): Check;
    /** The check of what a reference names, a level deeper. */
    refer(place: SchemaPlace): Check;
    pattern(source: string): PatternTest;
  };
}
