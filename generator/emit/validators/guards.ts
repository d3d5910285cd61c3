/** The guards' code: one function for each part, straight through. */
import {
  keyOf,
  type Normal,
  type NormalArray,
  type NormalObject,
  type NormalTuple,
} from "../../model/normal.js";
import { fits, hardline, indent, print, type Layout } from "../layout.js";
import type { Key } from "../recall.js";
import { literal, objectKey, quote } from "../syntax.js";
import { branchingParts } from "./branching.js";
import { conditionWriter, type Site } from "./conditions.js";
import {
  and,
  block,
  call,
  compare,
  constant,
  destructured,
  FALSE,
  or,
  returned,
  term,
  TRUE,
  unless,
  when,
  type Condition,
} from "./expressions.js";
import type { Helpers } from "./helpers.js";
import { bindings, inheritedByAll } from "./locals.js";
import { isImpossible, needsPart } from "./part-names.js";
import { membersName, type Part, type Parts } from "./parts.js";
import { memberText, otherMembersText, unionGuard } from "./tagged.js";

/** A function that is written once it is known to be called. */
export interface Guard {
  readonly name: string;
  readonly write: () => string;
}

/** The function of one part; two where a union knows its tag. */
export function guardsOf(part: Part, parts: Parts, helpers: Helpers): Guard[] {
  const { name, tag, type } = part;
  const guard = (name: string, write: (helpers: Helpers) => string): Guard => ({
    name,
    write: () => helpers.recalled(() => guardKey(name, part, parts), write),
  });
  if (!tag || type.kind !== "object")
    return [guard(name, (own) => guardText(part, parts, own))];
  return [
    guard(name, (own) => memberText(part, tag, own)),
    guard(membersName(part), (own) =>
      otherMembersText(part, type, tag, parts, own),
    ),
  ];
}

/** All that the text of a part's function comes from. */
function guardKey(name: string, part: Part, parts: Parts): Key {
  return [
    "guard",
    name,
    keyOf(part.type),
    ...[part, ...parts.calledBy(part)].flatMap((one) => [
      one.name,
      one.recursive,
      branchingParts(parts).has(one),
      parts.sameCycle(part, one),
      one.tag?.key,
      one.tag?.value,
    ]),
  ];
}

function guardText(part: Part, parts: Parts, helpers: Helpers): string {
  // What refuses everything looks at nothing.
  const unused = isImpossible(part.type) ? "_" : "";
  const parameters = [`${unused}value: unknown`];
  if (part.recursive) parameters.push(`${unused}depth: number`);
  const body = statements(part, parts, helpers);
  return print(
    branchingParts(parts).has(part)
      ? remembering(part.name, parameters, body, helpers)
      : constant(part.name, parameters, "boolean", body),
  );
}

/** A guard that does not look into what it has seen already. */
function remembering(
  name: string,
  parameters: readonly string[],
  body: readonly Layout[],
  helpers: Helpers,
): Layout {
  const made = helpers.use("remember", "remembering");
  const guard = [`(${parameters.join(", ")}): boolean => `, block([...body])];
  const start = `const ${name} =`;
  const called = `/*@__PURE__*/ ${made}(`;
  return fits(`${start} ${called}`)
    ? [start, " ", called, indent([hardline, guard, ","]), hardline, ");"]
    : [start, indent([hardline, called, guard, ");"])];
}

function statements(part: Part, parts: Parts, helpers: Helpers): Layout[] {
  const { type } = part;
  const condition = conditionWriter(parts, helpers);
  const within = (site: Site["depth"]) => (inner: Normal, variable: string) =>
    condition(inner, variable, { part, depth: site });
  const level = within("depth");
  const deeper = within("depth + 1");
  if (isImpossible(type)) return [returned(FALSE)];
  switch (type.kind) {
    case "object":
      return [...tooDeep(part, helpers), ...objectGuard(type, deeper, helpers)];
    case "array":
      return needsPart(type)
        ? [...tooDeep(part, helpers), ...arrayGuard(type, deeper)]
        : [returned(level(type, "value"))];
    case "tuple":
      return [...tooDeep(part, helpers), ...tupleGuard(type, deeper)];
    case "tagged":
      return unionGuard(type, level, parts, helpers);
    default: {
      const whole = level(type, "value");
      const present =
        type.kind === "any" ? compare("value", "!==", "undefined") : whole;
      return [returned(present)];
    }
  }
}

export type Check = (type: Normal, variable: string) => Condition;

/** Only guards of recursive types count how deep they are. */
function tooDeep({ recursive }: Part, helpers: Helpers): Layout[] {
  if (!recursive) return [];
  return [`if (depth > ${helpers.use("guards", "MAX_DEPTH")}) return false;`];
}

function objectGuard(
  type: NormalObject,
  check: Check,
  helpers: Helpers,
): Layout[] {
  return [refuseNonObject("value"), ...memberChecks(type, check, helpers)];
}

/** What is to be checked of an object, beside the key that is known. */
export function memberChecks(
  type: NormalObject,
  check: Check,
  helpers: Helpers,
  known: string | null = null,
): Layout[] {
  if (isImpossible(type)) return [returned(FALSE)];
  const read = type.properties.filter(
    ({ name, required, type }) =>
      name !== known && (required || type.kind !== "any"),
  );
  const locals = bindings(read.map(({ name }) => name));
  const checks = read.map(({ name, type, required }) => {
    const local = locals.get(name) ?? "";
    if (!required) return optional(type, local, check);
    return type.kind === "any"
      ? compare(local, "!==", "undefined")
      : check(type, local);
  });
  const all = and(...checks);
  const indexed = type.indexes.some((index) => index.type.kind !== "any");
  return [
    ...reads([...locals], helpers),
    ...(indexed
      ? [
          ...(all.kind === "true" ? [] : [unless(all, "return false;")]),
          indexLoop(type, check, helpers),
          "return true;",
        ]
      : [returned(all)]),
  ];
}

function optional(type: Normal, variable: string, check: Check): Condition {
  if (type.kind === "any") return TRUE;
  const absent = compare(variable, "===", "undefined");
  return type.kind === "never" ? absent : or(absent, check(type, variable));
}

/** Each property is read once, and what all objects inherit only if own. */
function reads(
  locals: readonly (readonly [name: string, local: string])[],
  helpers: Helpers,
): Layout[] {
  const plain = locals.filter(([name]) => !inheritedByAll(name));
  const others = locals.filter(([name]) => inheritedByAll(name));
  const patterns = plain.map(
    ([name, local]) => [objectKey(name), local] as const,
  );
  return [
    ...(patterns.length > 0 ? [destructured(patterns, fields(helpers))] : []),
    ...others.map(([name, local]) => {
      const own = helpers.use("guards", "own");
      return `const ${local} = ${own}(value, ${quote(name)});`;
    }),
  ];
}

function indexLoop(
  { properties, indexes }: NormalObject,
  check: Check,
  helpers: Helpers,
): Layout {
  const skipped = or(
    term(`!${helpers.use("guards", "hasOwn")}(value, key)`),
    ...properties.map(({ name }) => compare("key", "===", quote(name))),
  );
  const refusals = indexes
    .filter(({ type }) => type.kind !== "any")
    .map(({ pattern, type }) => {
      if (pattern === null) return refuseItem(type, check);
      const other = term(`!${helpers.pattern(pattern)}.test(key)`);
      return refuseUnless(or(other, check(type, "item")));
    });
  return [
    "for (const key in value) ",
    block([
      when(skipped, "continue;"),
      `const item = (${fields(helpers)})[key];`,
      "if (item === undefined) continue;",
      ...refusals,
    ]),
  ];
}

function arrayGuard(
  { element, minItems, maxItems }: NormalArray,
  check: Check,
): Layout[] {
  if (element.kind === "never")
    return [
      refuseNonArray(),
      ...lengthGuard(minItems, undefined),
      returned(compare("value.length", "===", "0")),
    ];
  return [
    refuseNonArray(),
    ...lengthGuard(minItems, maxItems),
    itemLoop(0, element, check),
    "return true;",
  ];
}

function tupleGuard(
  { items, required, rest }: NormalTuple,
  check: Check,
): Layout[] {
  const names = items.map(({ kind }, i) =>
    kind === "never" ? "" : `item${i}`,
  );
  const checks = items.map((item, i) => {
    const local = `item${i}`;
    const present =
      item.kind === "any"
        ? compare(local, "!==", "undefined")
        : check(item, local);
    return i < required
      ? present
      : or(compare("value.length", "<=", literal(i)), present);
  });
  const closed = rest.kind === "never";
  return [
    refuseNonArray(),
    ...lengthGuard(undefined, closed ? items.length : undefined),
    ...(names.some((name) => name !== "")
      ? [`const [${names.join(", ").replace(/[, ]+$/, "")}] = value;`]
      : []),
    ...(closed || rest.kind === "any"
      ? []
      : [
          unless(and(...checks), "return false;"),
          itemLoop(items.length, rest, check),
        ]),
    ...(closed || rest.kind === "any"
      ? [returned(and(...checks))]
      : ["return true;"]),
  ];
}

function itemLoop(start: number, element: Normal, check: Check): Layout {
  return [
    `for (let i = ${start}; i < value.length; i++) `,
    block(["const item: unknown = value[i];", refuseItem(element, check)]),
  ];
}

function lengthGuard(min?: number, max?: number): Layout[] {
  const refuse = (operator: string, limit: number) =>
    `if (value.length ${operator} ${literal(limit)}) return false;`;
  return [
    ...(min === undefined ? [] : [refuse("<", min)]),
    ...(max === undefined ? [] : [refuse(">", max)]),
  ];
}

function refuseItem(type: Normal, check: Check): Layout {
  return type.kind === "object" && !needsPart(type)
    ? refuseNonObject("item")
    : refuseUnless(check(type, "item"));
}

function refuseUnless(condition: Condition): Layout {
  return unless(condition, "return false;");
}

/** Written out: what is checked most often is checked without a call. */
export function refuseNonObject(variable: string): Layout {
  const other = or(
    compare(`typeof ${variable}`, "!==", quote("object")),
    compare(variable, "===", "null"),
    term(call("Array.isArray", variable)),
  );
  return when(other, "return false;");
}

function refuseNonArray(): Layout {
  return "if (!Array.isArray(value)) return false;";
}

/** The value, once it is known to be an object. */
export function fields(helpers: Helpers): string {
  return `value as ${helpers.useType("guards", "Fields")}`;
}
