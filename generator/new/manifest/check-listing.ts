/**
 * Checks that a server's listing (tools, prompts and resources) follows the
 * rules of the protocol.
 */
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import { isObject } from "../../../runtime/validation/guards.js";
import type { newError } from "../diagnostics.js";
import { isToolName } from "../names.js";
import { ExtentCheck } from "./extent.js";
import { findSchemaFault } from "./schema-fault.js";
import { SCHEMAS, type Json } from "./listing.js";

/** Problem in a server's listing, with the path of the invalid value. */
export interface Finding {
  readonly code: Parameters<typeof newError>[0];
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly cause?: string;
}

/**
 * Maximum number of tools, prompts or resources for which files are generated.
 */
export const MAX_ENTRIES = 1_000;

/**
 * Creates a schema for an entry of a listing. The schema checks only the
 * members from which files are generated; the types of the revision check all
 * other members.
 */
const named = (key: string, members: object = {}, required: string[] = []) => ({
  type: "object",
  required: [key, ...required],
  properties: {
    [key]: { type: "string", minLength: 1 },
    // The description must be a string, because it becomes a comment in
    // generated code.
    description: { type: "string" },
    ...members,
  },
});

const TOOL = named(
  "name",
  {
    inputSchema: {
      type: "object",
      required: ["type"],
      properties: { type: { const: "object" } },
    },
    outputSchema: { type: "object" },
  },
  ["inputSchema"],
);
const PROMPT = named("name", {
  arguments: { type: "array", items: named("name") },
});

/**
 * Properties of each list: the label of an entry, the member that identifies an
 * entry, and the schema of an entry. For example, entries of `tools` have the
 * label `tool` and are identified by `name`.
 */
export const LISTS = {
  tools: ["tool", "name", TOOL],
  prompts: ["prompt", "name", PROMPT],
  resources: ["resource", "uri", named("uri")],
  resourceTemplates: ["resource template", "uriTemplate", named("uriTemplate")],
  skills: [
    "skill",
    "uri",
    named("uri", { frontmatter: { type: "object" } }, ["frontmatter"]),
  ],
} as const;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

const MANIFEST = {
  type: "object",
  required: ["tools"],
  properties: {
    ...Object.fromEntries(LIST_NAMES.map((list) => [list, { type: "array" }])),
    leftOut: { type: "array", items: { type: "string" } },
  },
};

/**
 * Returns the name with which the list `leftOut` mentions an unusable entry,
 * such as `tool get_weather`.
 */
export function entryName(list: string, entry: unknown): string {
  const [kind, key] = LISTS[list as ListName];
  return `${kind} ${String(isObject(entry) ? entry[key] : undefined)}`;
}

/** Yields every problem in a manifest or in the listing of a server. */
export function* checkListing(
  value: unknown,
  most = MAX_ENTRIES,
): Generator<Finding> {
  const all: unknown = Array.isArray(value) ? { tools: value } : value;
  for (const { path, message } of compileSchema(MANIFEST)(all))
    yield {
      code: "MCP612",
      path,
      message: `${path.join(".") || "The tools file"} ${message}.`,
    };
  const extent = new ExtentCheck();
  for (const list of isObject(all) ? LIST_NAMES : []) {
    const entries: unknown = (all as Json)[list];
    if (Array.isArray(entries))
      yield* checkList(
        list,
        entries,
        Array.isArray(value) ? [] : [list],
        most,
        extent,
      );
  }
}

function* checkList(
  list: ListName,
  entries: readonly unknown[],
  at: Finding["path"],
  most: number,
  extent: ExtentCheck,
): Generator<Finding> {
  const { length } = entries;
  if (length > most) {
    const message = `The tools file has ${length} ${list}, but at most ${most} are allowed.`;
    yield { code: "MCP616", path: at, message };
    return;
  }
  const [kind, key, schema] = LISTS[list];
  const check = compileSchema(schema);
  const first = new Map<unknown, number>();
  for (const [index, entry] of entries.entries()) {
    const place = [...at, index];
    const name = isObject(entry) ? entry[key] : undefined;
    const quoted = JSON.stringify(name);
    const shown = name ? `the ${kind} ${quoted}` : `${list}[${index}]`;
    const excess = extent.find(entry);
    if (excess) {
      const member = excess.path.length > 0 ? `"${excess.path[0]}" of ` : "";
      yield {
        code: "MCP626",
        path: [...place, ...excess.path],
        message: `${member}${member ? shown : shown.replace("the", "The")} ${excess.message}.`,
      };
      continue;
    }
    for (const { path, message } of check(entry))
      yield {
        code: SCHEMAS.includes(String(path[0])) ? "MCP615" : "MCP612",
        path: [...place, ...path],
        message:
          path.length > 0
            ? `"${path.join(".")}" of ${shown} ${message}.`
            : `${shown.replace("the", "The")} ${message}.`,
      };
    if (typeof name !== "string") continue;
    if (first.has(name))
      yield {
        code: "MCP613",
        path: [...place, key],
        message: `${list}[${first.get(name)}] and ${list}[${index}] have the same ${key} ${quoted}.`,
      };
    else first.set(name, index);
    if (list === "tools" && !isToolName(name))
      yield {
        code: "MCP614",
        path: [...place, key],
        message: `${quoted} is not a valid tool name.`,
      };
    if (list === "tools") yield* checkSchemas(entry as Json, shown, place);
  }
}

function* checkSchemas(
  tool: Json,
  shown: string,
  at: Finding["path"],
): Generator<Finding> {
  for (const member of SCHEMAS) {
    const schema = tool[member];
    const fault = isObject(schema) ? findSchemaFault(schema) : null;
    if (fault === null) continue;
    const path = [member, ...fault.path];
    yield {
      code: "MCP615",
      path: [...at, ...path],
      message: `"${path.join(".")}" of ${shown} is invalid.`,
      cause: `${fault.message}.`,
    };
  }
}
