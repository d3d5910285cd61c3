import type { Changes } from "./changes.js";
import { chain } from "../connection/promises.js";
import { guardOf } from "./guard.js";
import { paginate } from "./paginate.js";
import type { Call } from "../connection/call.js";
import type { GuardSettings, Uses } from "./guard.js";

export interface EntriesSettings extends GuardSettings {
  /** Entries on a page of a list. Default: 100. */
  readonly pageSize?: number | undefined;
}

/** What is asked of a list. */
export type ListParams = { readonly cursor?: string } | undefined;

interface Entry {
  /** What the client is told of it. */
  readonly shown: { readonly [name: string]: unknown };
}

/**
 * What a feature has to offer, by name or URI: listed to those who may know it,
 * with whoever listens told of changes. `prepare` makes an entry of what the
 * user gives, or throws.
 */
export function entriesOf<
  Spec,
  E extends Entry,
  Settings extends EntriesSettings,
>(
  changes: Changes,
  definitions: { readonly [key: string]: Spec },
  prepare: (key: string, spec: Spec, settings: Settings) => E,
  settings: Settings,
) {
  const { access, pageSize } = settings;
  const entries = new Map<string, E>();
  const uses: Uses = new Map();
  const set = (key: string, spec: Spec): void => {
    entries.set(key, prepare(key, spec, settings));
    changes.emit();
  };
  for (const [key, spec] of Object.entries(definitions)) set(key, spec);
  /** What the sender may know of the entries that are `wanted`. */
  const shown = (ctx: Call, wanted: (key: string) => boolean = () => true) => {
    const some = [...entries].filter(([key]) => wanted(key));
    return chain(
      access && Promise.all(some.map(([key]) => access(key, ctx))),
      (allowed) =>
        some
          .filter((_, index) => !allowed || allowed[index] === true)
          .map(([, entry]): E["shown"] => entry.shown),
    );
  };
  return {
    entries,
    pass: guardOf(settings, uses),
    shown,
    /** Handler of a list whose result has the items under `name`. */
    list:
      (name: string, wanted?: (key: string) => boolean) =>
      (params: ListParams, ctx: Call) =>
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
      /** Adds an entry, or replaces the one of that key. */
      set,
      /** Takes an entry away; false when there was none. */
      remove: (key: string): boolean => {
        const removed = entries.delete(key);
        uses.delete(key);
        if (removed) changes.emit();
        return removed;
      },
    },
  };
}
