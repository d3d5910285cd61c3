/** What a server has, as it lists it itself or a manifest says. */

/** What JSON calls an object. */
export interface Json {
  readonly [key: string]: unknown;
}

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

/** A resource or a template of resources. */
export interface ResourceEntry extends Json {
  readonly name: string;
  /** The URI, or the URI template. */
  readonly key: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** All that a server has. Entries keep members that are not named here. */
export interface Listing {
  readonly tools: readonly ToolEntry[];
  readonly prompts: readonly PromptEntry[];
  readonly resources: readonly ResourceEntry[];
  readonly resourceTemplates: readonly ResourceEntry[];
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
