/**
 * Unit tests of `likelyRenames`, which guesses which declarations were renamed.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { likelyRenames } from "../../../generator/model/diff/renames.js";
import { declarationsByName } from "../../../generator/model/lookup.js";
import { parseCases } from "../../harness/run/cases.js";
import { parseLines } from "../../harness/models/parsing.js";

const test = suite("model: renames");

const read = (lines: string) => declarationsByName(parseLines(lines));

/**
 * Test cases: older and newer declarations, separated by `to`, and the expected
 * renames.
 */
const CASES = parseCases(`
# an interface with the same members and half of the words
export interface FileRootItem { a: string; b: number }
to
export interface FolderRootItem { a: string; b: number }
=> FileRootItem -> FolderRootItem
# an interface with the same members and a third of the words
export interface FileRoot { a: string; b: number }
to
export interface FolderRoot { a: string; b: number }
# an interface with the same members and another name
export interface Alpha { a: string; b: number }
to
export interface Beta { a: string; b: number }
# an interface with other members and a similar name
export interface FileRoot { a: string; b: number }
to
export interface FolderRoot { a: string; c: number; d: number }
# an interface of which three of five features are the same
export interface ToolItem { a: string; b: number; c: string }
to
export interface ToolItem2 { a: string; b: number; c: number }
=> ToolItem -> ToolItem2
# the most similar of two pairs
export interface FileRoot { a: string; b: number }
to
export interface FileRootItem { a: string; b: number }
export interface FileRootBase { a: string; b: number; c: string }
=> FileRoot -> FileRootItem
# each declaration once
export interface FileRootOne { a: string; b: number }
export interface FileRootTwo { a: string; b: number; c: string }
to
export interface FileRootThree { a: string; b: number; c: string }
=> FileRootTwo -> FileRootThree
# a constant with the same value
export const PARSE_CODE = -1;
to
export const PARSE_ERROR_CODE = -1;
=> PARSE_CODE -> PARSE_ERROR_CODE
# a constant with another value
export const PARSE_CODE = -1;
to
export const PARSE_ERROR_CODE = -2;
# a constant that became a type
export const PARSE_CODE = "a";
to
export type PARSE_ERROR_CODE = "a";
# an alias of a union with the same members
export type RootKind = "a" | "b";
to
export type RootKindOne = "a" | "b";
export type RootType = "a" | "b";
=> RootKind -> RootKindOne
# an interface that became a union
export interface JSONRPCResponse { id: string; result: string }
to
export interface JSONRPCResultResponse { id: string; result: string }
export interface JSONRPCErrorResponse { id: string; error: string }
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;
=> JSONRPCResponse -> JSONRPCResultResponse
# an alias that became another union
export type Kind = "a" | "b";
to
export type Kind = "a" | "b" | "c";
export type KindName = "a" | "b";
`);
for (const [title, lines, renames] of CASES)
  test(`\`likelyRenames\` returns the expected renames: ${title}`, () => {
    const [older = "", newer = ""] = lines.split("\nto\n");
    const found = likelyRenames(read(older), read(newer));
    assert.equal(
      [...found].map(([from, to]) => `${from} -> ${to}`),
      renames,
    );
  });

test("`likelyRenames` returns no renames for more than 250,000 pairs of declarations", () => {
  const create = (length: number, suffix: string) =>
    read(
      Array.from(
        { length },
        (_, i) => `export const ITEM_${i}_${suffix} = ${i};`,
      ).join("\n"),
    );
  const older = create(500, "OLD");
  assert.is(likelyRenames(older, create(500, "NEW")).size, 500);
  assert.is(likelyRenames(older, create(501, "NEW")).size, 0);
});

test.run();
