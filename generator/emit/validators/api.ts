/** What is exported for each type, around its guard and its shape. */
import { assigned, hardline, join, print, type Layout } from "../print/layout.js";
import { call } from "./expressions.js";
import type { Helpers } from "./helpers.js";

/** Names that validators.ts exports for the type `X`. */
export function exportsOf(type: string): string[] {
  return [`is${type}`, `assert${type}`, `validate${type}`, `${type}Schema`];
}

/** `isX`, `assertX`, `validateX` and `XSchema`. */
export function apiText(
  type: string,
  /** `checkX` */
  check: string,
  /** `shapeOfX` */
  shape: Layout,
  helpers: Helpers,
): string {
  const guard = `is${type}`;
  const made = (
    name: string,
    kind: string,
    factory: string,
    ...parameters: Layout[]
  ): Layout => [
    assigned(`export const ${name}: ${helpers.useType("api", kind)}<${type}>`, [
      "/*@__PURE__*/ ",
      call(helpers.use("api", factory), ...parameters),
    ]),
    ";",
  ];
  return print(
    join(hardline, [
      made(guard, "Guard", "guard", check),
      made(`assert${type}`, "Assertion", "assertion", guard, shape),
      made(`validate${type}`, "Validate", "validating", guard, shape),
      made(`${type}Schema`, "StandardSchema", "standardSchema", guard, shape),
    ]),
  );
}
