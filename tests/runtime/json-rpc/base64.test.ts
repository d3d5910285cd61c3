/** Tests of Base64 encoding of large data, with and without Node's Buffer. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toBase64 } from "../../../runtime/json-rpc/messages/base64.js";

const test = suite("json-rpc: base64");

const { Buffer: own } = globalThis;
test.after.each(() => void (globalThis.Buffer = own));

test("10 MiB are encoded as base64 in less than 0.5 s", () => {
  const bytes = new Uint8Array(10_485_760);
  const before = process.cpuUsage();
  assert.is(toBase64(bytes).length, 13_981_016);
  assert.ok(process.cpuUsage(before).user < 500_000);
});

for (const length of [0, 1, 2, 3, 32_768, 32_769, 100_000])
  test(`${length} bytes have the same base64 text on platforms with and without Buffer`, () => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
    const expected = toBase64(bytes);
    globalThis.Buffer = undefined as never;
    assert.is(toBase64(bytes), expected);
  });

test.run();
