/** What generated code names, by which its imports are found. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { codeOf, declaredIn, usedIn } from "../../generator/emit/print/code.js";

const test = suite("code");

const used = (text: string): string[] => [...usedIn(codeOf(text))];

test("names in comments and strings are no uses", () => {
  const text = `/** A */ // B\nlet c = "D // \\" E" + 'F';\nG("https://x"); H();`;
  assert.equal(used(text), ["let", "c", "G", "H"]);
});

test("neither members nor what is declared is used", () => {
  const text = "const own = space.member;\nexport type Größe = own & Other;";
  assert.equal(used(text), ["const", "space", "export", "type", "Other"]);
  assert.equal(declaredIn(text), [
    { name: "own", exported: false },
    { name: "Größe", exported: true },
  ]);
});

test.run();
