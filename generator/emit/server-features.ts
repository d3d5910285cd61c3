/** Features of the runtime that a revision's server can use. */
import { declarationsByName } from "../model/lookup.js";
import { membersOf } from "../model/members.js";
import { findMember } from "../model/resolve.js";
import type { ProtocolModel } from "../model/types.js";
import type { EmitContext } from "./context.js";
import { exportsType } from "./protocol-facts.js";
import { quote } from "./syntax.js";
import { speaksTasks } from "./tasks.js";

export interface Feature {
  /** Module of `runtime/features`, and name of the function that `server.ts` has. */
  readonly module: string;
  /** Methods that the revision must have. */
  readonly methods: readonly string[];
  /** Types of the schema that are used. */
  readonly types: readonly string[];
  readonly runtime: {
    readonly values: readonly string[];
    readonly types: readonly string[];
  };
  /** What `server.ts` declares for it. */
  readonly exports: readonly string[];
  /** Types of its module that `server.ts` passes on. */
  readonly passed: readonly string[];
  /** Members of the results that it makes by itself. */
  readonly gives: readonly string[] | null;
}

const FEATURES: readonly Feature[] = [
  {
    module: "tools",
    methods: ["tools/list", "tools/call"],
    types: ["CallToolResult", "Tool"],
    runtime: { values: ["toolHandlers"], types: ["ToolSpec", "ToolsSettings"] },
    exports: [
      "ToolDefinition",
      "ToolHandler",
      "ToolHandlers",
      "ToolOutput",
      "tools",
    ],
    passed: ["ToolsSettings"],
    gives: null,
  },
  {
    module: "resources",
    methods: ["resources/list", "resources/templates/list", "resources/read"],
    types: ["ReadResourceResult", "Resource"],
    runtime: {
      values: ["resourceHandlers"],
      types: ["ResourceSpec", "ResourcesSettings"],
    },
    exports: [
      "ResourceDefinition",
      "ResourceHandlers",
      "ResourceOutput",
      "resources",
    ],
    passed: ["ResourcesSettings"],
    gives: null,
  },
  {
    module: "prompts",
    methods: ["prompts/list", "prompts/get"],
    types: ["GetPromptResult", "Prompt"],
    runtime: {
      values: ["promptHandlers"],
      types: ["PromptSpec", "PromptsSettings"],
    },
    exports: ["PromptDefinition", "PromptHandlers", "PromptOutput", "prompts"],
    passed: ["PromptsSettings"],
    gives: null,
  },
  {
    module: "completions",
    methods: ["completion/complete"],
    types: [],
    runtime: { values: ["completionHandlers"], types: ["CompletionSpec"] },
    exports: ["completions"],
    passed: ["CompletionSpec"],
    gives: ["completion", "resultType"],
  },
  {
    module: "elicit",
    methods: ["elicitation/create"],
    types: [],
    runtime: { values: ["elicitFrom"], types: ["ElicitOptions"] },
    exports: ["elicit"],
    passed: ["ElicitOptions"],
    gives: null,
  },
  {
    module: "sample",
    methods: ["sampling/createMessage"],
    types: [],
    runtime: { values: ["sampleFrom"], types: [] },
    exports: ["sample"],
    passed: [],
    gives: null,
  },
];

/** The features that the revision has the methods and types for. */
export function featuresOf(model: ProtocolModel): Feature[] {
  const methods = new Set(model.methods.map(({ method }) => method));
  return FEATURES.filter(
    (feature) =>
      feature.methods.every((method) => methods.has(method)) &&
      feature.types.every((type) => exportsType(model, type)) &&
      givesAll(feature, model),
  );
}

/** False when a result must have what the feature knows nothing of. */
function givesAll({ gives, methods }: Feature, model: ProtocolModel): boolean {
  const declarations = declarationsByName(model);
  return model.methods
    .filter(({ method }) => gives && methods.includes(method))
    .every(({ result }) =>
      [...((result && membersOf(declarations, result)) ?? new Map()).values()]
        .filter(({ optional }) => !optional)
        .every(({ name }) => gives?.includes(name)),
    );
}

/** How a tool is described at this revision. */
export function toolFacts(context: EmitContext): {
  readonly omitted: string;
  readonly structured: boolean;
  readonly tasks: boolean;
  /** The function of the runtime that makes the handlers. */
  readonly make: string;
} {
  const { model } = context;
  const tool = { kind: "reference", name: "Tool", arguments: [] } as const;
  const structured =
    findMember(declarationsByName(model), tool, "outputSchema") !== null;
  const tasks = speaksTasks(context);
  const omitted = ["name", "inputSchema"];
  if (structured) omitted.push("outputSchema");
  if (tasks) omitted.push("execution");
  return {
    omitted: omitted.map(quote).join(" | "),
    structured,
    tasks,
    make: tasks ? "taskToolHandlers" : "toolHandlers",
  };
}
