/** What the model cannot say, and the finding that says so. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PARSE_DIAGNOSTICS } from "../../generator/parse/diagnostics.js";
import { diagnosticsOf, errorsOfFile } from "../support/parsing.js";

const diagnostics = suite("diagnostics");

/** Whole files that are no schema. */
const FILES: readonly [string, string, readonly string[]][] = [
  ["an empty file", "", ["MCP100 - schema.ts has no declarations"]],
  [
    "comments alone",
    "// nothing\n/* here */\n",
    ["MCP100 - schema.ts has no declarations"],
  ],
  [
    "a binary file",
    "\u007fELF\0\0",
    ["MCP101 - schema.ts has a NUL character at offset 4"],
  ],
  [
    "a file of 20 million characters",
    " ".repeat(20_000_000),
    ["MCP102 - schema.ts has 20 million characters"],
  ],
  [
    "another protocol",
    "export interface Packet { id: number }",
    ["MCP104 1:1 There is no type `ClientRequest`"],
  ],
  [
    "another language",
    "syntax = 'proto3';",
    [
      "MCP104 1:1 There is no type `ClientRequest`",
      "MCP108 1:1 TS2304: Cannot find name 'syntax'.",
      "MCP110 1:1 Unsupported expression statement: syntax = 'proto3';",
    ],
  ],
];
for (const [name, text, want] of FILES)
  diagnostics(name, () => assert.equal(errorsOfFile(text), want));

diagnostics("come with a code frame, a cause and a fix", () => {
  const [first, ...others] = diagnosticsOf(
    "export type ClientRequest = never;\n\nexport enum Role {\n  user,\n}\n",
  );
  assert.equal(others, []);
  const { cause, fix } = PARSE_DIAGNOSTICS.MCP110;
  assert.equal(first, {
    severity: "error",
    code: "MCP110",
    message: "Unsupported enum declaration: export enum Role { user, }",
    place: {
      file: "schema.ts",
      line: 3,
      column: 1,
      frame: [
        "  1 | export type ClientRequest = never;",
        "  2 |",
        "> 3 | export enum Role {",
        "    | ^",
        "  4 |   user,",
        "  5 | }",
      ].join("\n"),
    },
    cause,
    fix,
  });
});

diagnostics("of a code say title, cause and fix in sentences", () => {
  for (const [code, { title, cause, fix }] of Object.entries(
    PARSE_DIAGNOSTICS,
  )) {
    assert.match(code, /^MCP1\d\d$/);
    assert.match(title, /^[A-Z].*[^.]$/);
    assert.match(cause, /^[A-Z`].*\.$/);
    assert.match(fix, /^[A-Z].*\.$/);
  }
});

diagnostics.run();
