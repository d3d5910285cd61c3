/** What a server of a host offers, in lists. */
import {
  asError,
  ConnectionError,
  McpError,
  UNKNOWN_METHOD,
} from "../connection/json-rpc/errors.js";
import { isObject } from "../validation/guards.js";
import { RateLimit } from "../connection/rate.js";
import { sizeOf } from "../connection/quota/size.js";
import { declares } from "../lifecycle/capabilities.js";
import type { Done } from "./consent/recorder.js";
import type { HostedClient } from "./client.js";
import type { RequestOptions } from "../connection/requests.js";

/** Lists that a server may offer, each with its method. */
const LIST_METHODS = {
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

const NO_LISTS: Lists = {
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

/** Their characters as JSON: as many as one message may have. */
const MAX_CHARACTERS = 67_108_864;

/** How often lists are fetched again without a pause, and how long one is. */
const RELOADS_AT_ONCE = 10;
const RELOAD_PAUSE = 1_000;

/** What a fetch of some lists came to. */
interface Fetched {
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
async function fetchLists(
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
      const given = await allPages(client, name, options);
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

/** All pages of a list. */
async function allPages(
  client: HostedClient,
  name: ListName,
  options: RequestOptions,
): Promise<Item[]> {
  const pages: Item[][] = [];
  let count = 0;
  let length = 0;
  const { timeout = Infinity } = options;
  const end = performance.now() + timeout;
  const hold = (actual: number, most: number, unit: string): void => {
    if (actual <= most) return;
    const text = `The list of ${name} has more than ${most} ${unit}`;
    throw new ConnectionError("invalid", text);
  };
  for await (const page of client.pages(LIST_METHODS[name], {}, options)) {
    const list = isObject(page) ? page[name] : undefined;
    const items = Array.isArray(list) ? (list as Item[]) : [];
    pages.push(items);
    hold((count += items.length), MAX_ITEMS, "items");
    hold((length += sizeOf(items)), MAX_CHARACTERS, "characters");
    // The time is for the list, whatever a page takes.
    if (performance.now() > end) {
      const text = `The list of ${name} took more than ${timeout} ms`;
      throw new ConnectionError("timeout", text);
    }
  }
  return pages.flat();
}

export interface ListsSetup {
  /** Of the server. */
  readonly name: string;
  readonly timeout: number;
  /** Waits before what failed is asked for again. */
  readonly waits: readonly number[];
  /** Whether a tool is to be listed. */
  readonly offers: (tool: string) => boolean;
  readonly record: (method: string) => Done;
  readonly changed: (lists: readonly ListName[]) => void;
  /** Is told what is wrong with a list that is used all the same. */
  readonly onError: (error: Error) => void;
  /** Is told of each list that the server did not give; of none when all are there. */
  readonly failed: (errors: readonly Error[]) => void;
}

/** The lists of one server, fetched again when they have changed or failed. */
export class ServerLists {
  current: Lists = NO_LISTS;
  readonly #setup: ListsSetup;
  #client: HostedClient | undefined;
  #ready = false;
  /** Lists that are to be fetched again. */
  readonly #stale = new Set<ListName>();
  #failed: Fetched["failed"] = [];
  #reloading = false;
  /** A server may tell of changes without end. */
  readonly #pace = new RateLimit(RELOADS_AT_ONCE, 1_000 / RELOAD_PAUSE);
  /** Retries in a row that failed. */
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: ListsSetup) {
    this.#setup = setup;
  }

  /**
   * Fetches all from a server that has just connected.
   *
   * @throws Error when it has lists and gives none of them.
   */
  async open(client: HostedClient): Promise<void> {
    this.#client = client;
    this.#stale.clear();
    this.#tries = 0;
    const some = await this.#load(client, LIST_NAMES, false);
    if (!some) throw this.#errors()[0];
  }

  /** From now on changes are followed: also those since it was opened. */
  follow(): void {
    this.#ready = true;
    if (this.#failed.length > 0) this.#setup.failed(this.#errors());
    void this.reload([]);
  }

  /** The connection is gone, and what was listed with it. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#client = undefined;
    this.#ready = false;
    this.current = NO_LISTS;
  }

  /**
   * Fetches again, with what failed before, one time after the other: no answer
   * is taken for newer than one that was asked for later.
   */
  async reload(names: readonly ListName[]): Promise<void> {
    for (const name of names) this.#stale.add(name);
    if (this.#reloading) return;
    this.#reloading = true;
    clearTimeout(this.#timer);
    while (this.#ready && this.#client && this.#stale.size > 0) {
      if (!this.#pace.take()) {
        this.#reloading = false;
        this.#timer = setTimeout(() => void this.reload([]), RELOAD_PAUSE);
        return;
      }
      for (const { name } of this.#failed) this.#stale.add(name);
      const stale = [...this.#stale];
      this.#stale.clear();
      const client = this.#client;
      await this.#load(client, stale, true);
      if (this.#client !== client) continue;
      const missing = this.#failed.map(({ name }) => name);
      const given = stale.filter((name) => !missing.includes(name));
      if (given.length > 0) this.#setup.changed(given);
      this.#setup.failed(this.#errors());
    }
    this.#reloading = false;
    this.#tryLater();
  }

  /** Whether the server gave some of those that it has. */
  async #load(
    client: HostedClient,
    names: readonly ListName[],
    fresh: boolean,
  ): Promise<boolean> {
    const { timeout, record, offers, onError } = this.#setup;
    const options = { timeout, maxTimeout: timeout, fresh };
    const { lists, failed } = await fetchLists(
      client,
      names,
      options,
      record,
      onError,
    );
    if (this.#client === client) {
      const current = { ...this.current, ...lists };
      const tools = current.tools.filter(({ name }) => offers(String(name)));
      this.current = { ...current, tools };
      this.#failed = failed;
    }
    return failed.length === 0 || Object.keys(lists).length > 0;
  }

  /** What went wrong, by method and server. */
  #errors(): readonly Error[] {
    return this.#failed.map(({ name, error }) => {
      const text = `${LIST_METHODS[name]} of ${this.#setup.name} failed: ${error.message}`;
      return error instanceof ConnectionError
        ? new ConnectionError(error.fault, text, error)
        : new Error(text, { cause: error });
    });
  }

  #tryLater(): void {
    if (this.#failed.length === 0) this.#tries = 0;
    else if (this.#ready) {
      const wait = this.#setup.waits[this.#tries++];
      if (wait === undefined) return;
      const names = this.#failed.map(({ name }) => name);
      this.#timer = setTimeout(() => void this.reload(names), wait);
    }
  }
}
