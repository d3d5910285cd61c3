/**
 * Tests of the selection of generated declarations: only declarations that are
 * used are written.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  PRINT_WHOLE,
  printPages,
} from "../../../generator/emit/assemble/print-pages.js";
import type {
  ModulePage,
  UsedModule,
} from "../../../generator/emit/context.js";
import { createPiece } from "../../../generator/emit/print/pieces.js";

const test = suite("emit: unused code");

/**
 * Returns a page (generated file) with declarations. `pieces` contains the
 * names that each declaration uses, by the declaration's name.
 */
function page(
  path: string,
  pieces: Readonly<Record<string, string>>,
  modules: readonly UsedModule[] = [],
  reexports: readonly string[] = [],
): ModulePage {
  const made = Object.entries(pieces).map(([name, uses]) => ({
    names: [name],
    exports: [name],
    text: () => name,
    uses: new Set(uses.split(" ").filter(Boolean)),
    root: name !== "helper",
  }));
  return {
    path,
    modules,
    reexports,
    pieces: made,
    layOut: ({ imports, reexports }, isWritten) =>
      [
        imports,
        reexports,
        ...made.filter(isWritten).map(({ text }) => text()),
      ].join("\n"),
  };
}

const PAGES = [
  page("server.ts", { main: "used all.passed" }, [
    { from: "./lib/parts", exports: (name) => name === "used" },
    { from: "./lib/all", as: "all" },
  ]),
  page(
    "lib/parts.ts",
    { used: "helper inner", helper: "whole.Type", unused: "other" },
    [
      { from: "../inner", exports: (name) => /inner|other/.test(name) },
      { from: "../whole", as: "whole", types: true },
    ],
    ["Issue", "Validation"],
  ),
  page("lib/all.ts", { passed: "", left: "" }),
  page("inner.ts", { inner: "", other: "" }),
  page("whole.ts", { Type: "", Other: "" }),
  page("nobody.ts", { nobody: "" }),
];

const FILE = {
  path: "project.ts",
  text: 'import { type Issue as Its } from "./lib/parts.js";\n',
};

function texts(options: Partial<typeof PRINT_WHOLE>): Record<string, string> {
  const placed = PAGES.map((own) => ({
    path: own.path,
    page: own,
    lines: [],
    runtime: "./runtime",
  }));
  const { files } = printPages(placed, { ...PRINT_WHOLE, ...options });
  return Object.fromEntries(
    files.map(({ path, text }) => [path, text.trim().replace(/\n+/g, "\n")]),
  );
}

test("with a list of project files, `printPages` writes only declarations that these files use", () => {
  const isWhole = (path: string) => path === "server.ts";
  assert.equal(texts({ isWhole, files: [FILE] }), {
    "server.ts":
      'import { used } from "./lib/parts.js";\nimport * as all from "./lib/all.js";\nmain',
    "lib/parts.ts":
      'import { inner } from "../inner.js";\nimport type * as whole from "../whole.js";\nexport type { Issue } from "./runtime/validation.js";\nused\nhelper',
    "lib/all.ts": "passed",
    "inner.ts": "inner",
    "whole.ts": "Type",
  });
});

test("by default, `printPages` also writes the declarations that the project does not use", () => {
  const all = texts({ extension: "ts" });
  assert.is(Object.keys(all).length, PAGES.length);
  assert.match(all["lib/parts.ts"] ?? "", 'from "../inner.ts";');
  assert.match(all["lib/parts.ts"] ?? "", /used\nhelper\nunused$/);
});

test("`createPiece` creates the text of a declaration only once, at the first use", () => {
  const laidOut: string[] = [];
  const piece = createPiece("isTool", (use) => {
    laidOut.push("isTool");
    return use("guard");
  });
  assert.equal([piece.names, laidOut], [["isTool"], []]);
  assert.equal([[...piece.uses], piece.text()], [["guard"], "guard"]);
  assert.equal([[...piece.uses], laidOut], [["guard"], ["isTool"]]);
});

test.run();
