/** What a server of a host offers, as it lists it. */
import {
  asError,
  ConnectionError,
  McpError,
  UNKNOWN_METHOD,
} from "../json-rpc/messages/errors.js";
import { declares } from "../protocol/capabilities.js";
import type { Done } from "./consent/recorder.js";
import type { HostedClient } from "./client.js";
import type { RequestOptions } from "../json-rpc/requests.js";

/** Lists that a server may offer, each with its method. */
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

export interface Item {
  readonly [name: string]: unknown;
}

export type Lists = { readonly [Name in ListName]: readonly Item[] };

/** What a fetch of some lists came to. */
export interface Fetched {
  readonly lists: Partial<Lists>;
  /** Those that the server has and did not give. */
  readonly failed: readonly {
    readonly name: ListName;
    readonly error: Error;
  }[];
}

/**
 * The lists of those names that the server has; each fetch is recorded. One
 * whose method it does not have is empty, whatever it declared: the capability
 * `resources` covers two methods, and some servers have only one.
 */
export async function fetchLists(
  client: HostedClient,
  names: readonly ListName[],
  options: RequestOptions,
  record: (method: string) => Done,
  onError: (error: Error) => void,
): Promise<Fetched> {
  const { capabilities } = client.server;
  const lists: { [Name in ListName]?: readonly Item[] } = {};
  const failed: { name: ListName; error: Error }[] = [];
  const fetch = async (name: ListName): Promise<void> => {
    const done = record(LIST_METHODS[name]);
    try {
      const whole = await client.listAll(LIST_METHODS[name], {}, options);
      const given = (whole as Partial<Lists>)[name] ?? [];
      const items = onceEach(name, given, onError);
      lists[name] = items;
      done("allowed", items);
    } catch (problem) {
      const error = asError(problem);
      done("failed", [], error);
      if (isUnknown(error)) lists[name] = [];
      else failed.push({ name, error });
    }
  };
  const offered = names.filter((name) =>
    declares(capabilities, LIST_METHODS[name].split("/")[0] as string),
  );
  await Promise.all(offered.map(fetch));
  return { lists, failed };
}

/** Whether the server, or its revision, does not have the method. */
export function isUnknown(error: Error | undefined): boolean {
  return error instanceof McpError
    ? error.code === UNKNOWN_METHOD
    : error instanceof ConnectionError && error.fault === "version";
}

/** What names an item of a list. */
const ITEM_NAMES: { readonly [Name in ListName]: string } = {
  tools: "name",
  resources: "uri",
  resourceTemplates: "uriTemplate",
  prompts: "name",
};

/**
 * The items, of several with one name the first: which of them is meant by the
 * name is for the server to say, and a person would be shown another.
 */
function onceEach(
  list: ListName,
  items: readonly Item[],
  onError: (error: Error) => void,
): readonly Item[] {
  const seen = new Set<unknown>();
  const twice = new Set<unknown>();
  const kept = items.filter((item) => {
    const name = item[ITEM_NAMES[list]];
    if (seen.has(name)) twice.add(name);
    return !seen.has(name) && seen.add(name);
  });
  if (twice.size > 0) {
    const [name] = twice;
    const text = `${LIST_METHODS[list]} has ${String(name)} twice, ${twice.size} such names; the first of each is taken`;
    onError(new ConnectionError("invalid", text));
  }
  return kept;
}
