/**
 * Tests of `appearance`. If a file is not a schema, this function describes its
 * content for an error message.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { appearance } from "../../../generator/source/appearance.js";

const test = suite("source: appearance");

const VERSION = 'export const LATEST_PROTOCOL_VERSION = "2025-06-18";';

for (const [bytes, expected] of [
  ["", "empty"],
  ["\u001f\u008b\b", "gzip-compressed"],
  ["\u001f?", null],
  ["PK\u0003\u0004\u0000", "a zip file"],
  ["<!DOCTYPE html><p>", "an HTML page"],
  ["\n <html>", "an HTML page"],
  ["x <html>", null],
  [
    "version https://git-lfs.github.com/spec/v1",
    "a Git LFS pointer instead of the file",
  ],
  [`a\u0000${VERSION}`, "a binary file"],
  [`${" ".repeat(4095)}\u0000`, "a binary file"],
  [`${" ".repeat(4096)}\u0000`, null],
  [VERSION, "the schema of 2025-06-18"],
  [`${" ".repeat(5000)}${VERSION}`, "the schema of 2025-06-18"],
  [" { }", "JSON"],
  ["[1]", "JSON"],
  ["interface A {}", null],
] as const)
  test(`\`appearance\` describes a file that starts with ${JSON.stringify(bytes.trim().slice(0, 30))} as ${expected}`, () => {
    assert.is(appearance(Buffer.from(bytes, "latin1")), expected);
  });

test.run();
