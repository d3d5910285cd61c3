/** What the model cannot say, and the finding that says so. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PARSE_DIAGNOSTICS } from "../../generator/parse/diagnostics.js";
import { diagnosticsOf, errorsOfFile } from "../support/parsing.js";

const diagnostics = suite("diagnostics");

diagnostics("of a file of 20 million characters", () =>
  assert.equal(errorsOfFile(" ".repeat(20_000_000)), [
    "MCP102 - schema.ts has 20 million characters",
  ]),
);

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
