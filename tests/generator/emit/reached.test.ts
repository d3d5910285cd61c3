/** Of modules, the declarations that roots reach. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { reachedOf } from "../../../generator/emit/assemble/reach.js";

const test = suite("emit: reached");

const HEAD = "/* made */\n\n";

const ROOT = `import { used, type Kind } from "./lib/parts.js";
import * as all from "./lib/all.js";

export const main = (hidden: Kind) => used(hidden, all.passed);
`;

const PARTS = `${HEAD}import { inner, other } from "../inner.js";
import type { Deep, Not } from "../inner.js";
import * as whole from "../whole.js";

export { passed, left } from "../runtime/a.js";

export type Kind = Deep | whole.Type;

export function used(value: Kind, hidden: number) {
  const { local: other } = { local: value };
  return inner(hidden, other);
}

export const hidden = 1;

export const unused = other;
`;

const ALL = `${HEAD}export { passed, left } from "../runtime/a.js";
`;

const INNER = `export const inner = (...all: unknown[]) => all;

export const other = 2;

export type Deep = { key: string };

export type Not = number;
`;

const WHOLE = `export type Type = 1;

export type Other = 2;
`;

const FILES = {
  "main.ts": ROOT,
  "lib/parts.ts": PARTS,
  "lib/all.ts": ALL,
  "inner.ts": INNER,
  "whole.ts": WHOLE,
  "nobody.ts": "export const nobody = 1;\n",
  "page.json": "{}",
};

test("what nobody uses goes, by name, alias and member; a root stays as it is", () => {
  const files = Object.entries(FILES).map(([path, text]) => ({ path, text }));
  const reached = reachedOf(files, ({ path }) => path === "main.ts");
  assert.equal(
    Object.fromEntries(reached.map(({ path, text }) => [path, text])),
    {
      "main.ts": ROOT,
      "lib/parts.ts": `${HEAD}import { inner } from "../inner.js";
import type { Deep } from "../inner.js";
import * as whole from "../whole.js";

export type Kind = Deep | whole.Type;

export function used(value: Kind, hidden: number) {
  const { local: other } = { local: value };
  return inner(hidden, other);
}
`,
      "lib/all.ts": `${HEAD}export { passed } from "../runtime/a.js";
`,
      "inner.ts": `export const inner = (...all: unknown[]) => all;

export type Deep = { key: string };
`,
      "whole.ts": "export type Type = 1;\n",
    },
  );
});

test.run();
