/**
 * Finds the origin (place of declaration) of each name that a generated file
 * uses.
 */
import { memoizeByObject } from "../../model/util/memoize.js";
import type { ModulePage, UsedModule } from "../context.js";
import type { Piece } from "../print/pieces.js";

/**
 * Origin of a name: a declaration of the same generated file, another generated
 * module, or the runtime.
 */
export type Origin =
  | { readonly piece: Piece }
  | { readonly module: UsedModule; readonly name: string }
  | { readonly runtime: string };

/**
 * Returns a function that finds the origin of a name in a generated file. The
 * function is cached for each file.
 */
export const getOriginLookup = memoizeByObject(
  ({ pieces, modules }: ModulePage): ((name: string) => Origin) => {
    const own = new Map(
      pieces.flatMap((piece) =>
        piece.names.map((name) => [name, piece] as const),
      ),
    );
    const known = new Map<string, Origin>();
    const find = (name: string): Origin => {
      const piece = own.get(name);
      if (piece) return { piece };
      const [namespace, member] = name.split(".");
      const module = modules.find(({ as, exports }) =>
        member === undefined ? exports?.(name) : as === namespace,
      );
      return module
        ? { module, name: member ?? name }
        : { runtime: getRuntimeName(name) };
    };
    return (name) => {
      const origin = known.get(name) ?? find(name);
      known.set(name, origin);
      return origin;
    };
  },
);

/**
 * Returns the name that the runtime exports for an entry of an import list. For
 * example, returns `X` for `type:X` (type-only import) and for `X=Y` (`X`
 * imported as `Y`).
 */
export function getRuntimeName(name: string): string {
  return name.replace(/^type:|=.*$/g, "");
}

/**
 * Returns the name that the generated file exports for an entry of a re-export
 * list. For example, returns `X` for `type:X` (type-only export) and for `Y=X`
 * (`Y` exported as `X`).
 */
export function getExportedName(reexport: string): string {
  return reexport.replace(/^(?:type:|.*=)/, "");
}
