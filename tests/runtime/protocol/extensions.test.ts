/** Declarations of protocol extensions in the capabilities. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  declareExtension,
  declaresExtension,
  requireExtension,
} from "../../../runtime/protocol/extensions.js";
import type { McpError } from "../../../runtime/json-rpc/messages/errors.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";

const test = suite("extensions: declarations");

for (const [capabilities, declared] of [
  [{ extensions: { "a/b": {} } }, true],
  [{ extensions: { "a/b": { size: 1 } } }, true],
  [{ extensions: { "a/b": true } }, false],
  [{ extensions: { "a/b": null } }, false],
  [{ extensions: { "A/B": {} } }, false],
  [{ extensions: "a/b" }, false],
  [{ "a/b": {} }, false],
] as const)
  test(`declaresExtension returns ${declared} for a/b in ${JSON.stringify(capabilities)}`, () => {
    assert.is(declaresExtension(capabilities, "a/b"), declared);
  });

for (const [settings, declared] of [
  [{ x: true }, true],
  [{ x: 1 }, false],
  [{ y: true }, false],
] as const)
  test(`declaresExtension returns ${declared} for the setting x in ${JSON.stringify(settings)}`, () => {
    const capabilities = { extensions: { "a/b": settings } };
    assert.is(declaresExtension(capabilities, "a/b", "x"), declared);
  });

test("a second call of declareExtension adds settings to the declared extension", () => {
  const capabilities: { [name: string]: unknown } = {};
  declareExtension(capabilities, "a/b", { first: 1 });
  declareExtension(capabilities, "c/d");
  declareExtension(capabilities, "a/b", { second: 2 });
  assert.equal(capabilities, {
    extensions: { "a/b": { first: 1, second: 2 }, "c/d": {} },
  });
});

for (const [sessions, code, data] of [
  [true, -32601, undefined],
  [false, -32021, { requiredCapabilities: { extensions: { "a/b": {} } } }],
] as const)
  test(`requireExtension rejects with ${code} if the client does not declare the extension`, () => {
    const createCall = (capabilities: object) =>
      ({
        endpoint: { protocol: { http: { sessions } } },
        peer: { capabilities },
        method: "x/y",
      }) as unknown as Call;
    requireExtension(createCall({ extensions: { "a/b": {} } }), "a/b");
    assert.throws(
      () => requireExtension(createCall({ "a/b": {} }), "a/b"),
      (error: McpError) => {
        assert.equal([error.code, error.data], [code, data]);
        return true;
      },
    );
  });

test.run();
