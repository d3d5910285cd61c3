/**
 * Listing of a server (tools, prompts and resources), read from a manifest or
 * from the server itself.
 */

/** JSON object. */
export interface Json {
  readonly [key: string]: unknown;
}

/**
 * Members of a tool that hold a JSON Schema. The keywords in these schemas are
 * not members of the protocol, so unknown keywords are allowed.
 */
export const SCHEMAS: readonly string[] = ["inputSchema", "outputSchema"];

/** Tool, as in the result of `tools/list`. */
export interface ToolEntry extends Json {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Json;
  readonly outputSchema?: Json;
}

/** Prompt, as in the result of `prompts/list`. */
export interface PromptEntry extends Json {
  readonly name: string;
  readonly description?: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}

/**
 * Resource or resource template. `Key` is the name of the identifying member:
 * `uri` or `uriTemplate`.
 */
type ResourceEntry<Key extends string> = Json &
  Readonly<Record<Key, string>> & { readonly description?: string };

/**
 * Complete listing of a server. Entries may have members that are not declared
 * here; these members are kept.
 */
export interface Listing {
  readonly tools: readonly ToolEntry[];
  readonly prompts: readonly PromptEntry[];
  readonly resources: readonly ResourceEntry<"uri">[];
  readonly resourceTemplates: readonly ResourceEntry<"uriTemplate">[];
  /** Skills, as in the result of `skills/list`. */
  readonly skills: readonly ResourceEntry<"uri">[];
  /**
   * Names of unusable entries, such as `tool a b`. These entries are left out
   * of the lists.
   */
  readonly leftOut: readonly string[];
}

/** Listing of a server without any entries. */
export const NOTHING: Listing = {
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  skills: [],
  leftOut: [],
};

/** Returns the items of an array. Returns an empty list for any other value. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Converts a value to a listing. The value must have passed `checkListing`
 * without a problem.
 */
export function toListing(value: unknown): Listing {
  const all = Array.isArray(value) ? { tools: value } : (value as Json);
  return { ...NOTHING, ...all };
}
