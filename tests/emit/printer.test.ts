/** Our printer of layouts against Prettier's own. */
import { builders, printer } from "prettier/doc";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Random } from "../../generator/emit/corpus/random.js";
import { printPlain, type PlainDoc } from "../../generator/emit/printer.js";

const printing = suite("printer");

const { align, group, hardline, ifBreak, indent, indentIfBreak } = builders;
const { line, lineSuffixBoundary, softline } = builders;

/** A document of every builder that layouts use. */
function grow(random: Random, ids: symbol[], depth = 0): builders.Doc {
  const inner = (): builders.Doc => grow(random, ids, depth + 1);
  const list = (): builders.Doc[] =>
    Array.from({ length: random.below(5) + 1 }, inner);
  const simple: (() => builders.Doc)[] = [
    () => random.pick(["", "a", "word ", "some words", "x".repeat(20)]),
    () => random.pick(["const", " =", "  ", "(", ")"]),
    () => line,
    () => softline,
    () => lineSuffixBoundary,
  ];
  if (depth > 5) return random.pick(simple)();
  return random.pick([
    ...simple,
    list,
    list,
    () => group(list()),
    () => group(list(), { shouldBreak: random.chance(0.2) }),
    () => {
      const id = Symbol("group");
      const made = group(list(), { id });
      ids.push(id);
      return [made, indentIfBreak(inner(), { groupId: id })];
    },
    () => indent(list()),
    () => align(2, list()),
    () => ifBreak(inner(), inner()),
    () =>
      ids.length > 0
        ? ifBreak(inner(), inner(), { groupId: random.pick(ids) })
        : "",
    () => (random.chance(0.3) ? hardline : line),
  ])();
}

function byPrettier(doc: builders.Doc, printWidth: number): string {
  return printer.printDocToString(doc, {
    printWidth,
    tabWidth: 2,
    useTabs: false,
    endOfLine: "lf",
  } as Parameters<typeof printer.printDocToString>[1]).formatted;
}

printing("prints what Prettier prints", () => {
  for (let seed = 0; seed < 4000; seed++) {
    const make = () => grow(new Random(`document ${seed}`), []);
    const width = seed % 5 === 0 ? 20 : 80;
    const ours = printPlain(make() as PlainDoc, width);
    assert.is(ours, byPrettier(make(), width), `document ${seed}`);
  }
});

for (const [what, doc] of [
  ["wide text", "名前"],
  ["a tab", "a\tb"],
  ["a fill", builders.fill(["a", line, "b"])],
  ["a conditional group", builders.conditionalGroup(["a", "b"])],
  ["an unusual indentation", builders.dedentToRoot("a")],
] as const)
  printing(`${what} is left to Prettier`, () => {
    assert.is(printPlain([group(["a", doc])] as PlainDoc, 80), null);
  });

printing.run();
