/**
 * Creates the functions and schemas that `validators.ts` exports for each type,
 * such as `isTool` and `ToolSchema`.
 */
import {
  assigned,
  call,
  group,
  hardline,
  indent,
  join,
  line,
  type Layout,
} from "../print/layout.js";
import type { GuardFunction } from "./guard-functions.js";
import { createPiece, type Piece, type Use } from "../print/pieces.js";

/** Returns the names that `validators.ts` exports for a type. */
function getExportNames(type: string): string[] {
  return [`is${type}`, `assert${type}`, `validate${type}`, `${type}Schema`];
}

/**
 * Returns the exports for a type `X`: `isX`, `assertX`, `validateX` and
 * `XSchema`. The runtime creates these exports from the guard function `checkX`
 * and the function `shapeOfX`, which returns the runtime schema.
 */
export function createApiPiece(
  type: string,
  { name: check, cycle }: Pick<GuardFunction, "name" | "cycle">,
  shape: string,
): Piece {
  const is = `is${type}`;
  const recursive = cycle === null ? [] : ['"recursive"'];
  const write = (use: Use): Layout => {
    const value = (name: string, kind: string): string =>
      `export const ${name}: ${use(kind)}<${use(`types.${type}`)}>`;
    const wrapped = (factory: string, ...given: string[]): Layout => [
      "/*@__PURE__*/ ",
      call(use(factory), ...given),
    ];
    const validate = `validate${type}`;
    const ofGuard = wrapped("guard", use(check));
    const statements: Layout[] = [
      // Prettier keeps a short single argument on the line of the call. If the
      // line is too long, Prettier breaks the line after the `=` instead.
      check.length <= LONE_ARGUMENT
        ? group([value(is, "Guard"), " =", indent([line, ofGuard])])
        : assigned(value(is, "Guard"), ofGuard),
      assigned(
        value(`assert${type}`, "Assertion"),
        wrapped("assertion", is, use(shape)),
      ),
      assigned(
        value(validate, "Validate"),
        wrapped("validating", is, use(shape), ...recursive),
      ),
      assigned(
        value(`${type}Schema`, "StandardSchema"),
        wrapped("standardSchema", validate),
      ),
    ];
    return join(
      hardline,
      statements.map((statement) => [statement, ";"]),
    );
  };
  const names = getExportNames(type);
  return createPiece(is, write, { names, exports: names, root: true, type });
}

/**
 * Maximum length of a single argument that Prettier keeps on the line of the
 * call. The limit is a quarter of the line width.
 */
const LONE_ARGUMENT = 20;
