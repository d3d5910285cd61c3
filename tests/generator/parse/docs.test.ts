import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Doc } from "../../../generator/model/types.js";
import { parseCases, parseCells } from "../../harness/run/cases.js";
import {
  getDeclaration,
  expectErrors,
  getWarnings,
} from "../../harness/models/parsing.js";

const test = suite("parse: doc comments");

function readDoc(comment: string): Doc {
  return getDeclaration(`${comment}\nexport type X = string;`).doc;
}

/**
 * Returns one line with the text of a doc comment, followed by each tag and its
 * text.
 */
function printDoc({ text, tags, deprecated }: Doc): string {
  const all = tags.map(({ name, text }) => `<${name}>${text}`).join("");
  return `${text}${all}${deprecated === null ? "" : " is deprecated"}`;
}

/**
 * Doc comments, each with the text and tags that the parser must read. `\\n` is
 * a line end and `\\t` a tab.
 */
const CASES = parseCells(String.raw`
  /** Text. */ | Text.
  /**\n * One\n *\n *  - a\n *    * b\n */ | One\n\n - a\n   * b
  /**\n   One\n     two\n  */ | One\n  two
  /**\n * One  \n * two\t\n **/ | One\ntwo
  /** */ |
  /** One. */\n/** Two. */ | Two.
  /** See {@link X} and {@deprecated not}. */ | See {@link X} and {@deprecated not}.
  /** {{x}} *\/ \u0024{y} */ | {{x}} *\/ \u0024{y}
  /**\n * T.\n * @minimum 0\n *\n * @example One\n * ~~~json\n * {}\n * ~~~\n * @internal\n */
    | T.<minimum>0<example>One\n~~~json\n{}\n~~~<internal>
  /** @internal @deprecated Use Y. */ | <internal><deprecated>Use Y. is deprecated
  /** @TJS-pattern ^[\x21-\x7E]+$ */ | <TJS-pattern>^[\x21-\x7E]+$
  /** @items.minimum 0 */ | <items>.minimum 0
  /**\n * Ask me@example.com, @someone or @{x}.\n * @scope/package */
    | Ask me@example.com, @someone or @{x}.\n@scope/package
  /** One\n * @description Two\n * @internal */ | One\n Two<internal>
  /** 'a @deprecated' and ''a ' @internal'' */ | 'a @deprecated' and ''a ' @internal''
`);
for (const [comment = "", want = ""] of CASES)
  test(`the parser reads text and tags of the doc comment ${comment}`, () => {
    const [given, text] = [comment, want].map((cell) =>
      cell
        .replaceAll("\\n", "\n")
        .replaceAll("\\t", "\t")
        .replaceAll("\\u0024", "$")
        .replaceAll("'", "`"),
    );
    assert.is(printDoc(readDoc(given ?? "")), text);
  });

test("a doc comment at the end of a line belongs to no member", () => {
  const found = getDeclaration(
    "interface X { /** A. */ a: string; /** B. */ b: string; /** Not of c. */\nc: string }",
  );
  if (found.kind !== "interface") throw new Error("X is not an interface");
  assert.equal(
    found.members.map((member) => member.doc.text),
    ["A.", "B.", ""],
  );
});

const WARNINGS = parseCases(`
# an unknown tag
/**
 * T.
 * @frobnicate it
 */
type X = string;
/** @returns x
 @security Y */ type Y = string;
=> MCP140 3:4 Unknown tag @frobnicate
=> MCP140 7:2 Unknown tag @security
# a tag but no declaration after it
/** @internal */
/** T. */
type X = "/** @deprecated */" | /** @deprecated */ "b";
/** @see nothing */
=> MCP141 1:1 No declaration or member follows the doc comment with @internal
=> MCP141 3:33 No declaration or member follows the doc comment with @deprecated
`);
for (const [what, lines, want] of WARNINGS)
  test(`a doc comment with ${what} causes a warning`, () =>
    assert.equal(getWarnings(lines), want));

test("the parser reports an invalid value of a doc tag such as `@minimum`", () =>
  expectErrors(`
/** @minimum x
  MCP142 5 @minimum takes a number, not \`x\`
 * @maximum 1 or so
  MCP142 4 @maximum takes a number, not \`1 or so\`
 */ type X = number;
/** @pattern [ */ type Y = string;
  MCP142 5 @pattern takes a regular expression, not \`[\`
interface Z { /** @minLength -1 */ a: string }
  MCP142 19 @minLength takes a count, not \`-1\`
interface Z1 { /** @maxLength x */ a: string }
  MCP142 20 @maxLength takes a count, not \`x\`
interface Z2 { /** @minItems 1.5 */ a: string[] }
  MCP142 20 @minItems takes a count, not \`1.5\`
interface Z3 { /** @maxItems x */ a: string[] }
  MCP142 20 @maxItems takes a count, not \`x\`
interface Z4 { /** @TJS-pattern [ */ a: string }
  MCP142 20 @TJS-pattern takes a regular expression, not \`[\`
`));

// Doc comments with fenced code. In each case, the first tag outside of the
// code is `@internal`, and tags inside are ignored.
for (const [what = "", ...lines] of parseCells(`
  a fence of backquotes | \`\`\` | @deprecated | \`\`\`
  a fence of tildes | ~~~ | @deprecated | ~~~
  a fence of backquotes around a fence of tildes | \`\`\` | ~~~ | @deprecated | \`\`\`
  a fence around a shorter one | \`\`\`\` | \`\`\` | @deprecated | \`\`\`\`
  a fence with a longer end | \`\`\` | @deprecated | \`\`\`\`
  a fence of tildes around a line of backquotes | ~~~ | \`\`\` | @deprecated | ~~~
`))
  test(`the parser ignores tags in fenced code of a doc comment: ${what}`, () => {
    const doc = readDoc(["/**", ...lines, "@internal", "*/"].join("\n"));
    assert.equal(doc.tags, [{ name: "internal", text: "" }]);
    assert.is(doc.text, lines.join("\n"));
  });

test.run();
