/**
 * Fetches the lists of one server: tools, resources, resource templates and
 * prompts.
 */
import { UNKNOWN_METHOD } from "../json-rpc/constants.js";
import {
  asError,
  ConnectionError,
  McpError,
} from "../json-rpc/messages/errors.js";
import { declares } from "../protocol/capabilities.js";
import type { CompleteEntry } from "./consent/recorder.js";
import type { HostedClient } from "./client.js";
import type { RequestOptions } from "../json-rpc/requests.js";

/** Request method of each list that a server may have. */
export const LIST_METHODS = {
  tools: "tools/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
  prompts: "prompts/list",
} as const;

export type ListName = keyof typeof LIST_METHODS;

export const LIST_NAMES = /*@__PURE__*/ Object.keys(
  LIST_METHODS,
) as readonly ListName[];

export interface ListedItem {
  readonly [name: string]: unknown;
}

export type Lists = { readonly [Name in ListName]: readonly ListedItem[] };

/** Result of fetching several lists of a server. */
export interface FetchedLists {
  readonly lists: Partial<Lists>;
  /** Lists that the server declares, but that could not be fetched. */
  readonly failed: readonly {
    readonly name: ListName;
    readonly error: Error;
  }[];
}

/**
 * Fetches lists and records each request in the audit log. Skips lists that the
 * server does not declare. If the server does not implement the method of a
 * declared list, the list is empty: the capability `resources` covers two
 * methods, and some servers implement only one of them.
 */
export async function fetchLists(
  client: HostedClient,
  names: readonly ListName[],
  options: RequestOptions,
  record: (method: string) => CompleteEntry,
  onError: (error: Error) => void,
): Promise<FetchedLists> {
  const { capabilities } = client.server;
  const lists: { [Name in ListName]?: readonly ListedItem[] } = {};
  const failed: { name: ListName; error: Error }[] = [];
  const fetch = async (name: ListName): Promise<void> => {
    const done = record(LIST_METHODS[name]);
    try {
      const result = await client.listAll(LIST_METHODS[name], {}, options);
      const given = (result as Partial<Lists>)[name] ?? [];
      const items = removeDuplicates(name, given, onError);
      lists[name] = items;
      done("allowed", items);
    } catch (problem) {
      const error = asError(problem);
      done("failed", [], error);
      if (isUnknownMethod(error)) lists[name] = [];
      else failed.push({ name, error });
    }
  };
  const offered = names.filter((name) =>
    declares(capabilities, LIST_METHODS[name].split("/")[0] as string),
  );
  await Promise.all(offered.map(fetch));
  return { lists, failed };
}

/**
 * Returns whether an error means that the server, or its protocol revision,
 * does not have the method.
 */
export function isUnknownMethod(error: Error | undefined): boolean {
  return error instanceof McpError
    ? error.code === UNKNOWN_METHOD
    : error instanceof ConnectionError && error.fault === "version";
}

/** Name of the member that identifies an item, for each list. */
const ITEM_NAMES: { readonly [Name in ListName]: string } = {
  tools: "name",
  resources: "uri",
  resourceTemplates: "uriTemplate",
  prompts: "name",
};

/**
 * Keeps only the first of several items with the same name or URI, and reports
 * repeated names to `onError`. A request with a repeated name would be
 * ambiguous: the server might use a different item than the user has seen.
 */
function removeDuplicates(
  list: ListName,
  items: readonly ListedItem[],
  onError: (error: Error) => void,
): readonly ListedItem[] {
  const seen = new Set<unknown>();
  const repeated = new Set<unknown>();
  const unique = items.filter((item) => {
    const name = item[ITEM_NAMES[list]];
    if (seen.has(name)) repeated.add(name);
    return !seen.has(name) && seen.add(name);
  });
  if (repeated.size > 0) {
    const [name] = repeated;
    const text = `${LIST_METHODS[list]} lists ${String(name)} more than once (${repeated.size} such names); only the first of each is used`;
    onError(new ConnectionError("invalid", text));
  }
  return unique;
}
