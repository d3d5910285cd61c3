/** Tests of the rules for the HTML pages of tools. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  checkOrigins,
  getAllowAttribute,
  getPagePolicy,
} from "../../../runtime/apps/page.js";

const test = suite("apps: rules for pages");

test("the policy of a page without declared origins blocks all other origins", () => {
  assert.is(
    getPagePolicy(),
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'",
  );
});

for (const [source, isAllowed] of [
  ["https://a.example", true],
  ["https://*.a.example:8443", true],
  ["wss://a.example/path", true],
  ["*", false],
  ["https:", false],
  ["data:", false],
  ["'unsafe-eval'", false],
  ["https://a.example; script-src *", false],
  ['https://a.example">', false],
  ["https://a.example https://b.example", false],
  ["https://a.example,b", false],
] as const)
  test(`\`getPagePolicy\` ${isAllowed ? "keeps" : "leaves out"} the origin ${source}, and \`checkOrigins\` ${isAllowed ? "accepts" : "rejects"} it`, () => {
    const csp = { connectDomains: [source], frameDomains: [source] };
    const policy = getPagePolicy(csp);
    const value = isAllowed ? source : "'none'";
    assert.match(policy, `; connect-src ${value}; frame-src ${value}; object`);
    const check = () => checkOrigins({ csp });
    if (isAllowed) check();
    else
      assert.throws(
        check,
        ({ message }: Error) =>
          message ===
          `\`csp\` has the invalid origin ${JSON.stringify(source)}; use an origin such as https://api.example`,
      );
  });

test("the attribute `allow` of a frame contains only known permissions", () => {
  const permissions = {
    camera: {},
    clipboardWrite: {},
    usb: {},
    microphone: 1,
  };
  assert.is(getAllowAttribute(permissions), "camera; clipboard-write");
});

test.run();
