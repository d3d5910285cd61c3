import type { Resources } from "./references.js";
import type { Check } from "./run.js";

/** What the keywords of one schema object are compiled from. */
export interface Site {
  readonly schema: { readonly [keyword: string]: unknown };
  readonly base: string;
  readonly compiler: {
    readonly resources: Resources;
    /** The check of a subschema; `base` is the URI that it stands under. */
    compile(schema: unknown, base: string): Check;
  };
}
