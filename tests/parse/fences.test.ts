/** Code in comments: what looks like a tag in it is none. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { declarationOf } from "../support/parsing.js";

const test = suite("doc comments: fences");

// Of each the first tag that is one is `@internal`.
for (const [what, ...lines] of [
  ["backquotes", "```", "@deprecated", "```"],
  ["tildes", "~~~", "@deprecated", "~~~"],
  ["a fence of the other kind within", "```", "~~~", "@deprecated", "```"],
  ["a shorter one within", "````", "```", "@deprecated", "````"],
  ["a longer one at the end", "```", "@deprecated", "````"],
  ["a line within that opens none", "~~~", "```", "@deprecated", "~~~"],
])
  test(String(what), () => {
    const comment = ["/**", ...lines, "@internal", "*/"].join("\n");
    const { doc } = declarationOf(`${comment}\nexport type X = string;`);
    assert.equal(
      doc.tags.map(({ name }) => name),
      ["internal"],
    );
    assert.is(doc.text, lines.join("\n"));
  });

test.run();
