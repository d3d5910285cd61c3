/** Converts the listing of a server to the revision that a project uses. */
import { isObject } from "../../../runtime/validation/guards.js";
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import type { SchemaValidator } from "../../../runtime/json-schema/run.js";
import { createJsonSchema } from "../../emit/json-schema/schema.js";
import type { Diagnostic } from "../../support/errors.js";
import { memoizeByObject } from "../../model/util/memoize.js";
import type { ProtocolModel } from "../../model/types.js";
import { nearest } from "../../support/nearest.js";
import { bundledSince } from "../../source/revisions.js";
import { newError } from "../diagnostics.js";
import { SCHEMAS, type Json, type Listing, type ToolEntry } from "./listing.js";
import type { Manifest } from "./manifest.js";

/**
 * Returns the listing without the members that the revision does not define,
 * and warnings about the removed members.
 *
 * @param findPlace Function that returns the position of a tool's member.
 */
export function fitListing(
  listing: Listing,
  model: ProtocolModel,
  findPlace?: Manifest["findPlace"],
): { readonly listing: Listing; readonly warnings: readonly Diagnostic[] } {
  const revision = model.source.revision ?? "the revision";
  const notes = new Map<string, { names: string[]; detail: Detail }>();
  const note = (entry: Json, text: string, detail: Detail = {}): void => {
    const name = String(entry["name"] ?? "");
    const found = notes.get(text);
    if (found) found.names.push(name);
    else notes.set(text, { names: [name], detail });
  };
  const fit = <Entry extends Json>(type: string, kind: string, entry: Entry) =>
    removeInvalid(entry, `#/$defs/${type}`, model, (path, why) => {
      const shown = JSON.stringify(path.join("."));
      const index = listing.tools.findIndex(
        ({ name }) => name === entry["name"],
      );
      const place = type === "Tool" ? findPlace?.([index, ...path]) : undefined;
      const add = (text: string, texts: object): void =>
        note(entry, text, { ...texts, ...(place && { place }) });
      if (why !== UNKNOWN)
        return add(
          `In ${revision}, ${shown} of ${kind} ${why}. The invalid value was left out.`,
          INVALID,
        );
      const wrong = misspelling(type, kind, path);
      if (wrong !== null) return add(wrong, MISSPELT);
      add(`${shown} of ${kind} does not exist in ${revision}.`, {});
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
  const warnings = [...notes].map(([text, { names, detail }]) => {
    const more = names.length > 1 ? ` and ${names.length - 1} more` : "";
    return newError.warning("MCP618", `${names[0]}${more}: ${text}`, detail);
  });
  return { listing: fits, warnings };
}

/** Position and texts of one warning. */
type Detail = Partial<Pick<Diagnostic, "cause" | "fix" | "place">>;

const MISSPELT = {
  cause: "No revision of the protocol has this member.",
  fix: "Correct the name of the member, or remove the member, in the tools file or in the server.",
};

const INVALID = {
  cause:
    "The member has a value that the newest MCP revision of the project does not allow.",
  fix: "Correct the value in the tools file or in the server. If another revision allows the value, you can also select that revision with `--rev`.",
};

/**
 * Returns a hint about a member that no revision defines. Returns null if a
 * revision defines the member, or if the member is nested.
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
  const checks = getChecks(model);
  let check = checks.get($ref);
  if (!check) {
    check = compileSchema({ ...strictSchemas(model), $ref });
    checks.set($ref, check);
  }
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

/**
 * Returns the compiled validators of a model, by `$ref`. An entry uses the
 * validator of an earlier entry of its kind, because compiling takes longer
 * than checking.
 */
const getChecks = memoizeByObject(
  (_model: ProtocolModel) => new Map<string, SchemaValidator>(),
);

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
