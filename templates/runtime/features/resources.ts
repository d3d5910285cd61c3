import { Changes, changing, withControls } from "./changes.js";
import { BAD_PARAMS, McpError } from "../connection/errors.js";
import { chain } from "../connection/promises.js";
import { Guard } from "./guard.js";
import { isObject } from "../connection/messages.js";
import { fitContent } from "./outputs.js";
import { paginate } from "./paginate.js";
import { uriMatcher } from "./uri-match.js";
import { UriTemplate } from "./uri-template.js";
import type { Call } from "../connection/call.js";
import type { GuardSettings } from "./guard.js";
import type { TemplateMatch } from "./uri-match.js";

/** One resource, or one template of them: what is shown, and how it is read. */
export interface ResourceSpec {
  readonly name?: string;
  readonly mimeType?: string;
  readonly read: (uri: string, variables: never, ctx: never) => unknown;
  readonly [name: string]: unknown;
}

export interface ResourcesSettings extends GuardSettings {
  /** Entries on a page of a list. Default: 100. */
  readonly pageSize?: number | undefined;
  /** Whether clients may subscribe: `updated` tells them. Default: false. */
  readonly subscribe?: boolean | undefined;
}

type Read = (uri: string, variables: TemplateMatch, ctx: unknown) => unknown;

interface Entry {
  readonly shown: { readonly [name: string]: unknown };
  readonly mimeType: string | undefined;
  readonly read: Read;
  /** Undefined for a resource that is no template. */
  readonly match: ((uri: string) => TemplateMatch | null) | undefined;
}

/**
 * Handlers of `resources/list`, `resources/templates/list` and
 * `resources/read`. A key with `{…}` in it is a template.
 */
export function resourceHandlers(
  definitions: { readonly [uri: string]: ResourceSpec },
  settings: ResourcesSettings = {},
) {
  const entries = new Map<string, Entry>();
  const lists = new Changes(
    "notifications/resources/list_changed",
    "resources.listChanged",
  );
  const updates = new Changes(
    "notifications/resources/updated",
    "resources.subscribe",
  );
  const set = (uri: string, spec: ResourceSpec): void => {
    entries.set(uri, prepare(uri, spec));
    lists.emit();
  };
  for (const [uri, spec] of Object.entries(definitions)) set(uri, spec);

  const guard = new Guard(settings);
  const page = <R>(
    templates: boolean,
    cursor: string | undefined,
    ctx: Call,
    result: (items: object[]) => R,
  ) => {
    const wanted = [...entries].filter(
      ([, { match }]) => (match !== undefined) === templates,
    );
    return chain(
      guard.visible(wanted, ([uri]) => uri, ctx),
      (visible) => {
        const shown = visible.map(([, entry]) => entry.shown);
        const { items, ...rest } = paginate(shown, cursor, settings.pageSize);
        return { ...result(items), ...rest };
      },
    );
  };
  const list = (params: { readonly cursor?: string } | undefined, ctx: Call) =>
    page(false, params?.cursor, ctx, (resources) => ({ resources }));
  const listTemplates = (
    params: { readonly cursor?: string } | undefined,
    ctx: Call,
  ) =>
    page(true, params?.cursor, ctx, (resourceTemplates) => ({
      resourceTemplates,
    }));
  const read = (params: { readonly uri: string }, ctx: Call) => {
    const { uri } = params;
    const found = find(entries, uri);
    if (found === undefined) throw notFound(uri, ctx);
    const { key, entry, variables } = found;
    return guard.pass<object>(
      key,
      ctx,
      () => contents(entry, uri, variables, ctx),
      () => notFound(uri, ctx),
    );
  };
  /** What may not be read is not there to be heard of either. */
  const subscribe = (params: { readonly uri: string }, ctx: Call) => {
    const { uri } = params;
    if (!URL.canParse(uri)) {
      throw new McpError(BAD_PARAMS, `Not an absolute URI: ${uri}`);
    }
    if (settings.access === undefined) return {};
    const found = find(entries, uri);
    const refuse = () => notFound(uri, ctx);
    if (found === undefined) throw refuse();
    return guard.pass<object>(found.key, ctx, () => ({}), refuse);
  };
  const changes = settings.subscribe === true ? [lists, updates] : [lists];
  return withControls(
    {
      ...(settings.subscribe === true && { "resources/subscribe": subscribe }),
      "resources/list": changing(list, ...changes),
      "resources/templates/list": listTemplates,
      "resources/read": read,
    },
    {
      /** Adds a resource or a template, or replaces it. */
      set,
      /** Takes one away; false when there was none. */
      remove: (uri: string): boolean => {
        const removed = entries.delete(uri);
        guard.forget(uri);
        if (removed) lists.emit();
        return removed;
      },
      /** Tells the clients that subscribed to it that a resource changed. */
      updated: (uri: string): void => updates.emit({ uri }),
    },
  );
}

/** The resource of that URI, or the first template that it fits. */
function find(entries: ReadonlyMap<string, Entry>, uri: string) {
  const exact = entries.get(uri);
  if (exact && !exact.match) return { key: uri, entry: exact, variables: {} };
  for (const [key, entry] of entries) {
    const variables = entry.match?.(uri);
    if (variables) return { key, entry, variables };
  }
  return undefined;
}

function prepare(uri: string, spec: ResourceSpec): Entry {
  const { read, name = uri, ...rest } = spec;
  if (typeof read !== "function") {
    throw new TypeError(`The resource ${uri} needs read, a function`);
  }
  const template = uri.includes("{") ? new UriTemplate(uri) : undefined;
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
  entry: Entry,
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

/** Base64 of bytes, on every platform. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(binary);
}
