/** Tests of the restrictions that the frames around a page set. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  getAllowAttribute,
  getPagePolicy,
} from "../../../runtime/apps/policy.js";

const test = suite("apps: policy");

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
  test(`the policy of a page ${isAllowed ? "contains" : "leaves out"} the origin ${source}`, () => {
    const csp = { connectDomains: [source], frameDomains: [source] };
    const policy = getPagePolicy(csp);
    const value = isAllowed ? source : "'none'";
    assert.match(policy, `; connect-src ${value}; frame-src ${value}; object`);
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
