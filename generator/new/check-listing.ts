/** What a server lists, held against what the protocol says of it. */
import { isObject } from "../../templates/runtime/connection/messages.js";
import { compileSchema } from "../../templates/runtime/schema/compile.js";
import type { NewCode } from "./diagnostics.js";
import type {
  Json,
  Listing,
  PromptEntry,
  ResourceEntry,
  ToolEntry,
} from "./listing.js";
import { isToolName } from "./names.js";

/** Something wrong at a path of the value. */
export interface Finding {
  readonly code: NewCode;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly cause?: string;
}

/** Tools, prompts or resources; each becomes files. */
export const MAX_ENTRIES = 1_000;

type Report = (
  code: NewCode,
  path: Finding["path"],
  message: string,
  cause?: string,
) => void;

/** Checks a manifest's value, or what a server listed; finds all that is wrong. */
export function checkListing(value: unknown): {
  readonly listing: Listing;
  readonly findings: readonly Finding[];
} {
  const findings: Finding[] = [];
  const report: Report = (code, path, message, cause) =>
    void findings.push({
      code,
      path,
      message,
      ...(cause === undefined ? {} : { cause }),
    });
  const isList = Array.isArray(value);
  const all: unknown = isList ? { tools: value } : value;
  if (!isObject(all) || !("tools" in all)) {
    const what = isObject(all)
      ? 'It has no "tools".'
      : `It is ${kindOf(value)}.`;
    report("MCP612", [], what);
    return { listing: NOTHING, findings };
  }
  const of = (member: keyof typeof NAMES, key: string): Json[] =>
    entries(all[member], isList ? [] : [member], key, report);
  const tools = of("tools", "name") as ToolEntry[];
  tools.forEach((tool, index) =>
    checkTool(tool, [...(isList ? [] : ["tools"]), index], report),
  );
  const prompts = of("prompts", "name") as PromptEntry[];
  prompts.forEach((prompt, index) =>
    checkPrompt(prompt, ["prompts", index], report),
  );
  const keyed = (
    member: "resources" | "resourceTemplates",
    key: "uri" | "uriTemplate",
  ): ResourceEntry[] =>
    of(member, key).map((entry) => ({
      ...entry,
      key: String(entry[key]),
      name: typeof entry["name"] === "string" ? entry["name"] : "",
    }));
  return {
    listing: {
      tools,
      prompts,
      resources: keyed("resources", "uri"),
      resourceTemplates: keyed("resourceTemplates", "uriTemplate"),
      leftOut: textsOf(all["leftOut"]),
    },
    findings,
  };
}

const NOTHING: Listing = {
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  leftOut: [],
};

/** What an entry of each list is called, and the member that names it. */
const NAMES = {
  tools: ["tool", "name"],
  prompts: ["prompt", "name"],
  resources: ["resource", "uri"],
  resourceTemplates: ["resource template", "uriTemplate"],
} as const;

/** How an entry of a list is named in `leftOut`. */
export function entryName(list: string, entry: unknown): string {
  const [kind, key] = NAMES[list as keyof typeof NAMES];
  return `${kind} ${String(isObject(entry) ? entry[key] : undefined)}`;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((text): text is string => typeof text === "string")
    : [];
}

/** The entries of one list that can be told apart by `key`. */
function entries(
  list: unknown,
  at: Finding["path"],
  key: string,
  report: Report,
): Json[] {
  if (list === undefined) return [];
  const kind = at[0] ?? "tools";
  if (!Array.isArray(list)) {
    report("MCP612", at, `${kind} is ${kindOf(list)}, not an array.`);
    return [];
  }
  if (list.length > MAX_ENTRIES) {
    report(
      "MCP616",
      at,
      `There are ${list.length} ${kind}; ${MAX_ENTRIES} are allowed.`,
    );
    return [];
  }
  const seen = new Map<string, number>();
  return list.filter((entry: unknown, index): entry is Json => {
    const path = [...at, index];
    if (!isObject(entry)) {
      report("MCP612", path, `${kind}[${index}] is ${kindOf(entry)}.`);
      return false;
    }
    const name = entry[key];
    if (typeof name !== "string" || name === "") {
      report("MCP612", path, `${kind}[${index}] has no ${key}.`);
      return false;
    }
    const first = seen.get(name);
    if (first !== undefined)
      report(
        "MCP613",
        [...path, key],
        `${kind}[${first}] and ${kind}[${index}] are both called ${JSON.stringify(name)}.`,
      );
    seen.set(name, index);
    return first === undefined;
  });
}

function checkTool(tool: Json, path: Finding["path"], report: Report): void {
  const name = String(tool["name"]);
  const shown = JSON.stringify(name);
  if (!isToolName(name))
    report("MCP614", [...path, "name"], `${shown} can not name a tool.`);
  const schemas = ["inputSchema", "outputSchema"] as const;
  for (const member of schemas) {
    const schema = tool[member];
    if (schema === undefined && member === "outputSchema") continue;
    const at = [...path, member];
    if (!isObject(schema)) {
      const what = schema === undefined ? "missing" : kindOf(schema);
      report("MCP615", at, `The ${member} of ${shown} is ${what}.`);
      continue;
    }
    if (member === "inputSchema" && schema["type"] !== "object") {
      report(
        "MCP615",
        at,
        `The inputSchema of ${shown} has not type "object".`,
      );
      continue;
    }
    try {
      compileSchema(schema);
    } catch (error) {
      const { message } = error as Error;
      report(
        "MCP615",
        at,
        `The ${member} of ${shown} is invalid.`,
        `${message}.`,
      );
    }
  }
  const { description } = tool;
  if (description !== undefined && typeof description !== "string")
    report(
      "MCP612",
      [...path, "description"],
      `The description of ${shown} is ${kindOf(description)}.`,
    );
}

function checkPrompt(
  prompt: Json,
  path: Finding["path"],
  report: Report,
): void {
  const given = prompt["arguments"];
  if (given === undefined) return;
  const fits =
    Array.isArray(given) &&
    given.every((one) => isObject(one) && typeof one["name"] === "string");
  if (fits) return;
  const shown = JSON.stringify(prompt["name"]);
  report(
    "MCP612",
    [...path, "arguments"],
    `The arguments of the prompt ${shown} are no list of names.`,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
