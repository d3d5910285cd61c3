/** A few lines that would make enormous types, or types without end. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { likelyRenames } from "../../generator/model/diff/renames.js";
import { declarationsByName } from "../../generator/model/lookup.js";
import { errorsOf, parseLines } from "../support/parsing.js";

const growth = suite("growth");

const times = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");

const HUGE: Record<string, string> = {
  "generic aliases of themselves": `type X0<T> = { a: T; b: T };\n${times(
    30,
    (n) => `type X${n}<T> = X${n - 1}<X${n - 1}<T>>;`,
  )}`,
  "arguments that double": `type X0<T> = T[];\n${times(
    60,
    (n) => `type X${n}<T> = X${n - 1}<[T, T]>;`,
  )}`,
  "generic interfaces": `interface X0<T> { a: T }\n${times(
    60,
    (n) => `interface X${n}<T> { a: X${n - 1}<T>; b: X${n - 1}<T[]> }`,
  )}`,
  "unions of unions": `type X0 = 1 | 2;\n${times(
    60,
    (n) => `type X${n} = X${n - 1} | X${n - 1}[] | X${n - 1};`,
  )}`,
  "intersections of intersections": `interface X0 { a: 1 }\n${times(
    60,
    (n) => `type X${n} = X${n - 1} & X${n - 1};`,
  )}`,
  "templates of templates": `type X0 = "a" | "b";\n${times(
    60,
    (n) => `type X${n} = \`\${X${n - 1}}\${X${n - 1}}\`;`,
  )}`,
};
for (const [name, lines] of Object.entries(HUGE))
  growth(`${name} are refused at the first that is too large`, () => {
    const [first, ...others] = errorsOf(lines);
    assert.match(
      first ?? "",
      /^MCP106 \d+:1 `X\d+` has more than 50\d{3} parts when it is written out$/,
    );
    for (const error of others) assert.match(error, /^MCP106 /);
  });

growth("names without type parameters stand once", () => {
  const lines = `type X0 = { a: 1 };\n${times(
    60,
    (n) => `type X${n} = { a: X${n - 1}; b: X${n - 1}[]; c?: X${n - 1} };`,
  )}`;
  assert.equal(errorsOf(lines), []);
});

growth("bases that many share are no growth", () => {
  const lines = `interface A0 { a: 1 }\ninterface B0 { b: 1 }\n${times(
    60,
    (n) =>
      `interface A${n} extends A${n - 1}, B${n - 1} {}\ninterface B${n} extends A${n - 1}, B${n - 1} {}`,
  )}`;
  assert.equal(errorsOf(lines), []);
});

growth("a union of thousands is not too large", () => {
  const types = times(40_000, (n) => `| "v${n}"`);
  assert.equal(errorsOf(`type X = ${types};\ntype Y = X | X | 1;`), []);
});

const ENDLESS: readonly [string, string, readonly string[]][] = [
  [
    "itself with a list of its own",
    "interface G<T> { next?: G<T[]> }",
    ["MCP107 1:1 The generic type `G` has no end of instances"],
  ],
  [
    "itself by way of another",
    "interface G<T> { next?: H<{ a: T }> }\ninterface H<T> { back?: G<T> }",
    ["MCP107 1:1 The generic type `G` has no end of instances"],
  ],
  [
    "itself, in an alias",
    "type G<T> = { next: G<T | null>[] };",
    ["MCP107 1:1 The generic type `G` has no end of instances"],
  ],
  ["itself as it is", "interface G<T> { next?: G<T>; v: T[] }", []],
  ["itself with its own arguments", "interface G<T, U> { n?: G<U, T> }", []],
  ["itself with a plain type", "interface G<T> { n?: G<string[]>; v: T }", []],
  [
    "another with a list of its own",
    "interface G<T> { n: H<T[]> }\ninterface H<T> { v: T }",
    [],
  ],
];
for (const [name, lines, want] of ENDLESS)
  growth(`a generic type that holds ${name}`, () =>
    assert.equal(errorsOf(lines), want),
  );

growth("thousands of other names are paired as they are", () => {
  const lines = (mark: string): string =>
    times(
      10_000,
      (n) => `interface ${mark}Thing${n} { a: 1; b: "${n}"; c: 2 }`,
    );
  const [older, newer] = [lines("Old"), lines("New")].map((text) =>
    declarationsByName(parseLines(text)),
  );
  const renames = likelyRenames(older ?? new Map(), newer ?? new Map());
  assert.is(renames.size, 10_000);
  assert.is(renames.get("OldThing7000"), "NewThing7000");
});

growth.run();
