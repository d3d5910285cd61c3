/** Tests of the errors about extension schemas. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readBundledSchema } from "../../generator/source/read.js";
import {
  getErrors,
  HEAD,
  IMPORT,
  MESSAGE,
  createComment,
  type File,
} from "../harness/source/extensions.js";

const test = suite("errors of extension schemas");

const REFUSED: readonly (readonly [
  about: string,
  files: readonly (File | string)[],
  errors: readonly string[],
  revision?: string,
])[] = [
  [
    "an import of an unknown name",
    [
      `${HEAD}import type { Resutl, Nothing } from "x";\nexport type A = string;\n`,
    ],
    [
      "MCP160 x1.ts:2:15 2026-07-28 exports no type `Resutl`. Did you mean `Result`?",
      "MCP160 x1.ts:2:23 2026-07-28 exports no type `Nothing`.",
    ],
  ],
  [
    "an import that the revision does not declare",
    [
      `${HEAD}import type { InputRequests } from "x";\nexport type A = InputRequests;\n`,
    ],
    ["MCP160 x1.ts:2:15 2024-11-05 exports no type `InputRequests`."],
    "2024-11-05",
  ],
  [
    "an import of a whole module",
    [
      `${HEAD}import * as core from "x";\nimport "y";\nexport type A = string;\n`,
    ],
    [
      'MCP161 x1.ts:2:1 Unsupported import: import * as core from "x";',
      'MCP161 x1.ts:3:1 Unsupported import: import "y";',
    ],
  ],
  [
    "a name that the revision declares",
    [`${HEAD}export type Tool = string;\n`],
    [
      "MCP162 x1.ts:2:1 `Tool` is already declared by 2026-07-28 at schema/2026-07-28/schema.ts:TOOL",
    ],
  ],
  [
    "a name that another extension declares",
    [
      `${HEAD}export type A = string;\n`,
      "/** Extension Identifier: com.example/y */\n\nexport type A = number;\n",
    ],
    ["MCP162 x2.ts:3:1 `A` is already declared by com.example/x at x1.ts:2:1"],
  ],
  [
    "a method that the revision declares",
    [
      `${HEAD}${IMPORT}export interface MineRequest extends JSONRPCRequest { method: "tools/call" }
export interface MineResult extends Result {}\n`,
    ],
    [
      'MCP163 x1.ts:3:1 `MineRequest` has the method "tools/call", which `CallToolRequest` of 2026-07-28 already uses',
    ],
  ],
  [
    "a duplicate method",
    [
      `${HEAD}${IMPORT}export interface ARequest extends JSONRPCRequest { method: "x/a" }
export interface AResult extends Result {}
export interface BRequest extends JSONRPCRequest { method: "x/a" }
export interface BResult extends Result {}\n`,
    ],
    [
      'MCP163 x1.ts:5:1 `BRequest` has the method "x/a", which `ARequest` of com.example/x already uses',
    ],
  ],
  [
    "a missing identifier",
    ["export type A = string;\n"],
    [
      "MCP164 x1.ts:1:1 The file of the extension does not contain the extension's identifier",
    ],
  ],
  [
    "an identifier after the first statement",
    [`export type A = string;\n${HEAD}`],
    [
      "MCP164 x1.ts:1:1 The file of the extension does not contain the extension's identifier",
    ],
  ],
  [
    "an invalid identifier",
    ["// Extension Identifier: x\nexport type A = string;\n"],
    ['MCP164 x1.ts:1:1 "x" is not a valid identifier of an extension'],
  ],
  [
    "a duplicate extension",
    [
      `${HEAD}export type A = string;\n`,
      { text: "export type B = string;\n", identifier: "com.example/y" },
      { text: "export type C = string;\n", identifier: "com.example/x" },
    ],
    ["MCP165 x3.ts:1:1 The extension com.example/x was given twice"],
  ],
  [
    "settings that are no exported type",
    [
      `${createComment("@serverSettings Hidden", "@clientSettings LIMIT")}${MESSAGE}
interface Hidden { a?: 1 }
export const LIMIT = 3;
`,
    ],
    [
      "MCP166 x1.ts:3:4 The extension exports no type `Hidden`, which `@serverSettings` names",
      "MCP166 x1.ts:4:4 The extension exports no type `LIMIT`, which `@clientSettings` names",
    ],
  ],
  [
    "invalid tags @declaredBy and @serverSettings",
    [createComment("@declaredBy servers", "@serverSettings Nope") + MESSAGE],
    [
      "MCP166 x1.ts:3:4 `@declaredBy servers` is not one of client, server and both",
      "MCP166 x1.ts:4:4 The extension exports no type `Nope`, which `@serverSettings` names",
    ],
  ],
  [
    "a duplicate tag, and settings of a side that does not declare the extension",
    [
      createComment(
        "@declaredBy client",
        "@declaredBy server",
        "@serverSettings Set",
      ) + MESSAGE,
    ],
    [
      "MCP166 x1.ts:4:4 The tag `@declaredBy` was given twice",
      "MCP166 x1.ts:5:4 `@serverSettings` describes settings of the server, but only the client declares the extension",
    ],
  ],
  [
    "settings of the client in an extension that only the server declares",
    [createComment("@declaredBy server", "@clientSettings Set") + MESSAGE],
    [
      "MCP166 x1.ts:4:4 `@clientSettings` describes settings of the client, but only the server declares the extension",
    ],
  ],
  [
    "a declared extension without messages and settings",
    [`${createComment("@declaredBy server")}export type A = string;\n`],
    [
      "MCP166 x1.ts:3:4 `@declaredBy server` has no effect: the extension has neither messages nor settings",
    ],
  ],
  [
    "a TypeScript error about an imported type",
    [
      `${HEAD}import type { Tool } from "x";\nexport interface A extends Tool { name: number }\n`,
    ],
    [
      "MCP108 x1.ts:3:18 TS2430: Interface 'A' incorrectly extends interface 'Tool'. Types of property 'name' are incompatible. Type 'number' is not assignable to type 'string'.",
    ],
  ],
  [
    "a protocol name without an import",
    [`${HEAD}export type A = Tool;\n`],
    ["MCP108 x1.ts:2:17 TS2304: Cannot find name 'Tool'."],
  ],
  [
    "an unsupported type",
    [`${HEAD}export type A = { [K in "a"]: string };\n`],
    ['MCP111 x1.ts:2:17 Unsupported mapped type: { [K in "a"]: string }'],
  ],
  [
    "a constant with a widening annotation",
    [`${HEAD}export const A: string = "a";\n`],
    ['MCP113 x1.ts:2:14 Unsupported constant: A: string = "a"'],
  ],
];

for (const [about, files, errors, revision] of REFUSED)
  test(`an extension schema is refused because of ${about}`, () => {
    const { text } = readBundledSchema("2026-07-28");
    const before = text.slice(0, text.indexOf("export interface Tool "));
    const tool = `${before.split("\n").length}:1`;
    assert.equal(
      getErrors(files, revision),
      errors.map((error) => error.replace(/TOOL$/, tool)),
    );
  });

test.run();
