/** What became of what a server offers, and whether that breaks who calls it. */
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
import type {
  Json,
  Listing,
  PromptEntry,
  ToolEntry,
} from "../starter/manifest/listing.js";
import { toolTypes } from "../starter/schema/types.js";
import type { ListingChange } from "./page-data.js";

type Subject = ListingChange["subject"];
type Said = Pick<ListingChange, "before" | "after" | "why" | "breaks">;

/** All that is different, tools first; what only people read breaks nobody. */
export async function listingChanges(
  older: Listing,
  newer: Listing,
): Promise<ListingChange[]> {
  const tools = paired("tool", "name", older.tools, newer.tools);
  const inTools: ListingChange[] = [];
  for (const [was, is] of tools.both)
    inTools.push(...(await toolChanges(was, is)));
  const prompts = paired("prompt", "name", older.prompts, newer.prompts);
  const resources = paired("resource", "uri", older.resources, newer.resources);
  const templates = paired(
    "resource template",
    "uriTemplate",
    older.resourceTemplates,
    newer.resourceTemplates,
  );
  return [
    ...tools.changes,
    ...inTools,
    ...prompts.changes,
    ...prompts.both.flatMap(([was, is]) => promptChanges(was, is)),
    ...resources.changes,
    ...resources.both.flatMap(([was, is]) =>
      wordChanges("resource", is.uri, was, is),
    ),
    ...templates.changes,
    ...templates.both.flatMap(([was, is]) =>
      wordChanges("resource template", is.uriTemplate, was, is),
    ),
  ];
}

/** Those that came, those that went, and those that both have. */
function paired<Entry extends Json>(
  subject: Subject,
  key: string,
  older: readonly Entry[],
  newer: readonly Entry[],
) {
  const before = new Map(older.map((one) => [String(one[key]), one]));
  const after = new Map(newer.map((one) => [String(one[key]), one]));
  const both: (readonly [was: Entry, is: Entry])[] = [];
  const changes: ListingChange[] = [];
  for (const [name, is] of after) {
    const was = before.get(name);
    if (was) both.push([was, is]);
    else
      changes.push(
        change(subject, name, name, "added", {
          before: null,
          after: null,
          breaks: false,
          why: "Nobody has called it yet.",
        }),
      );
  }
  for (const name of before.keys())
    if (!after.has(name))
      changes.push(
        change(subject, name, name, "removed", {
          before: null,
          after: null,
          breaks: true,
          why: "Who asks for it is answered with an error.",
        }),
      );
  return { both, changes };
}

function change(
  subject: Subject,
  of: string,
  path: string,
  kind: Change["kind"],
  said: Said,
): ListingChange {
  return { subject, of, path, kind, ...said };
}

async function toolChanges(
  was: ToolEntry,
  is: ToolEntry,
): Promise<ListingChange[]> {
  return [
    ...(await schemaChanges(was, is, "inputSchema")),
    ...(await schemaChanges(was, is, "outputSchema")),
    ...wordChanges("tool", is.name, was, is),
  ];
}

/** Which way what a schema says travels, and what the change is called by. */
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
    return [
      change("tool", name, whole, "added", {
        before: null,
        after: null,
        breaks: false,
        why: "Who does not know it goes on without it.",
      }),
    ];
  if (is === undefined)
    return [
      change("tool", name, whole, "removed", {
        before: null,
        after: null,
        breaks: true,
        why: "Who relies on the structure of results finds none any more.",
      }),
    ];
  const before = await modelOf(was, type);
  const after = await modelOf(is, type);
  if (!before || !after)
    return [
      change("tool", name, whole, "changed", {
        before: null,
        after: null,
        breaks: true,
        why: "It has what no type says, so that it may be another contract.",
      }),
    ];
  return compared(before, after, flow, type).map(
    ({ path, kind, before: from, after: to, breaks, why }) =>
      change("tool", name, `${name} ${path}`, kind, {
        before: from,
        after: to,
        breaks: breaks.client,
        why,
      }),
  );
}

/** A schema as declarations; null where it has what no model has, such as tuples. */
async function modelOf(
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

function compared(
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
      (one) => ({ ...one, path: one.path.replace(root, type) }),
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

/** Arguments of a prompt are texts: they come, go, and have to be there or not. */
function promptChanges(was: PromptEntry, is: PromptEntry): ListingChange[] {
  const before = new Map((was.arguments ?? []).map((one) => [one.name, one]));
  const after = new Map((is.arguments ?? []).map((one) => [one.name, one]));
  const changes: ListingChange[] = [];
  const said = (
    name: string,
    kind: Change["kind"],
    breaks: boolean,
    why: string,
  ): void => {
    const path = `${is.name} argument ${name}`;
    const rest = { before: null, after: null, breaks, why };
    changes.push(change("prompt", is.name, path, kind, rest));
  };
  for (const [name, { required = false }] of after) {
    const old = before.get(name);
    if (!old && required)
      said(name, "added", true, "It is required, and nobody sends it yet.");
    else if (!old) said(name, "added", false, "It may be left out.");
    else if (required && old.required !== true)
      said(name, "made required", true, "Who leaves it out is refused now.");
    else if (!required && old.required === true)
      said(name, "made optional", false, "Who sends it goes on as before.");
  }
  for (const name of before.keys())
    if (!after.has(name))
      said(name, "removed", false, "Who sends it is not heard any more.");
  return [...changes, ...wordChanges("prompt", is.name, was, is)];
}

/** What people, models and hosts read: no call depends on it. */
const WORDS = ["title", "description", "mimeType", "annotations"];

function wordChanges(
  subject: Subject,
  name: string,
  was: Json,
  is: Json,
): ListingChange[] {
  return WORDS.flatMap((member) => {
    const [before, after] = [was[member], is[member]].map((value) =>
      value === undefined ? null : JSON.stringify(value),
    );
    if (before === undefined || after === undefined || before === after)
      return [];
    const kind =
      before === null ? "added" : after === null ? "removed" : "changed";
    const why = "It is read, and not sent.";
    const rest = { before, after, breaks: false, why };
    return [change(subject, name, `${name} ${member}`, kind, rest)];
  });
}
