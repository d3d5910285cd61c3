import { BAD_PARAMS } from "../../json-rpc/constants.js";
import { Changes, withControls } from "../../protocol/handlers/changes.js";
import { toBase64 } from "../../json-rpc/messages/base64.js";
import { McpError } from "../../json-rpc/messages/errors.js";
import {
  createEntries,
  createFeature,
  findEntry,
  createHandler,
  createListHandler,
} from "../entries.js";
import { chain } from "../../json-rpc/promises.js";
import { isObject } from "../../validation/guards.js";
import { sanitizeContent } from "../outputs.js";
import { createUriMatcher } from "./uri-match.js";
import { UriTemplate } from "./uri-template.js";
import type { Call } from "../../protocol/connection/call.js";
import type {
  Controls,
  EntriesSettings,
  ListHandler,
  GuardedEntry,
  ModuleEntries,
} from "../entries.js";
import type { TemplateMatch } from "./uri-match.js";

/**
 * Definition of a resource or a resource template: the fields that clients see,
 * and the function that reads the resource.
 */
export interface ResourceSpec {
  /**
   * Name that clients display for the resource.
   *
   * @default the URI or URI template
   */
  readonly name?: string;
  /** MIME type of the contents. `read` can return a different MIME type. */
  readonly mimeType?: string;
  /**
   * Returns the contents of the resource: a string, a `Uint8Array`, a contents
   * object, an array of these, or a complete result. Return `undefined` or
   * `null` if the resource does not exist. `variables` holds the values of the
   * variables in the URI template.
   */
  readonly read: (uri: string, variables: never, ctx: never) => unknown;
  readonly [name: string]: unknown;
}

/** Options of `resources`. */
export interface ResourcesSettings extends EntriesSettings {
  /**
   * Whether clients may subscribe to resources. Call `updated(uri)` to notify
   * the subscribers.
   *
   * @default false
   */
  readonly subscribe?: boolean | undefined;
}

type Read = (uri: string, variables: TemplateMatch, ctx: unknown) => unknown;

interface ResourceEntry {
  readonly shown: { readonly [name: string]: unknown };
  readonly mimeType: string | undefined;
  readonly read: Read;
  /**
   * Matcher for the URI template. Undefined if the entry is a resource with a
   * fixed URI.
   */
  readonly match: ((uri: string) => TemplateMatch | null) | undefined;
}

type UriHandler = (
  params: { readonly uri: string },
  ctx: Call,
) => object | Promise<object>;

/**
 * Returns the handlers of `resources/list`, `resources/templates/list` and
 * `resources/read`. A key in `definitions` that contains `{` is a URI template.
 *
 * @throws TypeError if a URI or a URI template is invalid, or `read` is
 *   missing.
 */
export function resourceHandlers(
  definitions: { readonly [uri: string]: ResourceSpec },
  settings: ResourcesSettings = {},
): {
  "resources/subscribe"?: UriHandler;
  "resources/list": ListHandler;
  "resources/templates/list": ListHandler;
  "resources/read": UriHandler;
} & Controls<ResourceSpec> & {
    /**
     * Notifies the clients that have subscribed to the resource `uri` that the
     * resource has changed.
     */
    readonly updated: (uri: string) => void;
  } {
  const changes = new Changes(
    "notifications/resources/list_changed",
    "resources.listChanged",
  );
  const updates = new Changes(
    "notifications/resources/updated",
    "resources.subscribe",
  );
  const { entries, controls } = createEntries(
    changes,
    definitions,
    prepareResource,
    settings,
  );
  const { subscribe, pageSize } = settings;
  const list = (parts: Parts): ListHandler =>
    createListHandler(parts, "resources", pageSize, (uri) => !isTemplate(uri));
  const templates = (parts: Parts): ListHandler =>
    createListHandler(parts, "resourceTemplates", pageSize, isTemplate);
  const heard = subscribe === true ? [changes, updates] : [changes];
  return withControls(
    createFeature({
      ...(subscribe === true && {
        "resources/subscribe": createHandler(entries, createSubscriber),
      }),
      "resources/list": createHandler(entries, list, ...heard),
      "resources/templates/list": createHandler(entries, templates),
      "resources/read": createHandler(entries, createReader),
    }),
    {
      ...controls,
      updated: (uri: string): void => updates.emit({ uri }),
    },
  );
}

type Parts = readonly ModuleEntries<ResourceEntry>[];

/**
 * Returns a `resources/read` handler. `parts` holds the sets of resources that
 * the server combines. The handler searches all sets for the resource in the
 * request.
 */
function createReader(parts: Parts): UriHandler {
  return ({ uri }, ctx) =>
    useResource(parts, uri, ctx, ({ entry, variables }) =>
      readContents(entry, uri, variables, ctx),
    );
}

/**
 * Returns the handler of `resources/subscribe`. A client may subscribe only to
 * resources that it may read, so access is checked for each request.
 */
function createSubscriber(parts: Parts): UriHandler {
  return ({ uri }, ctx) => {
    if (!URL.canParse(uri)) {
      throw new McpError(BAD_PARAMS, `Not an absolute URI: ${uri}`);
    }
    const entries = parts.flatMap((part) => [...part.values()]);
    if (!entries.some(({ access }) => access)) return {};
    return useResource(parts, uri, ctx, () => ({}));
  };
}

function useResource(
  parts: Parts,
  uri: string,
  ctx: Call,
  use: (found: FoundResource) => object | Promise<object>,
): object | Promise<object> {
  const found = findResource(parts, uri);
  const refuse = () => createNotFoundError(uri, ctx);
  if (found === undefined) throw refuse();
  return chain(found.entry.pass(found.key, ctx, refuse), () => use(found));
}

/**
 * Resource or resource template that matches a URI, with the values of the
 * template's variables.
 */
interface FoundResource {
  readonly key: string;
  readonly entry: GuardedEntry<ResourceEntry>;
  readonly variables: TemplateMatch;
}

/**
 * Returns the resource with this URI. If no resource has the URI, returns the
 * first resource template that matches the URI.
 */
function findResource(parts: Parts, uri: string): FoundResource | undefined {
  const exact = findEntry(parts, uri);
  if (exact && !exact.match) return { key: uri, entry: exact, variables: {} };
  for (const [key, entry] of parts.flatMap((part) => [...part])) {
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
    throw new TypeError(`The resource ${uri} needs a function \`read\``);
  }
  const template = isTemplate(uri) ? new UriTemplate(uri) : undefined;
  if (!template && !URL.canParse(uri)) {
    throw new TypeError(`Not an absolute URI: ${uri}`);
  }
  return {
    shown: { ...(template ? { uriTemplate: uri } : { uri }), name, ...rest },
    mimeType: spec.mimeType,
    read: read as unknown as Read,
    match: template && createUriMatcher(template),
  };
}

async function readContents(
  entry: ResourceEntry,
  uri: string,
  variables: TemplateMatch,
  ctx: Call,
): Promise<object> {
  const value = await entry.read(uri, variables, ctx);
  if (value === undefined || value === null)
    throw createNotFoundError(uri, ctx);
  const base =
    entry.mimeType === undefined ? { uri } : { uri, mimeType: entry.mimeType };
  if (isObject(value) && Array.isArray(value.contents)) {
    sanitizeContent(value.contents, uri);
    return value;
  }
  const parts = Array.isArray(value) ? value : [value];
  const contents = parts.map((part: unknown) => {
    if (typeof part === "string") return { ...base, text: part };
    if (part instanceof Uint8Array) return { ...base, blob: toBase64(part) };
    if (isObject(part)) return { ...base, ...part };
    throw new TypeError(`The contents of ${uri} are neither text nor bytes`);
  });
  return { contents: sanitizeContent(contents, uri) };
}

function createNotFoundError(uri: string, ctx: Call): McpError {
  const { resourceNotFound } = ctx.endpoint.protocol;
  return new McpError(resourceNotFound, `Resource not found: ${uri}`, { uri });
}
