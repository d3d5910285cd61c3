/** Bytes as lines, in blocks of any size. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_LINE_BYTES, readLines } from "../../generator/traffic/lines.js";
import { failureOf } from "../support/failures.js";

const lines = suite("traffic: bytes");

async function read(blocks: readonly Uint8Array[]): Promise<string[]> {
  const found: string[] = [];
  async function* stream(): AsyncIterable<Uint8Array> {
    yield* blocks;
  }
  await readLines(stream(), "traffic", {
    line: (text, number) => found.push(`${number} ${text}`),
    refused: (reason, number) => found.push(`${number} (${reason})`),
  });
  return found;
}

lines("wherever a block ends", async () => {
  const bytes = Buffer.from("\uFEFFone\ntwö\r\n\nfour");
  const expected = ["1 one", "2 twö\r", "3 ", "4 four"];
  for (let size = 4; size <= bytes.length; size++) {
    const blocks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size)
      blocks.push(bytes.subarray(at, at + size));
    assert.equal(await read(blocks), expected, `${size}`);
  }
});

lines("no line after the last line end", async () => {
  assert.equal(await read([Buffer.from("one\n")]), ["1 one"]);
  assert.equal(await read([]), []);
});

lines("a line that is not UTF-8 is refused, not its neighbours", async () => {
  const bytes = Buffer.from([0x61, 10, 0xff, 0xc3, 10, 0x62, 10]);
  assert.equal(await read([bytes]), ["1 a", "2 (it is not UTF-8 text)", "3 b"]);
});

lines("a line without end is passed over, and not kept", async () => {
  const block = Buffer.alloc(MAX_LINE_BYTES / 4 + 1, "x");
  const found = await read([
    Buffer.from("one\n"),
    ...Array.from({ length: 8 }, () => block),
    Buffer.from("x\nthree"),
  ]);
  assert.equal(found, [
    "1 one",
    `2 (it is longer than ${MAX_LINE_BYTES} bytes)`,
    "3 three",
  ]);
});

for (const [name, bytes, said] of [
  ["a NUL byte", [0x7b, 0], "NUL byte at offset 1"],
  ["gzip", [0x1f, 0x8b, 8], "gunzip"],
  ["UTF-16", [0xff, 0xfe, 0x7b, 0], "iconv"],
] as const)
  lines(`${name} is an error`, async () => {
    const finding = await failureOf(() => read([Buffer.from(bytes)]));
    assert.is(finding.code, "MCP500");
    assert.match(`${finding.cause} ${finding.fix}`, said);
  });

lines.run();
