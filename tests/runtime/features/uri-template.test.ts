import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createUriMatcher } from "../../../runtime/features/resources/uri-match.js";
import { UriTemplate } from "../../../runtime/features/resources/uri-template.js";
import { assertThrows } from "../../harness/run/throws.js";

const test = suite("URI templates");

const VALUES = {
  var: "value",
  hello: "Hello World!",
  path: "/foo/bar",
  empty: "",
  encoded: "%41",
  x: "1024",
  y: "768",
  list: ["red", "green", "blue"],
  keys: { semi: ";", dot: ".", comma: "," },
  none: [],
  missing: undefined,
};

// Template expressions with each operator and each kind of value, from RFC
// 6570, section 3.2.
for (const [template, expected] of [
  ["plain", "plain"],
  ["a b/é/%20", "a%20b/%C3%A9/%20"],
  ["{var}", "value"],
  ["{hello}", "Hello%20World%21"],
  ["{x,y}", "1024,768"],
  ["{missing}|{none}", "%7C"],
  ["{var:3}", "val"],
  ["{list}", "red,green,blue"],
  ["{list*}", "red,green,blue"],
  ["{keys}", "semi,%3B,dot,.,comma,%2C"],
  ["{keys*}", "semi=%3B,dot=.,comma=%2C"],
  ["{+path}/here", "/foo/bar/here"],
  ["{+hello}", "Hello%20World!"],
  ["{+keys}", "semi,;,dot,.,comma,,"],
  ["{#keys*}", "#semi=;,dot=.,comma=,"],
  ["{encoded}{+encoded}", "%2541%41"],
  ["X{.x,y}", "X.1024.768"],
  ["X{.list*}", "X.red.green.blue"],
  ["X{.none}", "X"],
  ["{/var,x}/here", "/value/1024/here"],
  ["{/list*,path:4}", "/red/green/blue/%2Ffoo"],
  ["{;x,y,empty}", ";x=1024;y=768;empty"],
  ["{;keys*}", ";semi=%3B;dot=.;comma=%2C"],
  ["{?x,y,empty,missing}", "?x=1024&y=768&empty="],
  ["{?list*}", "?list=red&list=green&list=blue"],
  ["?fixed=yes{&x,empty}", "?fixed=yes&x=1024&empty="],
] as const)
  test(`the URI template ${template} expands to ${expected}`, () => {
    assert.is(new UriTemplate(template).expand(VALUES), expected);
  });

test("the prefix length in the URI template {a:1} counts code points", () => {
  const template = new UriTemplate("{a:1}");
  assert.is(template.expand({ a: "😀b" }), "%F0%9F%98%80");
  assertThrows(
    () => template.expand({ a: ["x"] }),
    "a must be a string, because the template cuts its length",
  );
});

test("a URI template ignores inherited properties of the values object", () => {
  assert.is(new UriTemplate("{toString}").expand({}), "");
});

const BROKEN = "{ } a{} {a {=x} {a:0} {a:10000} {a*:1} {,a} {{a}}";
for (const text of ["{a b}", ...BROKEN.split(" ")])
  test(`the invalid URI template ${text} is refused`, () => {
    assert.throws(() => new UriTemplate(text), TypeError);
  });

for (const [template, uri, expected] of [
  ["file:///{name}", "file:///a%20b", { name: "a b" }],
  ["file:///{name}", "file:///a/b", null],
  ["file:///{name}", "FILE:///a", null],
  ["file:///{name}.txt", "file:///a_txt", null],
  ["file:///{+path}", "file:///a/b%2Fc", { path: "a/b/c" }],
  ["file:///{+path}", "file:///a?b", null],
  ["r://x{/parts*}", "r://x/a/b%20c", { parts: ["a", "b c"] }],
  ["r://x{/parts*}", "r://x", { parts: [] }],
  ["r://x{/parts*}/end", "r://x/a/end", { parts: ["a"] }],
  ["r://x{?a,b}", "r://x?b=2&c=3&a=1%3D", { a: "1=", b: "2" }],
  ["r://x{?a,b}", "r://x?a=1=2==&b==", { a: "1=2==", b: "=" }],
  ["r://x/{id}{?a}", "r://x/7?a", { id: "7", a: "" }],
  ["r://{a}", "r://%E0%A4%A", null],
  ["r://é/{a}", "r://%C3%A9/1", { a: "1" }],
  ["r://{a}", "r://", { a: "" }],
  ["r:{+a}/{b}", "r:1/2/3", { a: "1/2", b: "3" }],
  ["r:{a}{+b}", "r:1/2", { a: "1", b: "/2" }],
  ["r:{a}{b}", "r:12", { a: "12", b: "" }],
  ["r:{+a}.{b}.{+c}", "r:1.2.3/4.5", { a: "1", b: "2", c: "3/4.5" }],
  ["r:{/a*}{b}{/c*}", "r:/1/2", { a: ["1", "2"], b: "", c: [] }],
  ["r:{/a*}{?q}#{f}", "r:/1?q=2#3", { a: ["1"], q: "2", f: "3" }],
  ["r:{/a*}", "r:1", null],
  ["r:{a}{?q}{b}", "r:1?q=2", { a: "1", q: "2", b: "" }],
] as const)
  test(`the URI template ${template} ${expected ? "matches" : "does not match"} ${uri}`, () => {
    const found = createUriMatcher(new UriTemplate(template))(uri);
    assert.equal(found, expected);
  });

const WIDE = "{#a} {.a} {/a} {;a} {&a} {a,b} {a:3} {a*} {?a*} {/a*,b}";
for (const text of WIDE.split(" "))
  test(`the URI template ${text} is refused because it cannot be used for matching`, () => {
    const template = new UriTemplate(`r://x${text}`);
    assert.throws(
      () => createUriMatcher(template),
      /has an expression that cannot be matched/,
    );
  });

for (const [text, name] of [
  ["{x}/{x}", "x"],
  ["{x}/{+y}{/y*}", "y"],
  ["{id}{?a,id}", "id"],
  ["{?a,a}", "a"],
] as const)
  test(`the URI template ${text} cannot be used for matching because ${name} occurs twice`, () => {
    const template = new UriTemplate(`r://${text}`);
    assertThrows(
      () => createUriMatcher(template),
      `uses the variable ${name} twice`,
    );
  });

test("a URI above the maximum length matches no URI template", () => {
  const match = createUriMatcher(new UriTemplate("r:{+a}"));
  const longest = "a".repeat(131_072 - "r:".length);
  assert.equal(match(`r:${longest}`), { a: longest });
  assert.is(match(`r:${longest}a`), null);
});

// Test cases: template, a text that is repeated in the URI, and the expected
// result. A backtracking matcher would take extremely long for these templates.
for (const [template, repeated, expected] of [
  ["r:{/a*}/{b}{/c*}/end", "/a", null],
  ["r:{+a}.{+b}.{+c}.{+d}.{+e}!", ".", null],
  ["r:{+a}{+b}{+c}{+d}{+e}{f}!", "x", null],
  ["r:{a}-{b}-{c}-{d}{e}{?q}#", "-", null],
  [
    "r:{+a}.{b}.{c}.{d}{e}",
    ".",
    { a: ".".repeat(99_997), b: "", c: "", d: "", e: "" },
  ],
] as const)
  test(`the URI template ${template} matches a long URI in linear time`, () => {
    const match = createUriMatcher(new UriTemplate(template));
    assert.equal(match(`r:${repeated.repeat(100_000)}`), expected);
  });

test.run();
