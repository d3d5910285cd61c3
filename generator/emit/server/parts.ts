/**
 * Optional parts of `server.ts`, such as tools or prompts. A part is only
 * generated for revisions with certain methods.
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

/**
 * Optional part of `server.ts`. The part is generated only for revisions with
 * certain methods.
 */
export interface ServerPart {
  /**
   * Name of the part, such as `tools` for the function `tools` in `server.ts`
   * and for the template `server-tools.ts`.
   */
  readonly name: string;
  /** Methods that the revision must have for this part. */
  readonly methods: readonly string[];
  /**
   * Schema type of the entries that clients can list, such as `Tool` for the
   * part `tools`. Undefined for a part without a list.
   */
  readonly entryType?: string;
  /**
   * Schema type of the results, such as `CallToolResult`, and the member that
   * holds their content, such as `content`. If the schema lacks the type or the
   * member, the part is not generated.
   */
  readonly result?: readonly [type: string, member: string];
  /** Runtime types that `server.ts` re-exports together with the part. */
  readonly reexports: readonly string[];
  /** Names that the template of the part declares and exports. */
  readonly exports: readonly string[];
  /** Names from other modules that the template of the part uses. */
  readonly uses: readonly string[];
  /**
   * Result members that the runtime adds. If the result has other required
   * members, the part is not generated.
   */
  readonly filledMembers?: readonly string[];
}

/** Part for completions, which handles `completion/complete`. */
const COMPLETIONS: ServerPart = {
  name: "completions",
  methods: ["completion/complete"],
  reexports: names`ArgumentCompleters Completer CompletionSpec CompletionsSettings`,
  exports: ["completions"],
  uses: names`CompletionSpec CompletionsSettings completionHandlers`,
  filledMembers: ["completion", "resultType"],
};

function listParts(context: EmitContext): readonly ServerPart[] {
  const { structured, make, apps } = getToolFacts(context);
  const completes = isSupported(COMPLETIONS, context.model);
  return [
    {
      name: "tools",
      methods: ["tools/list", "tools/call"],
      entryType: "Tool",
      result: ["CallToolResult", "content"],
      reexports: names`ToolsSettings`,
      exports: declares`ToolDefinition ToolHandler ToolOutput ToolHandlers tools
        ${structured && "StructuredTool tool"} ${apps && "ToolPage"}`,
      uses: names`Tool CallToolResult StandardSchemaLike PartOf SchemaValue FilledValue
        ToolsSettings ToolSpec ${make}
        ${apps && "pagedToolHandlers McpUiResourceMeta McpUiToolVisibility"}
        ${apps?.tool} ${apps?.page}`,
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
    {
      name: "skills",
      methods: [
        "skills/list",
        "skills/get",
        "resources/list",
        "resources/read",
      ],
      entryType: "Skill",
      reexports: names`SkillsOptions SkillFiles`,
      exports: declares`SkillHandlers skills`,
      uses: names`SkillsOptions SkillFiles skillHandlers`,
    },
  ];
}

/**
 * Returns the optional parts whose required methods and types exist in the
 * revision.
 */
export function getServerParts(context: EmitContext): ServerPart[] {
  return listParts(context).filter((part) => isSupported(part, context.model));
}

/**
 * Returns whether a revision has all methods and types that an optional part of
 * `server.ts` requires.
 */
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
 * Returns whether a generated interface can extend an exported type. An
 * interface cannot extend a union type.
 */
function canExtend(model: ProtocolModel, type: string): boolean {
  const members = getMembers(declarationsByName(model), reference(type));
  return exportsType(model, type) && members !== null;
}

/**
 * Returns whether the runtime adds all required members of the results. Returns
 * true without a check if the part has no `filledMembers`.
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
