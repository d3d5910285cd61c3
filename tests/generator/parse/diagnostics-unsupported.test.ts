/**
 * Tests of the diagnostics for TypeScript syntax that models cannot represent.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { expectErrors, getErrors } from "../../harness/models/parsing.js";

const test = suite("parse: unsupported syntax");

/** Unsupported TypeScript constructs, with the expected diagnostics. */
const UNREADABLE = `
enum A { B } interface C { a: A; b: typeof A }
  MCP110 1 Unsupported enum declaration: enum A { B }
import D, { E as F } from './x'; interface G extends D { a: F[] }
  MCP110 1 Unsupported import declaration: import D, { E as F } from './x';
export default interface J {}
  MCP110 8 Unsupported default keyword: default
let k = 1;
  MCP110 1 Unsupported variable statement: let k = 1;
interface O<T, U = T> { t: T; u: U } type P<T> = O<T[]>;
  MCP110 13 Unsupported type parameter: T
  MCP110 45 Unsupported type parameter: T
const X = 1; type X = typeof X;
  MCP124 14 alias \`X\` is already declared as constant at schema.ts:6:1
type XX = 1; const XX = 1;
  MCP124 14 constant \`XX\` is already declared as alias at schema.ts:7:1
interface Y { a: this }
  MCP111 18 Unsupported this type: this
type U = typeof globalThis.x | typeof undefined;
  MCP111 10 Unsupported type query: typeof globalThis.x
  MCP111 39 Unsupported type: undefined
type V = 1n | -1n | 1e999;
  MCP111 10 Unsupported literal type: 1n
  MCP111 15 Unsupported literal type: -1n
  MCP111 21 Unsupported literal type: 1e999
type W = void | bigint | symbol;
  MCP111 10 Unsupported void keyword: void
  MCP111 17 Unsupported big int keyword: bigint
  MCP111 26 Unsupported symbol keyword: symbol
type Z = Y['a'] | keyof Y;
  MCP111 10 Unsupported indexed access type: Y['a']
  MCP111 19 Unsupported type operator: keyof Y
type AA = [a: string, b?: 1, ...c: 2[]];
  MCP111 11 Unsupported tuple type: [a: string, b?: 1, ...c: 2[]]
type AD = Pick<Y, 'a'> | Required<Y> | Readonly<Y>;
  MCP111 11 Unsupported type: Pick
  MCP111 26 Unsupported type: Required
  MCP111 40 Unsupported type: Readonly
type AF = Date | String | Map<string, 1> | Promise<1>;
  MCP111 11 Unsupported type: Date
  MCP111 18 Unsupported type: String
  MCP111 27 Unsupported type: Map
  MCP111 44 Unsupported type: Promise
interface AG { a(): string; (): string; new (): string }
  MCP112 16 Unsupported method signature: a(): string;
  MCP112 29 Unsupported call signature: (): string;
  MCP112 41 Unsupported construct signature: new (): string
interface AH { get b(): string; ['a']: 1; c }
  MCP112 16 Unsupported get accessor: get b(): string;
  MCP112 33 Unsupported member with a computed name: ['a']: 1;
  MCP112 43 Unsupported member without a type: c
const AI = { a: 1 }, AJ = 1 + 1, AK = \`a\${1}\`, AL = 1n;
  MCP113 7 Unsupported constant: AI = { a: 1 }
  MCP113 22 Unsupported constant: AJ = 1 + 1
  MCP113 34 Unsupported constant: AK = \`a\${1}\`
  MCP113 48 Unsupported constant: AL = 1n
const AM = +1, AN = undefined, AO: string = 'a';
  MCP113 7 Unsupported constant: AM = +1
  MCP113 16 Unsupported constant: AN = undefined
  MCP113 32 Unsupported constant: AO: string = 'a'
interface AP { [a: number]: string }
  MCP114 16 Unsupported index signature: [a: number]: string
type AR = string; interface AS { [k: AR]: 1 }
  MCP114 34 Unsupported index signature: [k: AR]: 1
type AU = Omit<Y, string>;
  MCP115 19 Keys that are not string literals
`;
test("the parser reports all unsupported constructs at once", () =>
  expectErrors(UNREADABLE));

/**
 * Types that are supported alone but not as an operand or base type, with the
 * expected diagnostics.
 */
const OPERANDS = `
interface A extends Array<string> {}
  MCP131 1 \`A\` extends \`string[]\`, which is not an object type
type B = string[]; interface C extends B {}
  MCP131 20 \`C\` extends \`B\`, which is not an object type
type D = number & { a: 1 };
  MCP111 1 \`D\` uses \`number & { a: 1 }\`, which needs object types
type DB = number & string & { minimum: 1 };
  MCP111 1 \`DB\` uses \`number & string & { minimum: 1 }\`, which needs object types
type DA = number & { minimum?: 0 } | number & { minLength: 1 } | number & { minimum: "0" };
  MCP111 1 \`DA\` uses \`number & { minimum?: 0 }\`, which needs object types
  MCP111 1 \`DA\` uses \`number & { minLength: 1 }\`, which needs object types
  MCP111 1 \`DA\` uses \`number & { minimum: "0" }\`, which needs object types
type E = string[] & ({ a: 1 } | { b: 1 });
  MCP111 1 \`E\` uses \`string[] & ({ a: 1 } | { b: 1 })\`, which needs object types
type F = Omit<string, 'length'>;
  MCP111 1 \`F\` uses \`Omit<string, "length">\`, which needs object types
type G = Partial<string[]>;
  MCP111 1 \`G\` uses \`Partial<string[]>\`, which needs object types
type H = { a: 1 } | { b: 2 }; type I = Omit<H, 'a'> | Partial<H>;
  MCP111 31 \`I\` uses \`Omit<H, "a">\`, which needs object types
  MCP111 31 \`I\` uses \`Partial<H>\`, which needs object types
type J = Record<number, 1> | Record<1, 1> | Record<"a" | 1, 1>;
  MCP114 1 The keys of a \`Record\` in \`J\` are not strings: Record<number, 1>
  MCP114 1 The keys of a \`Record\` in \`J\` are not strings: Record<1, 1>
  MCP114 1 The keys of a \`Record\` in \`J\` are not strings: Record<"a" | 1, 1>
`;
test("the parser accepts an intersection that contains an intersection with a union", () => {
  const inner = "type B = { b: 1 } & ({ c: 1 } | { d: 1 });";
  assert.equal(getErrors(`type A = { a: 1 } & B; ${inner}`), []);
});

test("the parser reports all unsupported operand types and base types at once", () =>
  expectErrors(OPERANDS));

test.run();
