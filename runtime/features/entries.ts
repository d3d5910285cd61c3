import {
  getChanges,
  markChanges,
  type Changes,
} from "../protocol/handlers/changes.js";
import { chain } from "../json-rpc/promises.js";
import { createGuard } from "./guard.js";
import { getPage } from "./paginate.js";
import { assertUnique } from "./modules.js";
import type { Call } from "../protocol/connection/call.js";
import type { McpError } from "../json-rpc/messages/errors.js";
import type { Handler, Handlers } from "../protocol/lifecycle.js";
import type { GuardSettings, EntryGuard, RateLimits } from "./guard.js";

/** Options that `tools`, `resources` and `prompts` share. */
export interface EntriesSettings extends GuardSettings {
  /**
   * Number of entries per page of a list. If several features are combined, the
   * last one decides.
   *
   * @default 100
   */
  readonly pageSize?: number | undefined;
}

/**
 * Optional members of a result type. An unknown member is a type error,
 * although result types allow additional properties.
 */
export type PartOf<Result> = {
  [K in keyof Result as string extends K ? never : K]?: Result[K];
};

/** Params of a list request. */
export type ListParams = { readonly cursor?: string } | undefined;

/** Handler of a list request. */
export type ListHandler = (
  params: ListParams,
  ctx: Call,
) => object | Promise<object>;

/**
 * Functions that add and remove the entries of a feature while it is being
 * served.
 */
export type Controls<Spec> = {
  /** Adds an entry or replaces the entry with this key. */
  readonly set: (key: string, spec: Spec) => void;
  /** Removes an entry. Returns `false` if it does not exist. */
  readonly remove: (key: string) => boolean;
};

/** Entry of a feature together with its access check and rate limit. */
export type GuardedEntry<E> = E & {
  readonly access?: GuardSettings["access"];
  readonly pass: EntryGuard;
};

/**
 * Entries of one feature by key. A server may combine several features of the
 * same kind.
 */
export type ModuleEntries<E> = ReadonlyMap<string, GuardedEntry<E>>;

/**
 * Creates the handler of a method. A server may combine several features of one
 * kind, so that `parts` holds the entries of each feature. `handlers` holds all
 * handlers of the server once it is created.
 */
export type CreateHandler<E, H> = (
  parts: readonly ModuleEntries<E>[],
  handlers?: Handlers,
) => H;

/**
 * Creates the entries of a feature, keyed by name or URI. The controls notify
 * listeners about each change.
 *
 * `prepare` validates a user's definition and converts it to an entry.
 */
export function createEntries<
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
  const entries = new Map<string, GuardedEntry<E>>();
  const uses: RateLimits = new Map();
  const pass = createGuard(settings, uses);
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
 * Creates the handler of a method for one part. A server that combines several
 * parts replaces these handlers with one for all parts, using `join`.
 */
export function createHandler<E, H extends object>(
  part: ModuleEntries<E>,
  make: CreateHandler<E, H>,
  ...changes: readonly Changes[]
): H {
  return markChanges(
    Object.assign(make([part]), {
      parts: [part],
      // `all` has one element for each feature of the server, in order. It is
      // `undefined` for a feature without this method.
      join: (
        all: readonly (JoinedHandler<E> | undefined)[],
        handlers: Handlers,
      ): H => {
        const parts = all.flatMap((handler) => handler?.parts ?? []);
        for (const key of parts.flatMap((part) => [...part.keys()]))
          assertUnique(key, "features", all, (handler) =>
            handler?.parts[0]?.has(key),
          );
        const handler = Object.assign(make(parts, handlers), { parts });
        return markChanges(handler, ...all.flatMap(getChanges));
      },
    }),
    ...changes,
  );
}

/** Handler that exposes the parts it serves. */
type JoinedHandler<E> = Handler & {
  readonly parts: readonly ModuleEntries<E>[];
};

/**
 * Returns the handlers, and stores them once more under a new symbol. If
 * features are spread into one object, only the last handler of each method
 * remains, but every symbol does.
 */
export function createFeature<H extends object>(handlers: H): H {
  return { ...handlers, [Symbol()]: handlers };
}

/** Returns the entry with this key from the first part that has it. */
export function findEntry<E>(
  parts: readonly ModuleEntries<E>[],
  key: string,
): GuardedEntry<E> | undefined {
  return parts.find((part) => part.has(key))?.get(key);
}

/**
 * Checks that the sender may use the entry with this key, then calls `use` with
 * the entry.
 *
 * @throws McpError created by `refuse` if the entry does not exist or is not
 *   accessible.
 */
export function useEntry<E>(
  parts: readonly ModuleEntries<E>[],
  key: string,
  ctx: Call,
  use: (entry: E) => object | Promise<object>,
  refuse: () => McpError,
): object | Promise<object> {
  const entry = findEntry(parts, key);
  if (!entry) throw refuse();
  return chain(entry.pass(key, ctx, refuse), () => use(entry));
}

/** Entry that appears in a list. */
interface NamedEntry {
  /** Description of the entry that is sent to clients. */
  readonly shown: { readonly [name: string]: unknown };
}

/**
 * Returns the entries that the sender may see and that `wanted` selects by key.
 */
export function getVisibleEntries<E>(
  parts: readonly ModuleEntries<E>[],
  ctx: Call,
  wanted: (key: string) => boolean = () => true,
): [key: string, entry: E][] | Promise<[key: string, entry: E][]> {
  const some = parts
    .flatMap((part) => [...part])
    .filter(([key, entry]) => wanted(key) && findEntry(parts, key) === entry);
  return chain<readonly boolean[] | false, [string, E][]>(
    some.some(([, { access }]) => access) &&
      Promise.all(some.map(([key, { access }]) => !access || access(key, ctx))),
    (allowed) => some.filter((_, at) => !allowed || allowed[at] === true),
  );
}

/**
 * Returns the handler of a list whose result contains the items under `name`.
 */
export function createListHandler(
  parts: readonly ModuleEntries<NamedEntry>[],
  name: string,
  pageSize: number | undefined,
  wanted?: (key: string) => boolean,
): ListHandler {
  return (params, ctx) =>
    chain(getVisibleEntries(parts, ctx, wanted), (visible) => {
      const { items, ...rest } = getPage(
        visible,
        params?.cursor,
        ([key]) => key,
        name,
        pageSize,
      );
      return { [name]: items.map(([, { shown }]) => shown), ...rest };
    });
}
