import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Doc } from "../../../generator/model/types.js";
import { casesOf, cellsOf } from "../../harness/run/cases.js";
import {
  declarationOf,
  expectErrors,
  warningsOf,
} from "../../harness/models/parsing.js";

const docs = suite("doc comments");

function docOf(comment: string): Doc {
  return declarationOf(`${comment}\nexport type X = string;`).doc;
}

/** Its text, and each tag with its own. */
function shown({ text, tags, deprecated }: Doc): string {
  const all = tags.map(({ name, text }) => `<${name}>${text}`).join("");
  return `${text}${all}${deprecated === null ? "" : " is deprecated"}`;
}

/** Comments, and what is read of them; `\\n` and `\\t` stand for what they do. */
const CASES = cellsOf(String.raw`
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
  /** 'a @deprecated' and ''a ' @internal'' */ | 'a @deprecated' and ''a ' @internal''
`);
for (const [comment = "", want = ""] of CASES)
  docs(comment, () => {
    const [given, text] = [comment, want].map((cell) =>
      cell
        .replaceAll("\\n", "\n")
        .replaceAll("\\t", "\t")
        .replaceAll("\\u0024", "$")
        .replaceAll("'", "`"),
    );
    assert.is(shown(docOf(given ?? "")), text);
  });

docs("on one line belong to what follows, at its end to nothing", () => {
  const found = declarationOf(
    "interface X { /** A. */ a: string; /** B. */ b: string; /** Of b. */\nc: string }",
  );
  if (found.kind !== "interface") throw new Error("X is an interface");
  assert.equal(
    found.members.map((member) => member.doc.text),
    ["A.", "B.", ""],
  );
});

const WARNINGS = casesOf(`
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
# tags that belong to nothing
/** @internal */
/** T. */
type X = "/** @deprecated */" | /** @deprecated */ "b";
/** @see nothing */
=> MCP141 1:1 No declaration or member follows the doc comment with @internal
=> MCP141 3:33 No declaration or member follows the doc comment with @deprecated
`);
for (const [what, lines, want] of WARNINGS)
  docs(`with ${what} are a warning`, () =>
    assert.equal(warningsOf(lines), want),
  );

docs("with a value that nothing can be checked against are an error", () =>
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
`),
);

// Code in comments: of each the first tag that is one is `@internal`.
for (const [what = "", ...lines] of cellsOf(`
  backquotes | \`\`\` | @deprecated | \`\`\`
  tildes | ~~~ | @deprecated | ~~~
  a fence of the other kind within | \`\`\` | ~~~ | @deprecated | \`\`\`
  a shorter one within | \`\`\`\` | \`\`\` | @deprecated | \`\`\`\`
  a longer one at the end | \`\`\` | @deprecated | \`\`\`\`
  a line within that opens none | ~~~ | \`\`\` | @deprecated | ~~~
`))
  docs(`in fences: ${what}`, () => {
    const doc = docOf(["/**", ...lines, "@internal", "*/"].join("\n"));
    assert.equal(doc.tags, [{ name: "internal", text: "" }]);
    assert.is(doc.text, lines.join("\n"));
  });

docs.run();
