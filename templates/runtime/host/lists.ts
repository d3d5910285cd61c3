/** What a server of a host offers, in lists. */
import { asError, ConnectionError } from "../connection/errors.js";
import { isObject } from "../connection/messages.js";
import { declares } from "../lifecycle/capabilities.js";
import type { Done } from "./recorder.js";
import type { HostedClient } from "./client.js";
import type { RequestOptions } from "../connection/requests.js";

/** Lists that a server may offer, each with its method. */
const LISTS = {
  tools: "tools/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
  prompts: "prompts/list",
} as const;

export type ListName = keyof typeof LISTS;

export const LIST_NAMES = /*@__PURE__*/ Object.keys(
  LISTS,
) as readonly ListName[];

export interface Item {
  readonly [name: string]: unknown;
}

export type Lists = { readonly [Name in ListName]: readonly Item[] };

export const NO_LISTS: Lists = {
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
};

/** What a list's notification makes old. */
export const CHANGES: { readonly [method: string]: readonly ListName[] } = {
  "notifications/tools/list_changed": ["tools"],
  "notifications/resources/list_changed": ["resources", "resourceTemplates"],
  "notifications/prompts/list_changed": ["prompts"],
};

/** Items of one list that are kept, so that none grows without end. */
const MAX_ITEMS = 100_000;

/** The lists of those names that the server has, each fetch on record. */
export async function fetchLists(
  client: HostedClient,
  names: readonly ListName[],
  options: RequestOptions,
  record: (method: string) => Done,
): Promise<Partial<Lists>> {
  const { capabilities } = client.server;
  const fetched = await Promise.all(
    names
      .filter((name) =>
        declares(capabilities, LISTS[name].split("/")[0] as string),
      )
      .map(async (name) => {
        const done = record(LISTS[name]);
        try {
          const items = await all(client, name, options);
          done("allowed", items);
          return [name, items] as const;
        } catch (error) {
          done("failed", [], asError(error));
          throw error;
        }
      }),
  );
  return Object.fromEntries(fetched);
}

/** All pages of a list. */
async function all(
  client: HostedClient,
  name: ListName,
  options: RequestOptions,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of client.pages(LISTS[name], {}, options)) {
    const list = isObject(page) ? page[name] : undefined;
    if (Array.isArray(list)) items.push(...(list as Item[]));
    if (items.length > MAX_ITEMS) {
      const text = `The list of ${name} has more than ${MAX_ITEMS} items`;
      throw new ConnectionError("invalid", text);
    }
  }
  return items;
}
