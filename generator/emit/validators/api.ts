/** What is exported for each type, around its guard and its shape. */
import {
  assigned,
  call,
  group,
  hardline,
  indent,
  join,
  line,
  print,
  type Layout,
} from "../print/layout.js";
import type { GuardFunction } from "./parts.js";
import { recorded, type Piece } from "../print/pieces.js";

/** Names that validators.ts exports for the type `X`. */
export function exportsOf(type: string): string[] {
  return [`is${type}`, `assert${type}`, `validate${type}`, `${type}Schema`];
}

/**
 * `isX`, `assertX`, `validateX` and `XSchema`: what the runtime makes of the
 * guard `checkX` and of `shapeOfX`.
 */
export function apiPiece(
  type: string,
  { name: check, cycle }: Pick<GuardFunction, "name" | "cycle">,
  shape: string,
): Piece {
  const is = `is${type}`;
  const recursive = cycle === null ? [] : ['"recursive"'];
  const { made, uses } = recorded((use) => {
    const value = (name: string, kind: string): string =>
      `export const ${name}: ${use(kind)}<${use(`types.${type}`)}>`;
    const wrapped = (factory: string, ...given: string[]): Layout => [
      "/*@__PURE__*/ ",
      call(use(factory), ...given),
    ];
    const validate = `validate${type}`;
    const ofGuard = wrapped("guard", use(check));
    const statements: Layout[] = [
      // Prettier leaves a lone short argument beside the name that is called.
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
      statements.map((one) => [one, ";"]),
    );
  });
  const names = exportsOf(type);
  return { names, exports: names, text: print(made), uses, root: true, type };
}

/** A quarter of the line, as Prettier has it. */
const LONE_ARGUMENT = 20;
