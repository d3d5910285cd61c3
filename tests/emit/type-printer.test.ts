/**
 * Declarations are printed as Prettier lays them out. Prettier is asked here,
 * and nowhere in the program.
 */
import { format } from "prettier";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { declarationText } from "../../generator/emit/types/declaration-printer.js";
import { prose } from "../../generator/emit/print/doc-comment.js";
import { NO_DOC } from "../../generator/model/build.js";
import type { Declaration } from "../../generator/model/types.js";
import { readDeclarations } from "../../generator/parse/read/declarations.js";
import { createReporter } from "../../generator/parse/reporter.js";
import { readSource } from "../../generator/parse/read/source.js";
import { randomDeclarations } from "../support/random-types.js";
import { WHOLE } from "../support/whole.js";

const test = suite("type printer");

function declarations(text: string): Declaration[] {
  const reporter = createReporter("schema.ts", text);
  const source = readSource("schema.ts", text, reporter);
  const read = source
    ? readDeclarations(source, reporter, () => undefined)
    : [];
  const errors = reporter.diagnostics().filter((d) => d.severity === "error");
  assert.equal(errors, []);
  return read;
}

/** Sources on one line, and what Prettier and we both make of them. */
const CASES: readonly [string, { given: string; want: string }][] = [
  [
    "a constant",
    { given: "export const A = '2.0'", want: 'export const A = "2.0";' },
  ],
  [
    "a negative constant, not exported",
    { given: "const A = -32700", want: "const A = -32700;" },
  ],
  [
    "a constant that does not fit",
    {
      given: `export const A_LONG_NAME_OF_A_CONSTANT = "${"x".repeat(50)}"`,
      want: `export const A_LONG_NAME_OF_A_CONSTANT =\n  "${"x".repeat(50)}";`,
    },
  ],
  ["an empty interface", { given: "interface A { }", want: "interface A {}" }],
  [
    "members, optional, readonly, quoted, numbered and indexed",
    {
      given: `interface A { readonly a?: string; "b": 1; "x/y": true; "1": null; [key: string]: unknown }`,
      want: `\
interface A {
  readonly a?: string;
  b: 1;
  "x/y": true;
  "1": null;
  [key: string]: unknown;
}`,
    },
  ],
  [
    "documented members stand apart",
    {
      given: `interface A {\n/** One. */ a: 1; b: 2;\n/** Three.\n@deprecated */ c: 3 }`,
      want: `\
interface A {
  /** One. */
  a: 1;
  b: 2;

  /**
   * Three.
   *
   * @deprecated
   */
  c: 3;
}`,
    },
  ],
  [
    "an object type of one member stays on its line",
    {
      given: "interface A { a: { [key: string]: unknown } }",
      want: `interface A {\n  a: { [key: string]: unknown };\n}`,
    },
  ],
  [
    "an object type of two members does not",
    {
      given: "type A = { a: 1; b: {} }",
      want: "type A = {\n  a: 1;\n  b: {};\n};",
    },
  ],
  [
    "a base with arguments that do not fit",
    {
      given:
        'interface URLElicitationRequiredError extends Omit<JSONRPCErrorResponse, "error"> { }\ninterface JSONRPCErrorResponse { error: 1 }',
      want: `\
interface URLElicitationRequiredError extends Omit<
  JSONRPCErrorResponse,
  "error"
> {}`,
    },
  ],
  [
    "several bases",
    {
      given: "interface A extends B, C { }\ninterface B { }\ninterface C { }",
      want: "interface A extends B, C {}",
    },
  ],
  [
    "several bases that do not fit",
    {
      given: `interface AnInterfaceWithALongName extends ${"B".repeat(30)}, ${"C".repeat(30)} { }\ninterface ${"B".repeat(30)} { }\ninterface ${"C".repeat(30)} { }`,
      want: `interface AnInterfaceWithALongName\n  extends ${"B".repeat(30)}, ${"C".repeat(30)} {}`,
    },
  ],
  [
    "a union on one line",
    {
      given: "type A = | 'a' | 1 | undefined",
      want: 'type A = "a" | 1 | undefined;',
    },
  ],
  [
    "a union below its alias",
    {
      given: `type A = "${"a".repeat(35)}" | "${"b".repeat(35)}"`,
      want: `type A =\n  "${"a".repeat(35)}" | "${"b".repeat(35)}";`,
    },
  ],
  [
    "a union one a line",
    {
      given: `type A = "${"a".repeat(40)}" | "${"b".repeat(40)}"`,
      want: `type A =\n  | "${"a".repeat(40)}"\n  | "${"b".repeat(40)}";`,
    },
  ],
  [
    "an object or null",
    {
      given: "type A = { a: 1; b: 2 } | null",
      want: "type A = {\n  a: 1;\n  b: 2;\n} | null;",
    },
  ],
  [
    "parentheses where they are needed, and only there",
    {
      given:
        'interface A { a: (("a") | 1)[]; b: (A)[]; c: (typeof C)[]; d: (A & B)[]; e: ("x" & A) | 1; f: (typeof C) }\ninterface B { }\nconst C = 1',
      want: `\
interface A {
  a: ("a" | 1)[];
  b: A[];
  c: (typeof C)[];
  d: (A & B)[];
  e: ("x" & A) | 1;
  f: typeof C;
}`,
    },
  ],
  [
    "utility types",
    {
      given:
        'interface A { a: Omit<A, "b" | "c">; b: Partial<A>; c: Record<string, A | 1>; d: NonNullable<A | null>; e: Array<A>; f: Partial<{ a: 1 }> }',
      want: `\
interface A {
  a: Omit<A, "b" | "c">;
  b: Partial<A>;
  c: Record<string, A | 1>;
  d: NonNullable<A | null>;
  e: A[];
  f: Partial<{ a: 1 }>;
}`,
    },
  ],
];

for (const [name, { given, want }] of CASES) {
  test(name, async () => {
    const [first] = declarations(given);
    assert.ok(first);
    assert.is(declarationText(first), want);
    assert.is(await format(want, { parser: "typescript" }), `${want}\n`);
  });
}

test("a key named __proto__ and one with quotes and line ends", () => {
  const position = { line: 1, column: 1 };
  const member = (name: string): object => ({
    kind: "property",
    name,
    optional: false,
    readonly: false,
    type: { kind: "literal", value: name },
    doc: NO_DOC,
    position,
  });
  const declaration = {
    kind: "interface",
    name: "A",
    exported: true,
    doc: prose("*/"),
    position,
    extends: [],
    members: [member("__proto__"), member('"\n\u2028')],
  } as unknown as Declaration;
  assert.is(
    declarationText(declaration),
    `/** *\\/ */
export interface A {
  __proto__: "__proto__";
  '"\\n\\u2028': '"\\n\\u2028';
}`,
  );
});

test("Prettier changes nothing in random declarations", async () => {
  for (const declaration of randomDeclarations(WHOLE ? 600 : 100, 1)) {
    const text = `${declarationText(declaration)}\n`;
    assert.is(await format(text, { parser: "typescript" }), text);
  }
});

test.run();
