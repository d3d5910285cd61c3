/**
 * Method maps of several revisions: the map of the newest revision, extended by
 * methods of older ones.
 */
import type { Method } from "../../model/types.js";
import type { EmitContext } from "../context.js";
import { ownerOf } from "../facts/methods.js";
import { methodsName } from "../facts/revision-names.js";
import { recorded, type Piece } from "../print/pieces.js";
import { propertyKey, quote } from "../print/syntax.js";

/**
 * Returns the declarations of those method maps that have methods of older
 * revisions.
 */
export function widenedMaps(
  context: EmitContext,
  maps: Readonly<Record<string, readonly Method[]>>,
): Piece[] {
  const { model } = context;
  return Object.entries(maps).flatMap(([name, methods]) => {
    const older = methods.filter((one) => ownerOf(context, one) !== model);
    if (older.length === 0) return [];
    const { made, uses } = recorded((use) =>
      [
        `/** Entries of all revisions, each as in the newest revision that has it. */`,
        `interface ${name} extends ${use(`${methodsName(model)}.${name}`)} {`,
        ...older.map((one) => {
          const map = use(`${methodsName(ownerOf(context, one))}.${name}`);
          return `  ${propertyKey(one.method)}: ${map}[${quote(one.method)}];`;
        }),
        "}",
      ].join("\n"),
    );
    return [{ names: [name], exports: [], text: made, uses, root: true }];
  });
}
