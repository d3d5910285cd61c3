import { Changes, changing, withControls } from "../changes.js";
import { toBase64 } from "../../connection/json-rpc/base64.js";
import { BAD_PARAMS, McpError } from "../../connection/json-rpc/errors.js";
import { entriesOf, listOf } from "../entries.js";
import { partOf, partWith } from "../parts.js";
import { isObject } from "../../validation/guards.js";
import { fitContent } from "../outputs.js";
import { uriMatcher } from "./uri-match.js";
import { UriTemplate } from "./uri-template.js";
import type { Call } from "../../connection/call.js";
import type {
  Controls,
  Entries,
  EntriesSettings,
  ListHandler,
} from "../entries.js";
import type { TemplateMatch } from "./uri-match.js";

/** One resource, or one template of them: what is shown, and how it is read. */
export interface ResourceSpec {
  readonly name?: string;
  readonly mimeType?: string;
  readonly read: (uri: string, variables: never, ctx: never) => unknown;
  readonly [name: string]: unknown;
}

export interface ResourcesSettings extends EntriesSettings {
  /** Whether clients may subscribe: `updated` tells them. Default: false. */
  readonly subscribe?: boolean | undefined;
}

type Read = (uri: string, variables: TemplateMatch, ctx: unknown) => unknown;

interface ResourceEntry {
  readonly shown: { readonly [name: string]: unknown };
  readonly mimeType: string | undefined;
  readonly read: Read;
  /** Undefined for a resource that is no template. */
  readonly match: ((uri: string) => TemplateMatch | null) | undefined;
}

type UriHandler = (
  params: { readonly uri: string },
  ctx: Call,
) => object | Promise<object>;

/**
 * Handlers of `resources/list`, `resources/templates/list` and
 * `resources/read`. A key with `{…}` in it is a template.
 */
export function resourceHandlers(
  definitions: { readonly [uri: string]: ResourceSpec },
  settings: ResourcesSettings = {},
): ReturnType<typeof resourcesOf> &
  Controls<ResourceSpec> & {
    /** Tells the clients that subscribed to it that a resource changed. */
    readonly updated: (uri: string) => void;
  } {
  const changes = new Changes(
    "notifications/resources/list_changed",
    "resources.listChanged",
  );
  const part = {
    ...entriesOf(changes, definitions, prepareResource, settings),
    settings,
    updates: new Changes(
      "notifications/resources/updated",
      "resources.subscribe",
    ),
  };
  return withControls(partOf(resourcesOf, part), {
    ...part.controls,
    updated: (uri: string): void => part.updates.emit({ uri }),
  });
}

interface ResourcePart extends Entries<ResourceSpec, ResourceEntry> {
  readonly settings: ResourcesSettings;
  readonly updates: Changes;
}

function resourcesOf(parts: readonly ResourcePart[]): {
  "resources/subscribe"?: UriHandler;
  "resources/list": ListHandler;
  "resources/templates/list": ListHandler;
  "resources/read": UriHandler;
} {
  const using = (
    uri: string,
    ctx: Call,
    use: (found: FoundResource) => object | Promise<object>,
  ) => {
    // What has that URI comes before all templates.
    const exact = partWith(parts, uri);
    const part =
      [exact, ...parts].find(({ entries }) => findResource(entries, uri)) ??
      exact;
    const found = findResource(part.entries, uri);
    return part.pass(found?.key ?? uri, found, ctx, use, () =>
      notFound(uri, ctx),
    );
  };
  const read: UriHandler = ({ uri }, ctx) =>
    using(uri, ctx, ({ entry, variables }) =>
      contents(entry, uri, variables, ctx),
    );
  const subscribed = parts.filter(
    ({ settings }) => settings.subscribe === true,
  );
  /** What may not be read is not there to be heard of either. */
  const subscribe: UriHandler = ({ uri }, ctx) => {
    if (!URL.canParse(uri)) {
      throw new McpError(BAD_PARAMS, `Not an absolute URI: ${uri}`);
    }
    if (parts.every(({ settings }) => settings.access === undefined)) return {};
    return using(uri, ctx, () => ({}));
  };
  return {
    ...(subscribed.length > 0 && { "resources/subscribe": subscribe }),
    "resources/list": changing(
      listOf(parts, "resources", (uri) => !isTemplate(uri)),
      ...parts.map(({ changes }) => changes),
      ...subscribed.map(({ updates }) => updates),
    ),
    "resources/templates/list": listOf(parts, "resourceTemplates", isTemplate),
    "resources/read": read,
  };
}

/** An entry, and what the URI gave for the variables of its template. */
interface FoundResource {
  readonly key: string;
  readonly entry: ResourceEntry;
  readonly variables: TemplateMatch;
}

/** The resource of that URI, or the first template that it fits. */
function findResource(
  entries: ReadonlyMap<string, ResourceEntry>,
  uri: string,
): FoundResource | undefined {
  const exact = entries.get(uri);
  if (exact && !exact.match) return { key: uri, entry: exact, variables: {} };
  for (const [key, entry] of entries) {
    const variables = entry.match?.(uri);
    if (variables) return { key, entry, variables };
  }
  return undefined;
}

function isTemplate(uri: string): boolean {
  return uri.includes("{");
}

function prepareResource(uri: string, spec: ResourceSpec): ResourceEntry {
  const { read, name = uri, ...rest } = spec;
  if (typeof read !== "function") {
    throw new TypeError(`The resource ${uri} needs read, a function`);
  }
  const template = isTemplate(uri) ? new UriTemplate(uri) : undefined;
  if (!template && !URL.canParse(uri)) {
    throw new TypeError(`Not an absolute URI: ${uri}`);
  }
  return {
    shown: { ...(template ? { uriTemplate: uri } : { uri }), name, ...rest },
    mimeType: spec.mimeType,
    read: read as unknown as Read,
    match: template && uriMatcher(template),
  };
}

async function contents(
  entry: ResourceEntry,
  uri: string,
  variables: TemplateMatch,
  ctx: Call,
): Promise<object> {
  const value = await entry.read(uri, variables, ctx);
  if (value === undefined || value === null) throw notFound(uri, ctx);
  const base =
    entry.mimeType === undefined ? { uri } : { uri, mimeType: entry.mimeType };
  if (isObject(value) && Array.isArray(value.contents)) {
    fitContent(value.contents, uri);
    return value;
  }
  const parts = Array.isArray(value) ? value : [value];
  const contents = parts.map((part: unknown) => {
    if (typeof part === "string") return { ...base, text: part };
    if (part instanceof Uint8Array) return { ...base, blob: toBase64(part) };
    if (isObject(part)) return { ...base, ...part };
    throw new TypeError(`What was read of ${uri} is neither text nor bytes`);
  });
  return { contents: fitContent(contents, uri) };
}

function notFound(uri: string, ctx: Call): McpError {
  const { resourceNotFound } = ctx.endpoint.protocol;
  return new McpError(resourceNotFound, `Resource not found: ${uri}`, { uri });
}
