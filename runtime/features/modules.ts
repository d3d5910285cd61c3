/** Combines the handlers of several modules and features into one server. */
import type { Handler, Handlers } from "../protocol/lifecycle.js";

/**
 * Handler of one method. A handler of a feature such as `tools(…)` has `join`,
 * which returns one handler for all features that handle the method.
 */
type Joining = Handler & {
  readonly join?: (
    all: readonly (Joining | undefined)[],
    handlers: object,
  ) => Joining;
};

/**
 * Handlers of one module by method. For each feature that is spread into the
 * module, such as `tools(…)`, a property with a symbol as its key holds the
 * feature's handlers.
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
 * of each method. However, it also keeps a symbol property for each feature,
 * which holds all handlers of that feature. `combineHandlers` uses these
 * properties to combine the features. A handler that follows a feature in the
 * spread replaces the feature's handler of the same method.
 *
 * @throws TypeError if two modules define the same method, or if two features
 *   define an entry with the same name. In the message, modules and features
 *   are numbered from 1.
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
 * Checks that `has` is true for at most one element of `all`.
 *
 * @throws TypeError if `has` is true for several elements. In the message, the
 *   elements are numbered from 1.
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
