/** What a server lists, held against what the protocol says of it. */
import { isObject } from "../../templates/runtime/connection/messages.js";
import { compileSchema } from "../../templates/runtime/schema/compile.js";
import type { NewCode } from "./diagnostics.js";
import {
  NOTHING,
  type Json,
  type Listing,
  type PromptEntry,
  type ResourceEntry,
  type ToolEntry,
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
  const of = (
    member: keyof typeof NAMES,
    check: (entry: Json, path: Finding["path"], report: Report) => void,
  ): Json[] => {
    const at = isList ? [] : [member];
    return entries(all[member], at, NAMES[member][1], report).map(
      ({ entry, path }) => {
        check(entry, path, report);
        return entry;
      },
    );
  };
  const tools = of("tools", checkTool) as ToolEntry[];
  const prompts = of("prompts", checkPrompt) as PromptEntry[];
  const keyed = (member: "resources" | "resourceTemplates"): ResourceEntry[] =>
    of(member, (entry, path) =>
      checkDescription(entry, entryName(member, entry), path, report),
    ).map((entry) => ({
      ...entry,
      key: String(entry[NAMES[member][1]]),
      name: typeof entry["name"] === "string" ? entry["name"] : "",
    }));
  return {
    listing: {
      tools,
      prompts,
      resources: keyed("resources"),
      resourceTemplates: keyed("resourceTemplates"),
      leftOut: textsOf(all["leftOut"]),
    },
    findings,
  };
}

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

/** The entries of one list that can be told apart by `key`, and where they are. */
function entries(
  list: unknown,
  at: Finding["path"],
  key: string,
  report: Report,
): { readonly entry: Json; readonly path: Finding["path"] }[] {
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
  return list.flatMap((entry: unknown, index) => {
    const path = [...at, index];
    if (!isObject(entry)) {
      report("MCP612", path, `${kind}[${index}] is ${kindOf(entry)}.`);
      return [];
    }
    const name = entry[key];
    if (typeof name !== "string" || name === "") {
      report("MCP612", path, `${kind}[${index}] has no ${key}.`);
      return [];
    }
    const first = seen.get(name);
    if (first !== undefined)
      report(
        "MCP613",
        [...path, key],
        `${kind}[${first}] and ${kind}[${index}] are both called ${JSON.stringify(name)}.`,
      );
    seen.set(name, index);
    return first === undefined ? [{ entry, path }] : [];
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
  checkDescription(tool, shown, path, report);
}

function checkPrompt(
  prompt: Json,
  path: Finding["path"],
  report: Report,
): void {
  const shown = `the prompt ${JSON.stringify(prompt["name"])}`;
  checkDescription(prompt, shown, path, report);
  const given = prompt["arguments"];
  if (given === undefined) return;
  const at = [...path, "arguments"];
  const fits = (one: unknown): one is Json =>
    isObject(one) && typeof one["name"] === "string";
  if (!Array.isArray(given) || !given.every(fits))
    report("MCP612", at, `The arguments of ${shown} are no list of names.`);
  else
    given.forEach((one, index) =>
      checkDescription(
        one,
        `${JSON.stringify(one["name"])} of ${shown}`,
        [...at, index],
        report,
      ),
    );
}

/** It becomes a comment, which has to be of text. */
function checkDescription(
  { description }: Json,
  shown: string,
  path: Finding["path"],
  report: Report,
): void {
  if (description === undefined || typeof description === "string") return;
  report(
    "MCP612",
    [...path, "description"],
    `The description of ${shown} is ${kindOf(description)}.`,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
