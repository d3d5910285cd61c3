/** The lists of a server of a host, as they are now. */
import { ConnectionError } from "../json-rpc/messages/errors.js";
import { RateLimit } from "../limits/rate-limit.js";
import {
  fetchLists,
  LIST_METHODS,
  LIST_NAMES,
  type Fetched,
  type ListName,
  type Lists,
} from "./fetch-lists.js";
import type { Done } from "./consent/recorder.js";
import type { HostedClient } from "./client.js";

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

/** How often lists are fetched again without a pause, and how long one is. */
const RELOADS_AT_ONCE = 10;
const RELOAD_PAUSE = 1_000;

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
