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

/** Options that `tools`, `resources` and `prompts` have in common. */
export interface EntriesSettings extends GuardSettings {
  /**
   * Number of entries (tools, resources or prompts) on each page of a list. If
   * a server combines several features of the same kind, the page size of the
   * last feature applies.
   *
   * @default 100
   */
  readonly pageSize?: number | undefined;
}

/**
 * Declared members of a result type, all optional. Unlike the result type,
 * `PartOf` allows no additional properties, so that an unknown member is a type
 * error.
 */
export type PartOf<Result> = {
  [K in keyof Result as string extends K ? never : K]?: Result[K];
};

/** Params of a list request, such as `tools/list`. */
export type ListParams = { readonly cursor?: string } | undefined;

/** Handler of a list request, such as `tools/list`. */
export type ListHandler = (
  params: ListParams,
  ctx: Call,
) => object | Promise<object>;

/**
 * Functions that add and remove tools, resources or prompts, also while clients
 * are connected.
 */
export type Controls<Spec> = {
  /**
   * Adds a tool, resource or prompt, or replaces the existing one with this
   * key.
   */
  readonly set: (key: string, spec: Spec) => void;
  /**
   * Removes the tool, resource or prompt with this key. Returns `false` if the
   * key does not exist.
   */
  readonly remove: (key: string) => boolean;
};

/** Tool, resource or prompt, with its access check and rate limit. */
export type GuardedEntry<E> = E & {
  readonly access?: GuardSettings["access"];
  readonly pass: EntryGuard;
};

/**
 * Tools, resources or prompts of one feature, by key. A server may combine
 * several features of the same kind, such as two sets of tools.
 */
export type ModuleEntries<E> = ReadonlyMap<string, GuardedEntry<E>>;

/**
 * Creates the handler of a method. A server may combine several features of the
 * same kind, such as two sets of tools, so `parts` has one element for each
 * feature. `handlers` holds all handlers of the server. It is `undefined` until
 * the server is created.
 */
export type CreateHandler<E, H> = (
  parts: readonly ModuleEntries<E>[],
  handlers?: Handlers,
) => H;

/**
 * Creates the tools, resources or prompts of a feature, with a name or URI as
 * the key. Calls of `set` and `remove` notify the listeners of `changes`.
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
 * Creates the handler of a method for one feature, such as a set of tools. If a
 * server combines several features, it calls the method `join` of one of their
 * handlers. `join` returns one handler for all features.
 */
export function createHandler<E, H extends object>(
  part: ModuleEntries<E>,
  make: CreateHandler<E, H>,
  ...changes: readonly Changes[]
): H {
  return markChanges(
    Object.assign(make([part]), {
      parts: [part],
      // `all` has one element for each feature of the server, in order. The
      // element is `undefined` if the feature has no handler for this method.
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

/**
 * Handler with a member `parts`, which holds the tools, resources or prompts
 * that the handler serves.
 */
type JoinedHandler<E> = Handler & {
  readonly parts: readonly ModuleEntries<E>[];
};

/**
 * Returns the handlers of a feature, with a second copy under a unique symbol.
 * If several features are spread into one object, only the last handler of each
 * method remains. However, the copies of all features remain, so that the
 * features can be combined later.
 */
export function createFeature<H extends object>(handlers: H): H {
  return { ...handlers, [Symbol()]: handlers };
}

/**
 * Returns the tool, resource or prompt with this key. If several features in
 * `parts` contain the key, the first one is used.
 */
export function findEntry<E>(
  parts: readonly ModuleEntries<E>[],
  key: string,
): GuardedEntry<E> | undefined {
  return parts.find((part) => part.has(key))?.get(key);
}

/**
 * Checks that the sender of the request may use the tool, resource or prompt
 * with this key. Then calls `use` with the entry for the key.
 *
 * @throws McpError created by `refuse` if the key does not exist or the sender
 *   may not use it. McpError 429 if the rate limit is exceeded.
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

/** Tool, resource or prompt in the result of a list request. */
interface NamedEntry {
  /** Fields of the tool, resource or prompt that clients see. */
  readonly shown: { readonly [name: string]: unknown };
}

/**
 * Returns the tools, resources or prompts that the sender of the request may
 * see. If `wanted` is given, it is called with each key. Entries for which it
 * returns false are left out.
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
 * Returns the handler of a list request. `name` is the member of the result
 * that contains the list, such as `tools`.
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
