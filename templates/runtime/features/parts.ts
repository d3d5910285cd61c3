/**
 * A feature that is made several times for one server, as `{ ...tools(a),
 * ...tools(b) }`. Such a spread keeps the methods of the last alone, but a symbol
 * of each.
 */
import type { Handler, Handlers } from "../lifecycle/lifecycle.js";

/** What a feature has made once. */
interface Part<Own> {
  readonly own: Own;
  readonly handlers: Handlers;
  readonly make: MakeHandlers<Own>;
  /** The handlers that the symbol is found in, with all parts in one. */
  readonly join: (handlers: Handlers) => Handlers;
}

/** Makes the handlers of several parts. */
export type MakeHandlers<Own, H = object> = (parts: readonly Own[]) => H;

/** What a part has, by name. */
export interface Named {
  readonly entries: Pick<ReadonlyMap<string, unknown>, "keys" | "has">;
}

type Spread = Handlers & { readonly [key: symbol]: Part<Named> };

/** The handlers of one part, which finds others of its kind when it is spread. */
export function partOf<Own extends Named, H extends object>(
  make: MakeHandlers<Own, H>,
  own: Own,
): H {
  const handlers = make([own]);
  return { ...handlers, [Symbol()]: { own, handlers, make, join: joinParts } };
}

/**
 * @throws TypeError for a name that two parts have.
 */
function joinParts(handlers: Handlers): Handlers {
  const parts = Object.getOwnPropertySymbols(handlers).map(
    (key) => (handlers as Spread)[key] as Part<Named>,
  );
  const all: { [method: string]: Handler | undefined } = { ...handlers };
  for (const make of new Set(parts.map((one) => one.make))) {
    const same = parts.filter((one) => one.make === make);
    const names = new Set<string>();
    for (const name of same.flatMap(({ own }) => [...own.entries.keys()])) {
      if (names.has(name)) throw new TypeError(`${name} is there twice`);
      names.add(name);
    }
    if (same.length < 2) continue;
    const joined = make(same.map(({ own }) => own)) as Handlers;
    for (const method of Object.keys(joined)) {
      // A handler of the user's own stays.
      if (same.some((one) => one.handlers[method] === all[method])) {
        all[method] = joined[method];
      }
    }
  }
  return all;
}

/** The part that has an entry; the first where none has. */
export function partWith<P extends Named>(
  parts: readonly P[],
  name: string,
): P {
  return parts.find(({ entries }) => entries.has(name)) ?? (parts[0] as P);
}
