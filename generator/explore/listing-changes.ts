/**
 * Compares two listings of a server: returns the changes, and whether they
 * break callers.
 */
import { compareDeclarations } from "../model/diff/declarations.js";
import { createComparer } from "../model/diff/comparer.js";
import type { Change } from "../model/diff/change.js";
import { NO_FLOW, type Flow } from "../model/flow.js";
import { declarationsByName } from "../model/lookup.js";
import {
  MODEL_VERSION,
  type Declaration,
  type ProtocolModel,
} from "../model/types.js";
import { declarationTypes, namesIn } from "../model/walk.js";
import { readChecked } from "../parse/index.js";
import { createReporter } from "../parse/reporter.js";
import type { Json, Listing, ToolEntry } from "../new/manifest/listing.js";
import { toolTypes } from "../new/schema/types.js";
import { change, entryChanges, promptChanges } from "./listing-entries.js";
import type { ListingChange } from "./page-data.js";
import { descriptionChanges, keywordChanges } from "./schema-texts.js";

/** Returns all differences between two listings of a server, tools first. */
export async function listingChanges(
  older: Listing,
  newer: Listing,
): Promise<ListingChange[]> {
  return [
    ...(await entryChanges("tools", older.tools, newer.tools, toolChanges)),
    ...(await entryChanges(
      "prompts",
      older.prompts,
      newer.prompts,
      promptChanges,
    )),
    ...(await entryChanges("resources", older.resources, newer.resources)),
    ...(await entryChanges(
      "resourceTemplates",
      older.resourceTemplates,
      newer.resourceTemplates,
    )),
    ...(await entryChanges("skills", older.skills, newer.skills)),
  ];
}

async function toolChanges(
  was: ToolEntry,
  is: ToolEntry,
): Promise<ListingChange[]> {
  return [
    ...(await schemaChanges(was, is, "inputSchema")),
    ...(await schemaChanges(was, is, "outputSchema")),
    ...taskChanges(was, is),
  ];
}

/**
 * Schemas of a tool by member name. `type` is the name of the schema in
 * reported changes. `flow` says which side receives the values: the server
 * receives input, the client receives output.
 */
const SCHEMAS = {
  inputSchema: { type: "input", flow: { toServer: true, toClient: false } },
  outputSchema: { type: "output", flow: { toServer: false, toClient: true } },
} as const;

async function schemaChanges(
  older: ToolEntry,
  newer: ToolEntry,
  member: keyof typeof SCHEMAS,
): Promise<ListingChange[]> {
  const { type, flow } = SCHEMAS[member];
  const { name } = newer;
  const [was, is] = [older[member], newer[member]];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const whole = `${name} ${type}`;
  if (was === undefined)
    return [change("tool", name, whole, SCHEMA_CHANGES.added)];
  if (is === undefined)
    return [change("tool", name, whole, SCHEMA_CHANGES.removed)];
  const before = await toModel(was, type);
  const after = await toModel(is, type);
  if (!before || !after)
    return [change("tool", name, whole, SCHEMA_CHANGES.unknown)];
  return [
    ...compareModels(before, after, flow, type).map((found) => ({
      ...change("tool", name, `${name} ${found.path}`, {
        kind: found.kind,
        ...(flow.toClient && found.kind === "removed"
          ? SCHEMA_CHANGES.lostMember
          : isRequiredMember(found)
            ? SCHEMA_CHANGES.requiredMember
            : { breaks: found.breaks.client, why: found.why }),
      }),
      before: found.before,
      after: found.after,
    })),
    ...keywordChanges(was, is).map(({ path, kind, before, after }) => ({
      ...change("tool", name, `${whole}${path}`, {
        kind,
        ...KEYWORD_EFFECTS[
          kind === KEYWORD_EFFECTS.safe[type] ? "kept" : "lost"
        ],
      }),
      before,
      after,
    })),
    ...descriptionChanges(name, whole, was, is),
  ];
}

/**
 * Effects on callers when a schema changes in a keyword that restricts values.
 */
const KEYWORD_EFFECTS = {
  /**
   * Kind of change that breaks no caller, for each schema of a tool: an input
   * schema may accept more values, an output schema may allow fewer.
   */
  safe: { input: "widened", output: "narrowed" },
  kept: {
    breaks: false,
    why: "Every value that a caller sends or expects is still valid.",
  },
  lost: {
    breaks: true,
    why: "Values that a caller sends may be rejected, or a result may have values that the caller does not expect.",
  },
} as const;

/**
 * Kinds of change of a tool's member `execution.taskSupport`, each with its
 * effect on callers.
 */
const TASK_CHANGES = {
  kept: {
    kind: "widened",
    breaks: false,
    why: "Calls that were valid before are still valid.",
  },
  lost: {
    kind: "narrowed",
    breaks: true,
    why: "The tool no longer accepts calls with a task, or no longer accepts calls without one.",
  },
} as const;

/**
 * Compares the task support of a tool in two listings: whether its calls may,
 * must or must not create a task.
 */
function taskChanges(was: ToolEntry, is: ToolEntry): ListingChange[] {
  const [before, after] = [was, is].map(({ execution }) =>
    String((execution as Json | undefined)?.["taskSupport"] ?? "forbidden"),
  ) as [string, string];
  if (before === after) return [];
  const effect = TASK_CHANGES[after === "optional" ? "kept" : "lost"];
  const path = `${is.name} execution.taskSupport`;
  return [{ ...change("tool", is.name, path, effect), before, after }];
}

/**
 * Kinds of change of a tool's input or output schema, each with its effect on
 * callers.
 */
const SCHEMA_CHANGES = {
  added: {
    kind: "added",
    breaks: false,
    why: "A caller that does not know the new output schema ignores it.",
  },
  removed: {
    kind: "removed",
    breaks: true,
    why: "A caller that relies on structured results no longer receives them.",
  },
  lostMember: {
    breaks: true,
    why: "A caller that reads the member no longer receives it.",
  },
  requiredMember: {
    breaks: true,
    why: "The member is required, and existing callers do not send it.",
  },
  unknown: {
    kind: "changed",
    breaks: true,
    why: "Some parts of the schema cannot be compared, so the change may break callers.",
  },
} as const;

/**
 * Returns true if the change adds a member that callers must send. An index
 * signature does not count as a member.
 */
function isRequiredMember({ kind, after, breaks }: Change): boolean {
  return kind === "added" && breaks.client && after?.startsWith("[") === false;
}

/**
 * Converts a JSON Schema to declarations of the protocol model. Returns null if
 * the schema uses constructs that the model lacks, such as tuples.
 */
async function toModel(
  schema: Json,
  type: string,
): Promise<ProtocolModel | null> {
  const { text } = await toolTypes({ [type]: schema });
  const reporter = createReporter("schema.ts", text);
  const declarations = readChecked(
    "schema.ts",
    text,
    { proven: true },
    reporter,
  );
  if (!declarations || reporter.failed) return null;
  return {
    modelVersion: MODEL_VERSION,
    protocolVersion: null,
    source: { revision: null, file: "schema.ts", commit: null, sha256: "" },
    declarations: declarations.filter(({ name }) => name !== "Types"),
    methods: [],
  };
}

function compareModels(
  older: ProtocolModel,
  newer: ProtocolModel,
  flow: Flow,
  type: string,
): Change[] {
  const comparer = createComparer(older, newer, new Map());
  const root = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  const held = reachedFrom(root, declarationsByName(newer));
  return newer.declarations.flatMap((is) => {
    const was = declarationsByName(older).get(is.name);
    if (!was) return [];
    const own = held.has(is.name) ? flow : NO_FLOW;
    return compareDeclarations(was, is, comparer, own, () => false).map(
      (change) => ({ ...change, path: change.path.replace(root, type) }),
    );
  });
}

function reachedFrom(
  root: string,
  declarations: ReadonlyMap<string, Declaration>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [root];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const declaration = declarations.get(name);
    if (!declaration || reached.has(name)) continue;
    reached.add(name);
    pending.push(...namesIn(declarationTypes(declaration)));
  }
  return reached;
}
