import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseCases } from "../harness/run/cases.js";
import { findMutations } from "./mutations.js";

const test = suite("mutants: operators");

/** Code, and the mutations that are possible in the code. */
const CASES = parseCases(`
# an operand of && is removed
const a = b && c;
=> operand: const a = b[- && c-];
=> operand: const a = [-b && -]c;
# an operand of || is removed
const a = b || c();
=> operand: const a = b[- || c()-];
=> operand: const a = [-b || -]c();
# the default after ?? is removed
const a = b ?? c;
=> operand: const a = b[- ?? c-];
# a factor is removed
const a = b * c;
=> factor: const a = b[- * c-];
=> factor: const a = [-b * -]c;
# a divisor is removed
const a = b / c;
=> factor: const a = b[- / c-];
# a member of an object is removed with its comma
const a = { b, ...c, d: e };
=> member: const a = { [-b, -]...c, d: e };
=> member: const a = { b, [-...c, -]d: e };
=> member: const a = { b, ...c[-, d: e-] };
# the only member of an object is removed
const a = { b };
=> member: const a = { [-b-] };
# a trailing comma is removed with the last member of an object
const a = { b, };
=> member: const a = { [-b,-] };
# a part of a template without spaces is removed
const a = \`x:\${b}:\${c}\`;
=> part: const a = \`x:[-\${b}-]:\${c}\`;
=> part: const a = \`x:\${b}:[-\${c}-]\`;
# a template with spaces is a message, which remains
const a = \`the \${b}\`;
# an operand of a concatenation is removed
const a = b + c;
=> part: const a = b[- + c-];
=> part: const a = [-b + -]c;
# a concatenation with spaces is a message, which remains
const a = b + " of " + c;
# an item of a joined array is removed
const a = [b, c].join();
=> part: const a = [[-b, -]c].join();
=> part: const a = [b[-, c-]].join();
# an item of an array that is converted to JSON is removed
const a = JSON.stringify([b, c]);
=> part: const a = JSON.stringify([[-b, -]c]);
=> part: const a = JSON.stringify([b[-, c-]]);
# every and some are exchanged
const a = b.every(c) === d.some(e);
=> swap: const a = b.[-every-]{+some+}(c) === d.some(e);
=> swap: const a = b.every(c) === d.[-some-]{+every+}(e);
# bounds are shifted by one
const a = [b < c, d <= e, f > g, h >= i];
=> shift: const a = [b [-<-]{+<=+} c, d <= e, f > g, h >= i];
=> shift: const a = [b < c, d [-<=-]{+<+} e, f > g, h >= i];
=> shift: const a = [b < c, d <= e, f [->-]{+>=+} g, h >= i];
=> shift: const a = [b < c, d <= e, f > g, h [->=-]{+>+} i];
# the removal of a listener is removed as a statement or as an expression
a.off(b);
const c = () => d?.removeEventListener(e);
=> drop: [-a.off(b);-]
=> listener: const c = () => [-d?.removeEventListener(e)-]{+undefined+};
# two arguments are exchanged
const a = b(c, d);
=> swap: const a = b([-c, d-]{+d, c+});
# the arguments of Math.imul, Math.max and Math.min are not exchanged
const a = Math.imul(Math.max(b, Math.min(c, d)), e);
# a condition is negated
const a = b ? c : d;
=> negate: const a = [-b-]{+!(b)+} ? c : d;
# await is removed
const a = await b;
=> no await: const a = [-await -]b;
# the name of a loaded module is not changed, because the bundler would fail
const a = import("b");
# constants are changed, and large numbers are doubled
const a = [true, 1, 1_000, "b", "c d"];
=> constant: const a = [[-true-]{+false+}, 1, 1_000, "b", "c d"];
=> constant: const a = [true, [-1-]{+2+}, 1_000, "b", "c d"];
=> constant: const a = [true, 1, [-1_000-]{+2000+}, "b", "c d"];
=> constant: const a = [true, 1, 1_000, [-"b"-]{+"mutant"+}, "c d"];
# the sign that a comparison function returns is kept
const a = b ? -1 : 1;
=> negate: const a = [-b-]{+!(b)+} ? -1 : 1;
# a function returns before its first statement
function a() { throw b; }
=> return: function a() { {+return; +}throw b; }
=> drop: function a() { [-throw b;-] }
# a call is removed from a Lua script
const a = \`
local b = c(d)
  redis.call('DEL', b)
return f(b)\`;
=> lua: [-redis.call('DEL', b)-]
# a statement that another statement needs is replaced
if (a) b();
=> negate: if ([-a-]{+!(a)+}) b();
=> drop: if (a) [-b();-]{+;+}
# types, imports and exports remain
import a from "b";
export { c } from "d";
type E = { f: "g" };
`);

for (const [title, code, changes] of CASES)
  test(`\`findMutations\` returns the expected changes: ${title}`, () => {
    const found = findMutations("a.ts", code).map(({ change }) => change);
    assert.equal(found, changes);
  });

test("`findMutations` returns the line, the replaced range and the new text of each mutation", () => {
  const text = "one();\nif (two) three();\n";
  const [, negated] = findMutations("a.ts", text);
  assert.equal(negated, {
    file: "a.ts",
    line: 2,
    start: 11,
    end: 14,
    by: "!(two)",
    change: "negate: if ([-two-]{+!(two)+}) three();",
  });
});

test("the description of a mutation has only one line", () => {
  const members = Array.from({ length: 40 }, (_, at) => `  m${at}: ${at},\n`);
  const text = `use({\n${members.join("")}});\n`;
  const [drop] = findMutations("a.ts", text);
  assert.match(drop?.change ?? "", /^drop: \[-use\(\{ m0: 0, .* … .*-\]$/);
  assert.ok((drop?.change.length ?? 0) < 120);
});

test.run();
