/**
 * Creates the method maps of a file for several revisions. A method map is an
 * interface with the types of all methods. Each map extends the map of the
 * newest revision by the methods that only older revisions have.
 */
import type { Method } from "../../model/types.js";
import type { EmitContext } from "../context.js";
import { getOwner } from "../facts/methods.js";
import { getMethodsNamespace } from "../facts/revision-names.js";
import { recordUses, type Piece } from "../print/pieces.js";
import { propertyKey, quote } from "../print/syntax.js";

/**
 * Returns the declarations of the extended method maps. If no older revision
 * adds a method to a map, that map is left out.
 */
export function createWidenedMaps(
  context: EmitContext,
  maps: Readonly<Record<string, readonly Method[]>>,
): Piece[] {
  const { model } = context;
  return Object.entries(maps).flatMap(([name, methods]) => {
    const older = methods.filter(
      (method) => getOwner(context, method) !== model,
    );
    if (older.length === 0) return [];
    const { made, uses } = recordUses((use) =>
      [
        `/** Methods, each as declared by the newest revision that has the method. */`,
        `interface ${name} extends ${use(`${getMethodsNamespace(model)}.${name}`)} {`,
        ...older.map((method) => {
          const map = use(
            `${getMethodsNamespace(getOwner(context, method))}.${name}`,
          );
          return `  ${propertyKey(method.method)}: ${map}[${quote(method.method)}];`;
        }),
        "}",
      ].join("\n"),
    );
    return [{ names: [name], exports: [], text: () => made, uses, root: true }];
  });
}
