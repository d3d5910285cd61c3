/** What is exported for each type, around its guard and its shape. */
import { assigned, hardline, print, type Layout } from "../print/layout.js";
import {
  block,
  call,
  returned,
  signature,
  type Condition,
} from "./expressions.js";
import type { Helpers } from "./helpers.js";

/** Names that validators.ts exports for the type `X`. */
export function exportsOf(type: string): string[] {
  return [`is${type}`, `assert${type}`, `validate${type}`, `${type}Schema`];
}

/** `isX`, `assertX`, `validateX` and `XSchema`. */
export function apiText(
  type: string,
  /** `checkX(value)` */
  check: Condition,
  /** `shapeOfX` */
  shape: Layout,
  helpers: Helpers,
): string {
  const guard = `is${type}`;
  const validate = helpers.use("validate", "validate");
  const assertValid = helpers.use("validate", "assertValid");
  const standard = helpers.use("standard-schema", "standardSchema");
  const standardType = helpers.useType("standard-schema", "StandardSchema");
  const validation = helpers.useType("issues", "Validation");
  const options = helpers.useType("validate", "ValidateOptions");
  return paragraphs(
    [
      `/** Whether \`value\` is a {@link ${type}}. */`,
      hardline,
      signature(
        `export function ${guard}`,
        ["value: unknown"],
        `value is ${type}`,
      ),
      " ",
      block([
        ["try ", block([returned(check)]), " catch ", block(["return false;"])],
      ]),
    ],
    [
      `/** @throws ValidationError unless \`value\` is a {@link ${type}}. */`,
      hardline,
      signature(
        `export function assert${type}`,
        ["value: unknown"],
        `asserts value is ${type}`,
      ),
      " ",
      block([
        [call(assertValid, "value", calledCheck(check) ?? guard, shape), ";"],
      ]),
    ],
    [
      `/** \`value\` as a {@link ${type}}, or what is wrong with it. */`,
      hardline,
      signature(
        `export function validate${type}`,
        ["value: unknown", `options?: ${options}`],
        `${validation}<${type}>`,
      ),
      " ",
      block([
        ["return ", call(validate, "value", guard, shape, "options"), ";"],
      ]),
    ],
    [
      `/** {@link ${type}} for what speaks Standard Schema. */`,
      hardline,
      assigned(`export const ${type}Schema: ${standardType}<${type}>`, [
        "/*@__PURE__*/ ",
        call(standard, guard, shape),
      ]),
      ";",
    ],
  );
}

/** `checkX` of `checkX(value)`, where the check is nothing but that call. */
function calledCheck(check: Condition): string | undefined {
  const text = check.kind === "term" ? print(check.layout) : "";
  return /^(\w+)\(value(?:, 0)?\)$/.exec(text)?.[1];
}

function paragraphs(...layouts: readonly Layout[]): string {
  return layouts.map((layout) => print(layout)).join("\n\n");
}
