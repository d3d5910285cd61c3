import { suite } from "uvu";
import * as assert from "uvu/assert";
import { importTypeScript } from "../../generator/emit/assemble/import-extension.js";

const test = suite("import extension");

const CASES: readonly [string, { given: string; want: string }][] = [
  [
    "an import",
    {
      given: 'import type { A } from "./a.js";',
      want: 'import type { A } from "./a.ts";',
    },
  ],
  [
    "an import of several lines",
    {
      given: 'import {\n  A,\n} from "../runtime/a.js";',
      want: 'import {\n  A,\n} from "../runtime/a.ts";',
    },
  ],
  [
    "an export of all",
    { given: 'export * from "./a.js";', want: 'export * from "./a.ts";' },
  ],
  ["an effect", { given: 'import "./a.js";', want: 'import "./a.ts";' }],
  [
    "an import when it is needed",
    { given: 'await import("./a.js");', want: 'await import("./a.ts");' },
  ],
  [
    "the type of an import",
    {
      given: 'let a: import("./a.js").A;',
      want: 'let a: import("./a.ts").A;',
    },
  ],
  ["a package", { given: 'import "a.js";', want: 'import "a.js";' }],
  [
    "a comment",
    {
      given:
        '  /**\n   * import "./a.js"\n   */\n  // import "./b.js"\nimport "./c.js";',
      want: '  /**\n   * import "./a.js"\n   */\n  // import "./b.js"\nimport "./c.ts";',
    },
  ],
  [
    "a string that looks like a comment's start",
    {
      given: 'const any = "*/*";\nimport "./c.js";',
      want: 'const any = "*/*";\nimport "./c.ts";',
    },
  ],
];

for (const [name, { given, want }] of CASES) {
  test(name, () => assert.is(importTypeScript(given), want));
}

test.run();
