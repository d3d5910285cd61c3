import type { Changes } from "./changes.js";
import { chain } from "../connection/promises.js";
import { guardOf } from "./guard.js";
import { paginate } from "./paginate.js";
import type { Call } from "../connection/call.js";
import type { GuardSettings, Pass, Uses } from "./guard.js";

export interface EntriesSettings extends GuardSettings {
  /** Entries on a page of a list. Default: 100. */
  readonly pageSize?: number | undefined;
}

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

interface NamedEntry {
  /** What the client is shown of it. */
  readonly shown: { readonly [name: string]: unknown };
}

interface Entries<Spec, E extends NamedEntry> {
  readonly entries: Map<string, E>;
  readonly pass: Pass;
  /** What the sender may know of the entries that are `wanted`. */
  readonly shown: (
    ctx: Call,
    wanted?: (key: string) => boolean,
  ) => E["shown"][] | Promise<E["shown"][]>;
  /** Handler of a list whose result has the items under `name`. */
  readonly list: (
    name: string,
    wanted?: (key: string) => boolean,
  ) => ListHandler;
  readonly controls: Controls<Spec>;
}

/**
 * What a feature has to offer, by name or URI: listed to those who may know it;
 * listeners are notified of changes. `prepare` makes an entry of what the user
 * gives, or throws.
 */
export function entriesOf<
  Spec,
  E extends NamedEntry,
  Settings extends EntriesSettings,
>(
  changes: Changes,
  definitions: { readonly [key: string]: Spec },
  prepare: (key: string, spec: Spec, settings: Settings) => E,
  settings: Settings,
): Entries<Spec, E> {
  const { access, pageSize } = settings;
  const entries = new Map<string, E>();
  const uses: Uses = new Map();
  const set = (key: string, spec: Spec): void => {
    entries.set(key, prepare(key, spec, settings));
    changes.emit();
  };
  for (const [key, spec] of Object.entries(definitions)) set(key, spec);
  const shown = (ctx: Call, wanted?: (key: string) => boolean) => {
    const some = [...entries].filter(([key]) => !wanted || wanted(key));
    return chain(
      access && Promise.all(some.map(([key]) => access(key, ctx))),
      (allowed) =>
        some.flatMap(([, entry], index): E["shown"][] =>
          !allowed || allowed[index] === true ? [entry.shown] : [],
        ),
    );
  };
  return {
    entries,
    pass: guardOf(settings, uses),
    shown,
    list: (name, wanted) => (params, ctx) =>
      chain(shown(ctx, wanted), (visible) => {
        const { items, ...rest } = paginate(
          visible,
          params?.cursor,
          pageSize,
          undefined,
          name,
        );
        return { [name]: items, ...rest };
      }),
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
