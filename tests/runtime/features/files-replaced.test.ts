/**
 * Tests that a file resource does not return a file that was replaced between
 * the path check and the read.
 */
import fs from "node:fs/promises";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fileResources } from "../../../runtime/features/resources/files.js";
import { temporaryFolder } from "../../harness/program/folders.js";

const test = suite("file resources: files replaced during a read");

const { stat, realpath, open } = fs;
test.after.each(() => void Object.assign(fs, { stat, realpath, open }));

const CALLER = { peer: { capabilities: {} } };

/**
 * Replaces functions of node:fs by those that `change` returns, then reads a
 * file resource with the text `1234`.
 */
async function read(change: (path: string) => object, maxSize = 4) {
  const root = realpathSync(temporaryFolder());
  const path = join(root, "a.txt");
  writeFileSync(path, "1234");
  const entries = await fileResources({ roots: [root], maxSize });
  const uri = pathToFileURL(path).href;
  Object.assign(fs, change(path));
  const found = await entries[uri]?.read(uri, {}, CALLER);
  return (found?.contents[0] as { text: string } | undefined)?.text;
}

test("a file resource returns the content of an unchanged file", async () => {
  assert.is(await read(() => ({})), "1234");
});

for (const member of ["ino", "dev"] as const)
  test(`a file resource does not return a file whose \`stat\` member \`${member}\` changed after the file was opened`, async () => {
    const other = async (path: string) => {
      const found = await stat(path);
      return Object.assign(found, { [member]: found[member] + 1 });
    };
    assert.is(await read(() => ({ stat: other })), undefined);
  });

test("a file resource does not return a file whose real path changed after the file was opened", async () => {
  let looks = 0;
  const elsewhere = async (path: string): Promise<string> =>
    ++looks > 1 ? `${path}x` : realpath(path);
  assert.is(await read(() => ({ realpath: elsewhere })), undefined);
});

for (const [what, size, says] of [
  ["grows during the read", 3, /grew while it was read/],
  ["is larger than allowed", 5, /is larger than 4 bytes/],
] as const)
  test(`a file resource refuses and closes a file that ${what}`, async () => {
    let closed = 0;
    const opening = async (path: string, flags: number) => {
      const file = await open(path, flags);
      return {
        stat: async () => Object.assign(await file.stat(), { size }),
        read: (into: Uint8Array, at: number) => file.read(into, at),
        close: () => {
          closed += 1;
          return file.close();
        },
      };
    };
    const failed = await read(() => ({ open: opening })).catch(String);
    assert.match(String(failed), says);
    assert.is(closed, 1);
  });

test.run();
