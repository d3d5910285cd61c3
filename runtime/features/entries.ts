import {
  changesOf,
  changing,
  type Changes,
} from "../protocol/handlers/changes.js";
import { chain } from "../json-rpc/promises.js";
import { guardOf } from "./guard.js";
import { pageOf } from "./paginate.js";
import { refuseTwice } from "./modules.js";
import type { Call } from "../protocol/connection/call.js";
import type { McpError } from "../json-rpc/messages/errors.js";
import type { Handler, Handlers } from "../protocol/lifecycle.js";
import type { GuardSettings, Pass, Uses } from "./guard.js";

export interface EntriesSettings extends GuardSettings {
  /** Entries on a page of a list; of joined features, the last says. Default: 100. */
  readonly pageSize?: number | undefined;
}

/** Some of a result. What is none of its members is a mistake, though results are open. */
export type PartOf<Result> = {
  [K in keyof Result as string extends K ? never : K]?: Result[K];
};

/** What is asked of a list. */
export type ListParams = { readonly cursor?: string } | undefined;

/** Handler of a list. */
export type ListHandler = (
  params: ListParams,
  ctx: Call,
) => object | Promise<object>;

/** Change what a feature has to offer while it is being served. */
export type Controls<Spec> = {
  /** Adds an entry, or replaces the one of that key. */
  readonly set: (key: string, spec: Spec) => void;
  /** Takes an entry away; false when there was none. */
  readonly remove: (key: string) => boolean;
};

/** An entry, and who may use it. */
export type Kept<E> = E & {
  readonly access?: GuardSettings["access"];
  readonly pass: Pass;
};

/** What a feature was made of once: a server may have several of its kind. */
export type ModuleEntries<E> = ReadonlyMap<string, Kept<E>>;

/**
 * Makes the handler of a method for all parts of a feature that a server has; with
 * all handlers of the server, when it is made.
 */
export type Make<E, H> = (
  parts: readonly ModuleEntries<E>[],
  handlers?: Handlers,
) => H;

/**
 * What a feature has to offer, by name or URI; listeners are notified of changes.
 * `prepare` makes an entry of what the user gives, or throws.
 */
export function entriesOf<
  Spec,
  E extends object,
  Settings extends EntriesSettings,
>(
  changes: Changes,
  definitions: { readonly [key: string]: Spec },
  prepare: (key: string, spec: Spec, settings: Settings) => E,
  settings: Settings,
): { readonly entries: ModuleEntries<E>; readonly controls: Controls<Spec> } {
  const { access } = settings;
  const entries = new Map<string, Kept<E>>();
  const uses: Uses = new Map();
  const pass = guardOf(settings, uses);
  const set = (key: string, spec: Spec): void => {
    entries.set(key, { ...prepare(key, spec, settings), access, pass });
    changes.emit();
  };
  for (const [key, spec] of Object.entries(definitions)) set(key, spec);
  return {
    entries,
    controls: {
      set,
      remove: (key) => {
        const removed = entries.delete(key);
        uses.delete(key);
        if (removed) changes.emit();
        return removed;
      },
    },
  };
}

/**
 * The handler of a method for one part. A server that has several joins them to
 * one for all.
 */
export function handlerOf<E, H extends object>(
  part: ModuleEntries<E>,
  make: Make<E, H>,
  ...changes: readonly Changes[]
): H {
  return changing(
    Object.assign(make([part]), {
      parts: [part],
      // Of each feature of the server, in their order, its handler or none.
      join: (
        all: readonly (Joined<E> | undefined)[],
        handlers: Handlers,
      ): H => {
        const parts = all.flatMap((one) => one?.parts ?? []);
        for (const key of parts.flatMap((one) => [...one.keys()]))
          refuseTwice(key, "features", all, (one) => one?.parts[0]?.has(key));
        const handler = Object.assign(make(parts, handlers), { parts });
        return changing(handler, ...all.flatMap(changesOf));
      },
    }),
    ...changes,
  );
}

/** A handler that says what it is made of. */
type Joined<E> = Handler & { readonly parts: readonly ModuleEntries<E>[] };

/** The handlers, and once more by a symbol, which spreads of others leave. */
export function featureOf<H extends object>(handlers: H): H {
  return { ...handlers, [Symbol()]: handlers };
}

/** The entry of that key: of the first part that has one. */
export function entryOf<E>(
  parts: readonly ModuleEntries<E>[],
  key: string,
): Kept<E> | undefined {
  return parts.find((one) => one.has(key))?.get(key);
}

/** Uses the entry of that key for a sender, or refuses. */
export function useEntry<E>(
  parts: readonly ModuleEntries<E>[],
  key: string,
  ctx: Call,
  use: (entry: E) => object | Promise<object>,
  refuse: () => McpError,
): object | Promise<object> {
  const entry = entryOf(parts, key);
  if (!entry) throw refuse();
  return chain(entry.pass(key, ctx, refuse), () => use(entry));
}

/** An entry that lists have. */
interface NamedEntry {
  /** What the client is shown of it. */
  readonly shown: { readonly [name: string]: unknown };
}

/** What the sender may know of the entries that are wanted, by its key. */
export function visibleOf<E>(
  parts: readonly ModuleEntries<E>[],
  ctx: Call,
  wanted: (key: string) => boolean = () => true,
): [key: string, entry: E][] | Promise<[key: string, entry: E][]> {
  const some = parts
    .flatMap((one) => [...one])
    .filter(([key, entry]) => wanted(key) && entryOf(parts, key) === entry);
  return chain<readonly boolean[] | false, [string, E][]>(
    some.some(([, { access }]) => access) &&
      Promise.all(some.map(([key, { access }]) => !access || access(key, ctx))),
    (allowed) => some.filter((_, at) => !allowed || allowed[at] === true),
  );
}

/** Handler of a list whose result has the items under `name`. */
export function listOf(
  parts: readonly ModuleEntries<NamedEntry>[],
  name: string,
  pageSize: number | undefined,
  wanted?: (key: string) => boolean,
): ListHandler {
  return (params, ctx) =>
    chain(visibleOf(parts, ctx, wanted), (visible) => {
      const { items, ...rest } = pageOf(
        visible,
        params?.cursor,
        ([key]) => key,
        name,
        pageSize,
      );
      return { [name]: items.map(([, { shown }]) => shown), ...rest };
    });
}
