/** Converts the listing of a server to the revision that a project uses. */
import { isObject } from "../../../runtime/validation/guards.js";
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import { createJsonSchema } from "../../emit/json-schema/schema.js";
import type { Diagnostic } from "../../support/errors.js";
import { memoizeByObject } from "../../model/util/memoize.js";
import type { ProtocolModel } from "../../model/types.js";
import { nearest } from "../../support/nearest.js";
import { bundledSince } from "../../source/revisions.js";
import { newError } from "../diagnostics.js";
import { SCHEMAS, type Json, type Listing, type ToolEntry } from "./listing.js";

/**
 * Returns the listing without the members that the revision does not define,
 * and warnings about the removed members.
 */
export function fitListing(
  listing: Listing,
  model: ProtocolModel,
): { readonly listing: Listing; readonly warnings: readonly Diagnostic[] } {
  const revision = model.source.revision ?? "the revision";
  const notes = new Map<string, string[]>();
  const misspelt = new Set<string>();
  const note = (entry: Json, text: string): void => {
    const names = notes.get(text) ?? [];
    notes.set(text, [...names, String(entry["name"] ?? "")]);
  };
  const fit = <Entry extends Json>(type: string, kind: string, entry: Entry) =>
    removeInvalid(entry, `#/$defs/${type}`, model, (path, why) => {
      const shown = JSON.stringify(path.join("."));
      if (why !== UNKNOWN)
        return note(entry, `In ${revision}, ${shown} of ${kind} ${why}.`);
      const wrong = misspelling(type, kind, path);
      if (wrong !== null) misspelt.add(wrong);
      note(
        entry,
        wrong ?? `${shown} of ${kind} does not exist in ${revision}.`,
      );
    });
  const tool = (entry: ToolEntry): ToolEntry => {
    const { execution, ...rest } = entry;
    const tasks = isObject(execution) ? execution["taskSupport"] : "forbidden";
    if (tasks !== undefined && tasks !== "forbidden")
      note(
        entry,
        "The tool can run as a task, but the generated project always calls it without a task.",
      );
    return fit("Tool", "tools", withObjects(rest as ToolEntry));
  };
  const fits: Listing = {
    ...listing,
    tools: listing.tools.map(tool),
    prompts: listing.prompts.map((prompt) => fit("Prompt", "prompts", prompt)),
    resources: listing.resources.map((resource) =>
      fit("Resource", "resources", resource),
    ),
    resourceTemplates: listing.resourceTemplates.map((template) =>
      fit("ResourceTemplate", "resources", template),
    ),
  };
  const warnings = [...notes].map(([text, [first, ...more]]) =>
    newError.warning(
      "MCP618",
      `${first}${more.length > 0 ? ` and ${more.length} more` : ""}: ${text}`,
      misspelt.has(text) ? MISSPELT : {},
    ),
  );
  return { listing: fits, warnings };
}

const MISSPELT = {
  cause: "No revision of the protocol has this member.",
  fix: "Correct the name of the member, or remove the member from the server.",
};

/**
 * Returns a hint about a member that no revision defines. Returns null if at
 * least one revision defines the member.
 */
function misspelling(
  type: string,
  kind: string,
  path: readonly (string | number)[],
): string | null {
  const name = String(path[0]);
  const members = Object.keys(bundledSince().members)
    .filter((member) => member.startsWith(`${type}.`))
    .map((member) => member.slice(type.length + 1));
  if (path.length > 1 || members.includes(name)) return null;
  const hint = nearest(name, members);
  return `${kind} have no member "${name}".${hint ? ` Did you mean "${hint}"?` : ""}`;
}

/** Text in a validation issue that marks an unknown member. */
const UNKNOWN = "is not allowed";

/**
 * Returns the entry without its invalid members and without members that its
 * type does not declare.
 */
function removeInvalid<Entry extends Json>(
  entry: Entry,
  $ref: string,
  model: ProtocolModel,
  leftOut: (path: readonly (string | number)[], why: string) => void,
): Entry {
  const check = compileSchema({ ...strictSchemas(model), $ref });
  const value = structuredClone(entry);
  for (;;) {
    const [issue] = check(value);
    if (!issue) return value;
    // If a required member is missing, the object that lacks it is removed.
    const present = remove(value, issue.path);
    const path = present ? issue.path : issue.path.slice(0, -1);
    if (!present && !remove(value, path)) return value;
    leftOut(path, issue.message);
  }
}

/** Removes the value at a path. Returns false if the path has no value. */
function remove(value: unknown, path: readonly (string | number)[]): boolean {
  const key = path.at(-1);
  let holder = value as { [key: string | number]: unknown } | undefined;
  for (const step of path.slice(0, -1)) holder = holder?.[step] as never;
  if (key === undefined || holder?.[key] === undefined) return false;
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return true;
}

/** Returns the revision's types as JSON Schemas that reject unknown members. */
const strictSchemas = memoizeByObject((model: ProtocolModel): Json => {
  const text = JSON.stringify(createJsonSchema(model, "draft-2020-12"));
  return JSON.parse(text, (key, value: unknown) =>
    isObject(value) &&
    isObject(value["properties"]) &&
    value["type"] === "object" &&
    !SCHEMAS.includes(key)
      ? { additionalProperties: false, ...value }
      : value,
  ) as Json;
});

/**
 * Replaces the property schemas `true` and `false` of a tool by the objects
 * `{}` and `{ not: {} }`. Before 2026-07-28, the schema of each property had to
 * be an object.
 */
function withObjects<Entry extends Json>(tool: Entry): Entry {
  const made: { [name: string]: unknown } = { ...tool };
  for (const member of SCHEMAS) {
    const schema = tool[member];
    if (!isObject(schema) || !isObject(schema["properties"])) continue;
    const properties = Object.entries(schema["properties"]).map(
      ([name, property]) => [
        name,
        property === true ? {} : property === false ? { not: {} } : property,
      ],
    );
    made[member] = { ...schema, properties: Object.fromEntries(properties) };
  }
  return made as Entry;
}
