/** Lists of one server in a host, kept up to date. */
import { ConnectionError } from "../json-rpc/messages/errors.js";
import { RateLimit } from "../limits/rate-limit.js";
import {
  fetchLists,
  LIST_METHODS,
  LIST_NAMES,
  type FetchedLists,
  type ListedItem,
  type ListName,
  type Lists,
} from "./fetch-lists.js";
import type { CompleteEntry } from "./consent/recorder.js";
import type { HostedClient } from "./client.js";

const NO_LISTS: Lists = {
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
};

/**
 * Lists that must be fetched again after a notification, by the notification's
 * method.
 */
export const LISTS_BY_NOTIFICATION: {
  readonly [method: string]: readonly ListName[];
} = {
  "notifications/tools/list_changed": ["tools"],
  "notifications/resources/list_changed": ["resources", "resourceTemplates"],
  "notifications/prompts/list_changed": ["prompts"],
};

/**
 * Number of times that lists may be fetched again without a pause
 * (`RELOADS_AT_ONCE`), and the pause afterwards in milliseconds
 * (`RELOAD_PAUSE`).
 */
const RELOADS_AT_ONCE = 10;
const RELOAD_PAUSE = 1_000;

export interface ListsSetup {
  /** Name of the server. */
  readonly name: string;
  readonly timeout: number;
  /**
   * Delay before each new attempt to fetch lists after a failure, in
   * milliseconds.
   */
  readonly waits: readonly number[];
  /** Returns the tools that the configuration and the snapshot allow. */
  readonly offered: (tools: readonly ListedItem[]) => readonly ListedItem[];
  readonly record: (method: string) => CompleteEntry;
  readonly changed: (lists: readonly ListName[]) => void;
  /**
   * Callback invoked with an error in a list, such as a repeated name, if the
   * list can still be used.
   */
  readonly onError: (error: Error) => void;
  /**
   * Callback invoked after lists were fetched again, and after the first fetch
   * if it failed for some lists. The array has one error for each list that
   * could not be fetched.
   */
  readonly failed: (errors: readonly Error[]) => void;
}

/**
 * Lists of one server. A list is fetched again when it has changed, or when
 * fetching it has failed.
 */
export class ServerLists {
  current: Lists = NO_LISTS;
  readonly #setup: ListsSetup;
  #client: HostedClient | undefined;
  #ready = false;
  /** Names of the lists that must be fetched again. */
  readonly #stale = new Set<ListName>();
  #failed: FetchedLists["failed"] = [];
  #reloading = false;
  /**
   * Rate limit for fetching lists again, because a server may send any number
   * of change notifications.
   */
  readonly #pace = new RateLimit(RELOADS_AT_ONCE, 1_000 / RELOAD_PAUSE);
  /** Number of consecutive failed attempts to fetch lists again. */
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: ListsSetup) {
    this.#setup = setup;
  }

  /**
   * Fetches all lists of a server that was just connected.
   *
   * @throws Error if the server declares lists, but none of them could be
   *   fetched.
   */
  async open(client: HostedClient): Promise<void> {
    this.#client = client;
    this.#stale.clear();
    this.#tries = 0;
    const isAvailable = await this.#load(client, LIST_NAMES, false);
    if (!isAvailable) throw this.#errors()[0];
  }

  /**
   * Begins to follow changes: from now on, a list is fetched again when it
   * changes. Lists that have changed since the call of `open` are fetched at
   * once.
   */
  follow(): void {
    this.#ready = true;
    if (this.#failed.length > 0) this.#setup.failed(this.#errors());
    void this.reload([]);
  }

  /** Clears the lists. Called after the connection has closed. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#client = undefined;
    this.#ready = false;
    this.current = NO_LISTS;
  }

  /**
   * Fetches the named lists again, and the lists that could not be fetched
   * before. Only one fetch runs at a time, so that an older response never
   * replaces a newer response.
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

  /**
   * Fetches the named lists. Returns false if the server declares lists, but
   * none of them could be fetched.
   */
  async #load(
    client: HostedClient,
    names: readonly ListName[],
    fresh: boolean,
  ): Promise<boolean> {
    const { timeout, record, offered, onError } = this.#setup;
    const options = { timeout, maxTimeout: timeout, fresh };
    const { lists, failed } = await fetchLists(
      client,
      names,
      options,
      record,
      onError,
    );
    if (this.#client === client) {
      const tools = lists.tools ? offered(lists.tools) : this.current.tools;
      this.current = { ...this.current, ...lists, tools };
      this.#failed = failed;
    }
    return failed.length === 0 || Object.keys(lists).length > 0;
  }

  /**
   * Returns the errors of lists that could not be fetched. The method and the
   * server are added to each message.
   */
  #errors(): readonly Error[] {
    return this.#failed.map(({ name, error }) => {
      const text = `${LIST_METHODS[name]} of ${this.#setup.name} failed: ${error.message}`;
      return error instanceof ConnectionError
        ? new ConnectionError(error.fault, text, error)
        : new Error(text, { cause: error });
    });
  }

  /** Returns the error because of which a list could not be fetched, if any. */
  getError(list: ListName): Error | undefined {
    return this.#errors()[this.#failed.findIndex(({ name }) => name === list)];
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
