/** What a server has, as it lists it itself or a manifest says. */

/** What JSON calls an object. */
export interface Json {
  readonly [key: string]: unknown;
}

/** Members that hold a schema: which keywords it has is not the protocol's. */
export const SCHEMAS: readonly string[] = ["inputSchema", "outputSchema"];

/** A tool, as `tools/list` has it. */
export interface ToolEntry extends Json {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Json;
  readonly outputSchema?: Json;
}

/** A prompt, as `prompts/list` has it. */
export interface PromptEntry extends Json {
  readonly name: string;
  readonly description?: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}

/** A resource or a template of them, which its key names. */
type ResourceEntry<Key extends string> = Json &
  Readonly<Record<Key, string>> & { readonly description?: string };

/** All that a server has. Entries keep members that are not named here. */
export interface Listing {
  readonly tools: readonly ToolEntry[];
  readonly prompts: readonly PromptEntry[];
  readonly resources: readonly ResourceEntry<"uri">[];
  readonly resourceTemplates: readonly ResourceEntry<"uriTemplate">[];
  /** What it has too and can not be used, such as `tool a b`. */
  readonly leftOut: readonly string[];
}

/** A server that has nothing. */
export const NOTHING: Listing = {
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  leftOut: [],
};

/** The items where it is an array; of anything else there are none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The listing that a value is in which `checkListing` finds nothing. */
export function listingOf(value: unknown): Listing {
  const all = Array.isArray(value) ? { tools: value } : (value as Json);
  return { ...NOTHING, ...all };
}
