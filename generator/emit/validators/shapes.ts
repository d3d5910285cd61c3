/** The table that explanations are made from: a function for each type. */
import {
  keyOf,
  normalsOf,
  type Normal,
  type NormalObject,
  type NormalTagged,
  type Normals,
} from "../../model/normal/normal.js";
import type { ProtocolModel } from "../../model/types.js";
import { unreachable } from "../../model/walk.js";
import {
  assigned,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  print,
  type Layout,
} from "../print/layout.js";
import type { Key } from "../assemble/shared-text.js";
import { literal, objectKey, quote } from "../print/syntax.js";
import { call } from "./expressions.js";
import type { Helpers } from "./helpers.js";
import { childrenOf, type Parts } from "./parts.js";

export interface ShapeWriter {
  /** The function that makes a declared type's shape. */
  shapeText(type: string, exported: boolean): string;
  /** A shape as an expression. */
  shape(type: Normal): Layout;
}

/** The function that makes the shape of an exported type, or of what it is. */
export function shapeName(model: ProtocolModel, type: string): string {
  const body = normalsOf(model).body(type);
  return body.kind === "ref" ? shapeName(model, body.name) : `shapeOf${type}`;
}

export function shapeWriter(
  normals: Normals,
  parts: Parts,
  helpers: Helpers,
): ShapeWriter {
  const use = (name: string) => helpers.use("shape", name);

  function shapeText(type: string, exported: boolean): string {
    const name = nameOf(type, parts);
    const body = normals.body(type);
    const shape = helpers.useType("shape", "Shape");
    const made = group(indent([line, named(type, body)]));
    const head = exported ? "export const" : "const";
    return print([
      ...(exported ? ["/** @internal */", hardline] : []),
      assigned(`${head} ${name}`, [`(): ${shape} =>`, made]),
      ";",
    ]);
  }

  function named(type: string, body: Normal): Layout {
    const title = quote(type);
    if (body.kind === "object") {
      const { properties, index } = body;
      const declared = use("declared");
      if (properties.length === 0 && !index) return call(declared, title, "{}");
      const entries = propertyTable(body);
      const head = `${declared}(${title}, `;
      // An object as the last argument stays beside what fits before it.
      return !index && `  ${head}{`.length <= 80
        ? [head, entries, ")"]
        : call(declared, title, entries, ...keys(body));
    }
    const inner = body.kind === "tagged" ? tagged(body) : shape(body);
    return call(use("named"), title, inner);
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
        const limits = limitTable({
          min: minLength,
          max: maxLength,
          format: format === undefined ? undefined : quote(format),
          patterns:
            patterns &&
            `[${patterns.map((p) => helpers.pattern(p)).join(", ")}]`,
        });
        return limits ? call(use("text"), limits) : use("string");
      }
      case "number": {
        const { integer, minimum, maximum } = type;
        const limits = limitTable({ min: minimum, max: maximum });
        if (limits)
          return call(use(integer ? "integerIn" : "numberIn"), limits);
        return use(integer ? "integer" : "number");
      }
      case "literals":
        return call(use("literal"), ...type.values.map(literal));
      case "array": {
        const limits = limitTable({ min: type.minItems, max: type.maxItems });
        const element = shape(type.element);
        return limits
          ? call(use("array"), element, limits)
          : call(use("array"), element);
      }
      case "object":
        return object(type);
      case "union":
        return call(use("union"), ...type.members.map(shape));
      case "tagged":
        return tagged(type);
      case "ref":
        helpers.askShape(type.name);
        return nameOf(type.name, parts);
      default:
        return unreachable(type);
    }
  }

  function object(type: NormalObject): Layout {
    const entries = propertyTable(type);
    return type.index
      ? call(use("object"), entries, ...keys(type))
      : [use("object"), "(", entries, ")"];
  }

  function propertyTable({ properties }: NormalObject): Layout {
    return table(
      properties.map(({ name, type, required }) => [
        objectKey(name),
        required ? shape(type) : call(use("optional"), shape(type)),
      ]),
    );
  }

  function keys({ index }: NormalObject): Layout[] {
    return index ? [call(use("keys"), shape(index))] : [];
  }

  function tagged({ key, branches, absent }: NormalTagged): Layout {
    const entries = table(
      branches.map(({ value, type }) => [objectKey(value), shape(type)]),
    );
    return absent
      ? call(use("tagged"), quote(key), entries, shape(absent))
      : [use("tagged"), "(", quote(key), ", ", entries, ")"];
  }

  return { shapeText, shape };
}

/** All that the text of a type's shape comes from. */
export function shapeKey(
  type: string,
  exported: boolean,
  normals: Normals,
  parts: Parts,
): Key {
  const body = normals.body(type);
  return [
    "shape",
    type,
    exported,
    keyOf(body),
    nameOf(type, parts),
    ...refsBelow(body).map((name) => nameOf(name, parts)),
  ];
}

function refsBelow(type: Normal): string[] {
  return type.kind === "ref"
    ? [type.name]
    : childrenOf(type).flatMap(([, child]) => refsBelow(child));
}

/** `shapeOfTool` beside `checkTool` */
function nameOf(type: string, parts: Parts): string {
  const part = parts.partOf({ kind: "ref", name: type });
  return `shapeOf${part?.name.replace(/^check/, "") ?? type}`;
}

/** `{ … }` on one line, or an entry a line. */
function table(entries: readonly (readonly [string, Layout])[]): Layout {
  if (entries.length === 0) return "{}";
  const list = entries.map(([key, value]) => assigned(key, value, ":"));
  const inner = indent([line, join([",", line], list)]);
  return group(["{", inner, ifBreak(","), line, "}"]);
}

/** `{ min: 0, max: 1 }`, or null when there is nothing to say. */
function limitTable(limits: {
  readonly [name: string]: number | string | undefined;
}): string | null {
  const entries = Object.entries(limits).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return entries.length > 0 ? `{ ${entries.join(", ")} }` : null;
}
