/**
 * Compares the declarations that the generator prints with the output of
 * Prettier. The generator itself does not use Prettier.
 */
import { format } from "prettier";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { formatDeclaration } from "../../../generator/emit/types/declaration-printer.js";
import type { Declaration } from "../../../generator/model/types.js";
import { readDeclarations } from "../../../generator/parse/read/declarations.js";
import { createReporter } from "../../../generator/parse/reporter.js";
import { readSource } from "../../../generator/parse/read/source.js";
import { random } from "../../harness/models/mutations.js";
import { WHOLE } from "../../harness/run/sampling.js";

const test = suite("emit: type printer");

function declarations(text: string): readonly Declaration[] {
  const reporter = createReporter("schema.ts", text);
  const source = readSource("schema.ts", text, reporter);
  const read = source ? readDeclarations(source, reporter) : [];
  const errors = reporter.diagnostics().filter((d) => d.severity === "error");
  assert.equal(errors, [], text);
  return read;
}

const long = (name: string, length = 40): string => name.repeat(length);

/** Declarations for which the printer and Prettier agree. */
const SOURCES: readonly string[] = [
  "export const A = '2.0'",
  "const A = -32700",
  `export const A_LONG_NAME_OF_A_CONSTANT = "${long("x", 50)}"`,
  "type A = {\n a: 1; b: {} }",
  'interface URLElicitationRequiredError extends Omit<JSONRPCErrorResponse, "error"> { }',
  `interface AnInterfaceWithALongName extends ${long("B", 30)}, ${long("C", 30)} { }`,
  `type A = "${long("a", 35)}" | "${long("b", 35)}"`,
  `type A = "${long("a")}" | "${long("b")}"`,
  "type A = {\n a: 1; b: 2 } | null",
  'interface A { a: (("a") | 1)[]; b: (A)[]; c: (typeof C)[]; d: (A & B)[]; e: ("x" & A) | 1; f: (typeof C) }',
  'interface A { a: Omit<A, "b" | "c">; c: Record<string, A | 1>; d: NonNullable<A | null>; f: Partial<{ a: 1 }> }',
];

for (const source of SOURCES)
  test(`\`formatDeclaration\` formats a declaration as Prettier does: ${source}`, async () => {
    const [first] = declarations(source);
    assert.ok(first);
    const want = await format(source, { parser: "typescript" });
    assert.is(`${formatDeclaration(first)}\n`, want);
  });

test("`formatDeclaration` quotes only keys that need quotes", () => {
  const source =
    'interface A { /** *\\/ */ "b": 1; __proto__: Array<A>;\n/** C. */ "\\"\\u2028": 2 }';
  const [first] = declarations(source);
  assert.ok(first);
  assert.is(
    formatDeclaration(first),
    `\
interface A {
  /** *\\/ */
  b: 1;
  __proto__: A[];

  /** C. */
  '"\\u2028': 2;
}`,
  );
});

const below = random(1);
const chance = (part: number): boolean => below(100) < part;
const pick = (...items: readonly string[]): string =>
  items[below(items.length)] ?? "";
const some = (least: number, most: number, make: () => string): string[] =>
  Array.from({ length: least + below(most - least + 1) }, make);
const name = (): string => pick("A", "Tool", "LongerName", long("x", 26));

/**
 * Returns the text of a random member, formatted as by Prettier, with or
 * without a comment.
 */
function member(depth: number, index: number): string {
  const doc = chance(20) ? "/** Short. */\n" : "";
  const key = chance(15)
    ? `[${name()}: string]`
    : `${pick("a", '"x/y"', '"1"', long("k"), "$ref")}${pick("", "", "?")}`;
  const readonly = chance(10) ? "readonly " : "";
  return `${doc && index > 0 ? "\n" : ""}${doc}${readonly}${key}: ${type(depth)};`;
}

function members(count: number, depth: number): string {
  return Array.from({ length: count }, (_, at) => member(depth, at)).join("\n");
}

function object(depth: number): string {
  const body = members(below(4), depth);
  // Prettier keeps an object on several lines if a line end follows its opening
  // brace.
  return /\n/.test(body) ? `{\n${body}\n}` : `{ ${body} }`;
}

const LEAVES = `string unknown undefined -1 "text" null 0.5 "${long("y", 30)}" 'it\\'s'`;

/**
 * Returns the text of a random type, with nested types in parentheses. A union
 * or intersection never contains its own kind directly, because Prettier would
 * merge the two.
 */
function type(depth: number, within = -1): string {
  const kind = below(6);
  if (depth <= 0 || (kind < 2 && kind === within) || chance(15))
    return pick(...LEAVES.split(" "), `typeof ${name()}`, name());
  const inner = (): string => `(${type(depth - 1, kind)})`;
  switch (kind) {
    case 0:
      return some(2, 5, inner).join(" | ");
    case 1:
      return `${inner()} & ${inner()}`;
    case 2:
      return `${inner()}[]`;
    case 3:
      return `Record<${inner()}, ${inner()}>`;
    case 4:
      return `${pick("Partial", "NonNullable")}<${inner()}>`;
    default:
      return object(depth - 1);
  }
}

function declaration(): string {
  const head = `${chance(70) ? "export " : ""}${chance(20) ? "interface" : "type"} ${name()}`;
  if (head.includes("type ")) return `${head} = ${type(4)};`;
  const bases = some(0, 3, name).join(", ");
  const body = members(below(6), 3);
  return `${head}${bases && ` extends ${bases}`} {\n${body}\n}`;
}

test("`formatDeclaration` formats random declarations as Prettier does", async () => {
  for (let count = WHOLE ? 600 : 150; count > 0; count--) {
    const source = declaration();
    const [first] = declarations(source);
    assert.ok(first);
    const want = await format(source, { parser: "typescript" });
    assert.is(`${formatDeclaration(first)}\n`, want);
  }
});

test.run();
