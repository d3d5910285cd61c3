/** Tests of Base64 encoding of large data, with and without Node's Buffer. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toBase64 } from "../../../runtime/json-rpc/messages/base64.js";

const test = suite("json-rpc: base64");

const { Buffer: own } = globalThis;
test.after.each(() => void (globalThis.Buffer = own));

test("`toBase64` encodes all bytes in one call of Node's Buffer", () => {
  const bytes = new Uint8Array(100_000);
  const calls: unknown[] = [];
  globalThis.Buffer = {
    from(given: unknown) {
      calls.push(given);
      return { toString: (encoding: string) => `text in ${encoding}` };
    },
  } as never;
  assert.is(toBase64(bytes), "text in base64");
  assert.equal([calls.length, calls[0] === bytes], [1, true]);
});

for (const length of [0, 1, 2, 3, 32_768, 32_769, 100_000])
  test(`${length} bytes have the same base64 text on platforms with and without Buffer`, () => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
    const expected = toBase64(bytes);
    globalThis.Buffer = undefined as never;
    assert.is(toBase64(bytes), expected);
  });

test.run();
