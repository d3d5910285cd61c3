/** Features of the runtime that a revision's server can use. */
import { reference } from "../../model/build.js";
import { declarationsByName } from "../../model/lookup.js";
import { membersOf } from "../../model/members/members.js";
import type { ProtocolModel } from "../../model/types.js";
import type { EmitContext } from "../context.js";
import {
  exportsMember,
  exportsType,
  hasMethod,
  requestsOf,
} from "../facts/protocol-facts.js";
import { quote } from "../print/syntax.js";
import { tasksOf } from "../facts/tasks.js";

/** A part of `server.ts` that follows from methods of the revision. */
export interface Feature {
  /** Name of the function that `server.ts` has, and of the template. */
  readonly name: string;
  /** Methods that the revision must have. */
  readonly methods: readonly string[];
  /** Type of the schema that describes one of its things, if they are described. */
  readonly described?: string;
  /** Type of the schema that its things give, and the member that says what. */
  readonly result?: readonly [type: string, member: string];
  /** Types of the runtime that `server.ts` passes on. */
  readonly passed: string;
  /** Members of the results that it makes by itself. */
  readonly gives?: readonly string[];
}

const FEATURES: readonly Feature[] = [
  {
    name: "tools",
    methods: ["tools/list", "tools/call"],
    described: "Tool",
    result: ["CallToolResult", "content"],
    passed: "ToolsSettings",
  },
  {
    name: "resources",
    methods: ["resources/list", "resources/templates/list", "resources/read"],
    described: "Resource",
    result: ["ReadResourceResult", "contents"],
    passed: "ResourcesSettings",
  },
  {
    name: "prompts",
    methods: ["prompts/list", "prompts/get"],
    described: "Prompt",
    result: ["GetPromptResult", "messages"],
    passed: "PromptsSettings",
  },
  {
    name: "completions",
    methods: ["completion/complete"],
    passed: "ArgumentCompleters Completer CompletionSpec CompletionsSettings",
    gives: ["completion", "resultType"],
  },
];

/** The features that the revision has the methods and types for. */
export function featuresOf(model: ProtocolModel): Feature[] {
  const answered = requestsOf(model, "client");
  return FEATURES.filter(
    (feature) =>
      feature.methods.every((name) => hasMethod(answered, name)) &&
      (!feature.described || canExtend(model, feature.described)) &&
      (!feature.result || exportsMember(model, ...feature.result)) &&
      givesAll(feature, model),
  );
}

/** Whether interfaces can extend an exported type: it is no union. */
function canExtend(model: ProtocolModel, type: string): boolean {
  const members = membersOf(declarationsByName(model), reference(type));
  return exportsType(model, type) && members !== null;
}

/** False when a result must have what the feature knows nothing of. */
function givesAll({ gives, methods }: Feature, model: ProtocolModel): boolean {
  const declarations = declarationsByName(model);
  const required = model.methods
    .filter(({ method }) => methods.includes(method))
    .flatMap(({ result }) => [
      ...((result && membersOf(declarations, result)) ?? new Map()).values(),
    ])
    .filter(({ optional }) => !optional);
  return !gives || required.every(({ name }) => gives.includes(name));
}

/** How a tool is described at this revision. */
export function toolFacts(context: EmitContext): {
  readonly omitted: string;
  readonly structured: boolean;
  readonly tasks: boolean;
  /** The function of the runtime that makes the handlers. */
  readonly make: string;
  /** Whether tools may ask before there is a task, for which no client asks. */
  readonly polled: boolean;
} {
  const { model } = context;
  const structured = exportsMember(model, "Tool", "outputSchema");
  const { core, polled } = tasksOf(context);
  const tasks = core || polled;
  const omitted = ["name", "inputSchema"];
  if (structured) omitted.push("outputSchema");
  // Without tasks nothing could keep to what it says of them.
  if (tasks || exportsMember(model, "Tool", "execution"))
    omitted.push("execution");
  return {
    omitted: omitted.map(quote).join(" | "),
    structured,
    tasks,
    make: polled
      ? "polledToolHandlers"
      : core
        ? "taskToolHandlers"
        : "toolHandlers",
    polled,
  };
}
