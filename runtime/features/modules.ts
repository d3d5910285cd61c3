/** Handlers that come in several parts, of which none may be lost. */
import type { Handler, Handlers } from "../protocol/lifecycle.js";

/** A handler. That of a feature makes one of all that its method has. */
type Joining = Handler & {
  readonly join?: (
    all: readonly (Joining | undefined)[],
    handlers: object,
  ) => Joining;
};

/** The handlers of one module. What a feature made is there by a symbol as well. */
interface Module {
  readonly [method: string]: Joining | undefined;
}
type Mutable = { [method: string]: Joining | undefined } & {
  [feature: symbol]: Module | undefined;
};

/**
 * The handlers of one module or of several as those of one server. A spread such
 * as `{ ...tools(a), ...tools(b) }` keeps the methods of the last, but the symbols
 * of each; what stands behind it in a spread replaces a feature's handler.
 *
 * @throws TypeError for a method that two modules have, or a name that two features
 *   have. It counts modules, or the features of all of them, from 1 on.
 */
export function asOne(given: Handlers | readonly Handlers[]): Handlers {
  const modules = [given].flat() as Module[];
  const all = Object.assign({}, ...modules) as Mutable;
  const features = Object.getOwnPropertySymbols(all).map(
    (key) => all[key] as Module,
  );
  for (const method in all) {
    if (modules.some((one) => one[method] && !one[method]?.join))
      refuseTwice(method, "modules", modules, (one) => one[method]);
    all[method] =
      all[method]?.join?.(
        features.map((one) => one[method]),
        all,
      ) ?? all[method];
  }
  return all as Handlers;
}

/** Throws where several have what `has` looks for; they count from 1 on. */
export function refuseTwice<T>(
  name: string,
  kind: string,
  all: readonly T[],
  has: (one: T) => unknown,
): void {
  const places = all.flatMap((one, at) => (has(one) ? at + 1 : []));
  if (places[1])
    throw new TypeError(`${name} is in ${kind} ${places.join(" and ")}`);
}
