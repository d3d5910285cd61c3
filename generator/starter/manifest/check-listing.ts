/** What a server lists, held against what the protocol says of it. */
import { compileSchema } from "../../../templates/runtime/schema/compile.js";
import { isObject } from "../../../templates/runtime/validation/guards.js";
import type { NewCode } from "../diagnostics.js";
import { isToolName } from "../names.js";
import type {
  Json,
  Listing,
  PromptEntry,
  ResourceEntry,
  ToolEntry,
} from "./listing.js";

/** Something wrong at a path of the value. */
export interface Finding {
  readonly code: NewCode;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly cause?: string;
}

/** Tools, prompts or resources; each becomes files. */
export const MAX_ENTRIES = 1_000;

/** What an entry of each list is called, and the member that names it. */
const LISTS = {
  tools: ["tool", "name"],
  prompts: ["prompt", "name"],
  resources: ["resource", "uri"],
  resourceTemplates: ["resource template", "uriTemplate"],
} as const;

type ListName = keyof typeof LISTS;

/** How an entry of a list is named in `leftOut`. */
export function entryName(list: string, entry: unknown): string {
  const [kind, key] = LISTS[list as ListName];
  return `${kind} ${String(isObject(entry) ? entry[key] : undefined)}`;
}

/** The listing that a value is in which {@link checkListing} finds nothing. */
export function listingOf(value: unknown): Listing {
  const all = (Array.isArray(value) ? { tools: value } : value) as Json;
  const entries = (list: ListName) => (all[list] ?? []) as readonly Json[];
  const keyed = (list: ListName): ResourceEntry[] =>
    entries(list).map((entry) => ({
      ...entry,
      key: String(entry[LISTS[list][1]]),
      name: typeof entry["name"] === "string" ? entry["name"] : "",
    }));
  const { leftOut } = all;
  return {
    tools: entries("tools") as readonly ToolEntry[],
    prompts: entries("prompts") as readonly PromptEntry[],
    resources: keyed("resources"),
    resourceTemplates: keyed("resourceTemplates"),
    leftOut: Array.isArray(leftOut)
      ? leftOut.filter((name) => typeof name === "string")
      : [],
  };
}

/** All that is wrong with a manifest's value, or with what a server listed. */
export function* checkListing(value: unknown): Generator<Finding> {
  const all: unknown = Array.isArray(value) ? { tools: value } : value;
  if (!isObject(all) || !("tools" in all)) {
    const message = isObject(all)
      ? 'It has no "tools".'
      : `It is ${kindOf(value)}.`;
    yield { code: "MCP612", path: [], message };
    return;
  }
  for (const list of Object.keys(LISTS) as ListName[])
    if (all[list] !== undefined)
      yield* checkList(list, all[list], Array.isArray(value) ? [] : [list]);
}

function* checkList(
  list: ListName,
  entries: unknown,
  at: Finding["path"],
): Generator<Finding> {
  if (!Array.isArray(entries)) {
    const message = `${list} is ${kindOf(entries)}, not an array.`;
    yield { code: "MCP612", path: at, message };
    return;
  }
  const { length } = entries;
  if (length > MAX_ENTRIES) {
    const message = `There are ${length} ${list}; ${MAX_ENTRIES} are allowed.`;
    yield { code: "MCP616", path: at, message };
    return;
  }
  const [kind, key] = LISTS[list];
  const first = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const path = [...at, index];
    const name: unknown = isObject(entry) ? entry[key] : undefined;
    const wrong = (message: string): Finding => ({
      code: "MCP612",
      path,
      message: `${list}[${index}] ${message}.`,
    });
    if (!isObject(entry)) yield wrong(`is ${kindOf(entry)}`);
    else if (typeof name !== "string" || name === "")
      yield wrong(`has no ${key}`);
    else if (first.has(name))
      yield {
        code: "MCP613",
        path: [...path, key],
        message: `${list}[${first.get(name)}] and ${list}[${index}] are both called ${JSON.stringify(name)}.`,
      };
    else {
      first.set(name, index);
      const shown = `the ${kind} ${JSON.stringify(name)}`;
      yield* checkDescription(entry, shown, path);
      if (list === "tools") yield* checkTool(entry, shown, path);
      if (list === "prompts") yield* checkArguments(entry, shown, path);
    }
  }
}

function* checkTool(
  tool: Json,
  shown: string,
  path: Finding["path"],
): Generator<Finding> {
  const { name } = tool;
  if (!isToolName(String(name)))
    yield {
      code: "MCP614",
      path: [...path, "name"],
      message: `${JSON.stringify(name)} can not name a tool.`,
    };
  for (const member of ["inputSchema", "outputSchema"]) {
    const schema = tool[member];
    const wrong = (what: string, cause?: string): Finding => ({
      code: "MCP615",
      path: [...path, member],
      message: `The ${member} of ${shown} ${what}.`,
      ...(cause === undefined ? {} : { cause }),
    });
    const isInput = member === "inputSchema";
    if (schema === undefined) {
      if (isInput) yield wrong("is missing");
    } else if (!isObject(schema)) yield wrong(`is ${kindOf(schema)}`);
    else if (isInput && schema["type"] !== "object")
      yield wrong('has not type "object"');
    else
      try {
        compileSchema(schema);
      } catch (error) {
        yield wrong("is invalid", `${(error as Error).message}.`);
      }
  }
}

function* checkArguments(
  { arguments: all }: Json,
  shown: string,
  path: Finding["path"],
): Generator<Finding> {
  if (all === undefined) return;
  const at = [...path, "arguments"];
  const isNamed = (one: unknown): one is Json =>
    isObject(one) && typeof one["name"] === "string";
  if (!Array.isArray(all) || !all.every(isNamed)) {
    const message = `The arguments of ${shown} are not an array of objects with names.`;
    yield { code: "MCP612", path: at, message };
    return;
  }
  for (const [index, one] of all.entries()) {
    const name = `${JSON.stringify(one["name"])} of ${shown}`;
    yield* checkDescription(one, name, [...at, index]);
  }
}

/** It becomes a comment, which has to be a string. */
function* checkDescription(
  { description }: Json,
  shown: string,
  path: Finding["path"],
): Generator<Finding> {
  if (description !== undefined && typeof description !== "string")
    yield {
      code: "MCP612",
      path: [...path, "description"],
      message: `The description of ${shown} is ${kindOf(description)}.`,
    };
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
