/** Parts of `server.ts` that a revision's server has. */
import { reference } from "../../model/build.js";
import { declarationsByName } from "../../model/lookup.js";
import { membersOf } from "../../model/members/members.js";
import type { EmitContext } from "../context.js";
import type { ProtocolModel } from "../../model/types.js";
import {
  exportsMember,
  exportsType,
  hasMethod,
  requestsOf,
} from "../facts/protocol-facts.js";
import { toolFacts } from "../facts/tools.js";
import { declares, names } from "../print/pieces.js";

/** A part of `server.ts` that follows from methods of the revision. */
export interface ServerPart {
  /** Name of the function that `server.ts` has, and of the template. */
  readonly name: string;
  /** Methods that the revision must have. */
  readonly methods: readonly string[];
  /** Type of the schema that describes an entry, if entries are described. */
  readonly described?: string;
  /** Type of the schema that a call results in, and its member with the content. */
  readonly result?: readonly [type: string, member: string];
  /** Types of the runtime that `server.ts` exports again. */
  readonly reexports: readonly string[];
  /** Names that the template declares and exports. */
  readonly exports: readonly string[];
  /** Names that the template uses. */
  readonly uses: readonly string[];
  /** Members of the results that it makes by itself. */
  readonly gives?: readonly string[];
}

function allParts(context: EmitContext): readonly ServerPart[] {
  const { structured, make } = toolFacts(context);
  const completes = hasMethod(
    requestsOf(context.model, "client"),
    "completion/complete",
  );
  return [
    {
      name: "tools",
      methods: ["tools/list", "tools/call"],
      described: "Tool",
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
      described: "Resource",
      result: ["ReadResourceResult", "contents"],
      reexports: names`ResourcesSettings`,
      exports: declares`ResourceDefinition ResourceOutput ResourceHandlers resources`,
      uses: names`Resource ReadResourceResult TemplateMatch PartOf
        ResourcesSettings ResourceSpec resourceHandlers`,
    },
    {
      name: "prompts",
      methods: ["prompts/list", "prompts/get"],
      described: "Prompt",
      result: ["GetPromptResult", "messages"],
      reexports: names`PromptsSettings`,
      exports: declares`PromptDefinition PromptOutput PromptHandlers prompts`,
      uses: names`Prompt GetPromptResult PartOf PromptsSettings PromptSpec
        promptHandlers ${completes && "completing"}`,
    },
    {
      name: "completions",
      methods: ["completion/complete"],
      reexports: names`ArgumentCompleters Completer CompletionSpec CompletionsSettings`,
      exports: ["completions"],
      uses: names`CompletionSpec CompletionsSettings completionHandlers`,
      gives: ["completion", "resultType"],
    },
  ];
}

/** Returns the parts that the revision has the methods and types for. */
export function serverParts(context: EmitContext): ServerPart[] {
  const { model } = context;
  const answered = requestsOf(model, "client");
  return allParts(context).filter(
    (part) =>
      part.methods.every((name) => hasMethod(answered, name)) &&
      (!part.described || canExtend(model, part.described)) &&
      (!part.result || exportsMember(model, ...part.result)) &&
      givesAll(part, model),
  );
}

/** Whether interfaces can extend an exported type: it is no union. */
function canExtend(model: ProtocolModel, type: string): boolean {
  const members = membersOf(declarationsByName(model), reference(type));
  return exportsType(model, type) && members !== null;
}

/** False when a result must have what the part does not know. */
function givesAll(
  { gives, methods }: ServerPart,
  model: ProtocolModel,
): boolean {
  const declarations = declarationsByName(model);
  const required = model.methods
    .filter(({ method }) => methods.includes(method))
    .flatMap(({ result }) => [
      ...((result && membersOf(declarations, result)) ?? new Map()).values(),
    ])
    .filter(({ optional }) => !optional);
  return !gives || required.every(({ name }) => gives.includes(name));
}
