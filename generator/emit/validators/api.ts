/** What is exported for each type, around its guard and its shape. */
import {
  assigned,
  group,
  hardline,
  indent,
  join,
  line,
  print,
  type Layout,
} from "../print/layout.js";
import { call } from "./expressions.js";
import type { Helpers } from "./helpers.js";

/** Names that validators.ts exports for the type `X`. */
export function exportsOf(type: string): string[] {
  return [`is${type}`, `assert${type}`, `validate${type}`, `${type}Schema`];
}

/** `isX`, `assertX`, `validateX` and `XSchema`: what the runtime makes of a guard. */
export function apiText(
  type: string,
  /** `checkX` */
  check: string,
  /** `shapeOfX` */
  shape: Layout,
  recursive: boolean,
  helpers: Helpers,
): string {
  const is = `is${type}`;
  const value = (name: string, kind: string): string =>
    `export const ${name}: ${helpers.useType("api", kind)}<${type}>`;
  const made = (factory: string, ...parameters: Layout[]): Layout => [
    "/*@__PURE__*/ ",
    call(helpers.use("api", factory), ...parameters),
  ];
  const ofGuard = made("guard", check);
  const statements: Layout[] = [
    // Prettier leaves a lone short argument beside the name that is called.
    check.length <= LONE_ARGUMENT
      ? group([value(is, "Guard"), " =", indent([line, ofGuard])])
      : assigned(value(is, "Guard"), ofGuard),
    assigned(value(`assert${type}`, "Assertion"), made("assertion", is, shape)),
    assigned(
      value(`validate${type}`, "Validate"),
      made("validating", is, shape, ...(recursive ? ['"recursive"'] : [])),
    ),
    assigned(
      value(`${type}Schema`, "StandardSchema"),
      made("standardSchema", is, shape),
    ),
  ];
  return print(
    join(
      hardline,
      statements.map((one) => [one, ";"]),
    ),
  );
}

/** A quarter of the line, as Prettier has it. */
const LONE_ARGUMENT = 20;
