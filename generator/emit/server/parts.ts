/**
 * Parts of `server.ts` that are only generated for revisions with certain
 * methods, such as tools or prompts.
 */
import { reference } from "../../model/build.js";
import { declarationsByName } from "../../model/lookup.js";
import { getMembers } from "../../model/members/members.js";
import type { EmitContext } from "../context.js";
import type { ProtocolModel } from "../../model/types.js";
import {
  exportsMember,
  exportsType,
  hasMethod,
  getRequests,
} from "../facts/protocol-facts.js";
import { getToolFacts } from "../facts/tools.js";
import { declares, names } from "../print/pieces.js";

/** Part of `server.ts` that requires certain methods of the revision. */
export interface ServerPart {
  /**
   * Name of the part. The function in `server.ts` and the template are called
   * by this name.
   */
  readonly name: string;
  /** Methods that the revision must have for this part. */
  readonly methods: readonly string[];
  /**
   * Type of the schema that describes one entry of the part, such as `Tool`.
   * Undefined if the part has no entries.
   */
  readonly entryType?: string;
  /**
   * Result type of the schema, and the name of the member that holds the
   * content of the result.
   */
  readonly result?: readonly [type: string, member: string];
  /** Types of the runtime that `server.ts` re-exports for the part. */
  readonly reexports: readonly string[];
  /** Names that the template of the part declares and exports. */
  readonly exports: readonly string[];
  /** Names from other modules that the template of the part uses. */
  readonly uses: readonly string[];
  /**
   * Members of the result that the runtime fills in. The part is left out if
   * the result has other required members.
   */
  readonly filledMembers?: readonly string[];
}

/** Part that answers `completion/complete`. */
const COMPLETIONS: ServerPart = {
  name: "completions",
  methods: ["completion/complete"],
  reexports: names`ArgumentCompleters Completer CompletionSpec CompletionsSettings`,
  exports: ["completions"],
  uses: names`CompletionSpec CompletionsSettings completionHandlers`,
  filledMembers: ["completion", "resultType"],
};

function listParts(context: EmitContext): readonly ServerPart[] {
  const { structured, make } = getToolFacts(context);
  const completes = isSupported(COMPLETIONS, context.model);
  return [
    {
      name: "tools",
      methods: ["tools/list", "tools/call"],
      entryType: "Tool",
      result: ["CallToolResult", "content"],
      reexports: names`ToolsSettings`,
      exports: declares`ToolDefinition ToolHandler ToolOutput ToolHandlers tools
        ${structured && "StructuredTool tool"}`,
      uses: names`Tool CallToolResult StandardSchemaLike PartOf SchemaValue
        ToolsSettings ToolSpec ${make}`,
    },
    {
      name: "resources",
      methods: ["resources/list", "resources/templates/list", "resources/read"],
      entryType: "Resource",
      result: ["ReadResourceResult", "contents"],
      reexports: names`ResourcesSettings`,
      exports: declares`ResourceDefinition ResourceOutput ResourceHandlers resources`,
      uses: names`Resource ReadResourceResult TemplateMatch PartOf
        ResourcesSettings ResourceSpec resourceHandlers`,
    },
    {
      name: "prompts",
      methods: ["prompts/list", "prompts/get"],
      entryType: "Prompt",
      result: ["GetPromptResult", "messages"],
      reexports: names`PromptsSettings`,
      exports: declares`PromptDefinition PromptOutput PromptHandlers prompts`,
      uses: names`Prompt GetPromptResult PartOf PromptsSettings PromptSpec
        promptHandlers ${completes && "createCompletionHandler"}`,
    },
    COMPLETIONS,
  ];
}

/** Returns the parts whose required methods and types exist in the revision. */
export function getServerParts(context: EmitContext): ServerPart[] {
  return listParts(context).filter((part) => isSupported(part, context.model));
}

/** Returns whether the methods and types that a part requires exist. */
function isSupported(part: ServerPart, model: ProtocolModel): boolean {
  const answered = getRequests(model, "client");
  return (
    part.methods.every((name) => hasMethod(answered, name)) &&
    (!part.entryType || canExtend(model, part.entryType)) &&
    (!part.result || exportsMember(model, ...part.result)) &&
    fillsRequiredMembers(part, model)
  );
}

/**
 * Returns whether an interface can extend an exported type. An interface cannot
 * extend a union.
 */
function canExtend(model: ProtocolModel, type: string): boolean {
  const members = getMembers(declarationsByName(model), reference(type));
  return exportsType(model, type) && members !== null;
}

/**
 * Returns false if a result has a required member that the runtime does not
 * fill in for the part.
 */
function fillsRequiredMembers(
  { filledMembers, methods }: ServerPart,
  model: ProtocolModel,
): boolean {
  const declarations = declarationsByName(model);
  const required = model.methods
    .filter(({ method }) => methods.includes(method))
    .flatMap(({ result }) => [
      ...((result && getMembers(declarations, result)) ?? new Map()).values(),
    ])
    .filter(({ optional }) => !optional);
  return (
    !filledMembers || required.every(({ name }) => filledMembers.includes(name))
  );
}
