/**
 * Combination of the handlers of several modules into one server, without
 * losing any.
 */
import type { Handler, Handlers } from "../protocol/lifecycle.js";

/**
 * Handler of one method. The handler of a feature has `join`, which combines
 * the handlers of all features with this method.
 */
type Joining = Handler & {
  readonly join?: (
    all: readonly (Joining | undefined)[],
    handlers: object,
  ) => Joining;
};

/**
 * Handlers of one module by method. Each feature also stores its own handlers
 * under a symbol.
 */
interface Module {
  readonly [method: string]: Joining | undefined;
}
type Mutable = { [method: string]: Joining | undefined } & {
  [feature: symbol]: Module | undefined;
};

/**
 * Combines the handlers of one or more modules into the handlers of one server.
 *
 * A spread such as `{ ...tools(a), ...tools(b) }` keeps only the last handler
 * of each method, but the symbols of all features. The symbols are used to
 * combine them. A handler that follows a feature in the spread replaces the
 * feature's handler.
 *
 * @throws TypeError if two modules define the same method, or two features the
 *   same name. The message counts modules and features from 1.
 */
export function combineHandlers(
  given: Handlers | readonly Handlers[],
): Handlers {
  const modules = [given].flat() as Module[];
  const all = Object.assign({}, ...modules) as Mutable;
  const features = Object.getOwnPropertySymbols(all).map(
    (key) => all[key] as Module,
  );
  for (const method in all) {
    if (modules.some((module) => module[method] && !module[method]?.join))
      assertUnique(method, "modules", modules, (module) => module[method]);
    all[method] =
      all[method]?.join?.(
        features.map((module) => module[method]),
        all,
      ) ?? all[method];
  }
  return all as Handlers;
}

/**
 * Throws a TypeError if `has` is true for more than one element. The message
 * counts elements from 1.
 */
export function assertUnique<T>(
  name: string,
  kind: string,
  all: readonly T[],
  has: (element: T) => unknown,
): void {
  const places = all.flatMap((element, at) => (has(element) ? at + 1 : []));
  if (places[1])
    throw new TypeError(
      `${name} is in ${kind} ${places.join(" and ")}; define it once`,
    );
}
