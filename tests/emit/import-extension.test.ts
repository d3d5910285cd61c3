import { suite } from "uvu";
import * as assert from "uvu/assert";
import { importTypeScript } from "../../generator/emit/assemble/import-extension.js";

const test = suite("import extension");

const CASES: readonly [name: string, given: string, want: string][] = [
  [
    "an import",
    'import type { A } from "./a.js";',
    'import type { A } from "./a.ts";',
  ],
  [
    "an import of several lines",
    'import {\n  A,\n} from "../runtime/a.js";',
    'import {\n  A,\n} from "../runtime/a.ts";',
  ],
  ["an export of all", 'export * from "./a.js";', 'export * from "./a.ts";'],
  ["an effect", 'import "./a.js";', 'import "./a.ts";'],
  [
    "an import when it is needed",
    'await import("./a.js");',
    'await import("./a.ts");',
  ],
  [
    "the type of an import",
    'let a: import("./a.js").A;',
    'let a: import("./a.ts").A;',
  ],
  ["a package", 'import "a.js";', 'import "a.js";'],
  [
    "a comment",
    '  /**\n   * import "./a.js"\n   */\n  // import "./b.js"\nimport "./c.js";',
    '  /**\n   * import "./a.js"\n   */\n  // import "./b.js"\nimport "./c.ts";',
  ],
  [
    "a string that looks like a comment's start",
    'const any = "*/*";\nimport "./c.js";',
    'const any = "*/*";\nimport "./c.ts";',
  ],
];

for (const [name, given, want] of CASES) {
  test(name, () => assert.is(importTypeScript(given), want));
}

test.run();
