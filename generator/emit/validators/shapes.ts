/**
 * Creates the runtime schemas (shapes) of the types. For each type,
 * `validators.ts` contains a function that returns the runtime schema. Runtime
 * schemas are used to explain errors and to create JSON Schemas.
 */
import type {
  Normal,
  NormalObject,
  NormalProperty,
  NormalTagged,
} from "../../model/normal/normal.js";
import { unreachable } from "../../model/walk.js";
import {
  assigned,
  enclosed,
  group,
  hardline,
  indent,
  line,
  type Layout,
  call,
} from "../print/layout.js";
import { literal, objectKey, quote } from "../print/syntax.js";
import type { GuardFunctions } from "./guard-functions.js";
import { getParamsShapeName, getShapeName } from "../facts/shape-names.js";
import { createPiece, type Piece, type Use } from "../print/pieces.js";

/**
 * Returns the code of a function that returns the runtime schema of a declared
 * type. If a validation rule needs only the params of a message, a second
 * function returns the runtime schema of the params.
 *
 * @param held Names of the functions that other modules import. These functions
 *   are exported.
 */
export function createShapePieces(
  type: string,
  parts: GuardFunctions,
  held: readonly string[],
): Piece[] {
  const maker = (name: string, write: (use: Use) => Layout): Piece => {
    const isHeld = held.includes(name);
    return createPiece(
      name,
      (use) => [
        ...(isHeld ? ["/** @internal */", hardline, "export "] : []),
        assigned(`const ${name}`, [
          `(): ${use("Shape")} =>`,
          group(indent([line, write(use)])),
        ]),
        ";",
      ],
      isHeld ? { exports: [name], root: true } : {},
    );
  };
  const body = parts.normals.body(type);
  const params =
    held.includes(getParamsShapeName(type)) && body.kind === "object"
      ? body.properties.find(({ name }) => name === "params")
      : undefined;
  return [
    ...(params
      ? [
          maker(getParamsShapeName(type), (use) =>
            createShapeWriter(parts, use).shape(params.type),
          ),
        ]
      : []),
    maker(getShapeName(parts.normals, type), (use) =>
      createShapeWriter(parts, use).named(type, params),
    ),
  ];
}

/**
 * Returns two functions: `named` prints the runtime schema of a declared type,
 * and `shape` prints the runtime schema of any type.
 */
export function createShapeWriter(parts: GuardFunctions, use: Use) {
  return { named, shape };

  /**
   * Prints the runtime schema of a declared type. If `params` is given, the
   * printed code calls a separate function for the runtime schema of the
   * params.
   */
  function named(type: string, params?: NormalProperty): Layout {
    const body = parts.normals.body(type);
    const title = quote(type);
    if (body.kind !== "object") return call(use("named"), title, shape(body));
    const entries = table(body, (property) =>
      property === params
        ? use(getParamsShapeName(type))
        : shape(property.type),
    );
    return body.index?.kind === "any"
      ? callWithTable(use("open"), [title], entries, [])
      : callWithTable(use("declared"), [title], entries, keys(body));
  }

  function shape(type: Normal): Layout {
    switch (type.kind) {
      case "any":
        return use("anything");
      case "never":
      case "boolean":
        return use(type.kind);
      case "string": {
        const { minLength, maxLength, patterns, format } = type;
        const names = patterns?.map((pattern) =>
          use(parts.patternName(pattern)),
        );
        const limits = printLimits({
          min: minLength,
          max: maxLength,
          format: format === undefined ? undefined : quote(format),
          patterns: names && `[${names.join(", ")}]`,
        });
        return limits.length > 0 ? call(use("text"), ...limits) : use("string");
      }
      case "number": {
        const { integer, minimum, maximum } = type;
        const name = integer ? "integer" : "number";
        const limits = printLimits({ min: minimum, max: maximum });
        return limits.length > 0
          ? call(use(`${name}In`), ...limits)
          : use(name);
      }
      case "literals":
        return call(use("literal"), ...type.values.map(literal));
      case "array": {
        const limits = printLimits({ min: type.minItems, max: type.maxItems });
        return call(use("array"), shape(type.element), ...limits);
      }
      case "object":
        return callWithTable(use("object"), [], table(type), keys(type));
      case "union":
        return call(use("union"), ...type.members.map(shape));
      case "tagged":
        return tagged(type);
      case "ref":
        return use(getShapeName(parts.normals, type.name));
      default:
        return unreachable(type);
    }
  }

  function table(
    { properties }: NormalObject,
    shapeOf = (property: NormalProperty): Layout => shape(property.type),
  ): Layout {
    return printTable(
      properties.map((property) => [
        property.name,
        property.required
          ? shapeOf(property)
          : call(use("optional"), shapeOf(property)),
      ]),
    );
  }

  function keys({ index }: NormalObject): Layout[] {
    return index ? [call(use("keys"), shape(index))] : [];
  }

  function tagged({ key, branches, absent }: NormalTagged): Layout {
    const entries = branches.map(
      ({ value, type }) => [value, shape(type)] as const,
    );
    const rest = absent ? [shape(absent)] : [];
    return callWithTable(
      use("tagged"),
      [quote(key)],
      printTable(entries),
      rest,
    );
  }
}

/**
 * Prints a call that has an object literal as one argument. If the arguments
 * before the literal fit on the line of the function name, the literal starts
 * on that line.
 */
function callWithTable(
  name: string,
  before: readonly string[],
  table: Layout,
  after: readonly Layout[],
): Layout {
  const head = `${name}(${before.map((argument) => `${argument}, `).join("")}`;
  return after.length === 0 && `  ${head}{`.length <= 80
    ? [head, table, ")"]
    : call(name, ...before, table, ...after);
}

/**
 * Prints an object literal on one line. If the line would be too long, each
 * entry is printed on a separate line.
 */
function printTable(entries: readonly (readonly [string, Layout])[]): Layout {
  if (entries.length === 0) return "{}";
  const list = entries.map(([key, value]) =>
    assigned(objectKey(key), value, ":"),
  );
  return enclosed("{", list, "}", line);
}

/**
 * Returns a list with one argument, the limits of a type, such as `{ min: 0,
 * max: 1 }`. Returns an empty list if the type has no limits.
 */
function printLimits(limits: {
  readonly [name: string]: number | string | undefined;
}): string[] {
  const entries = Object.entries(limits).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return entries.length > 0 ? [`{ ${entries.join(", ")} }`] : [];
}
