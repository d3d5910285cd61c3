/**
 * TypeScript's parser, as ts-morph brings it. Reading a schema takes nothing
 * else of the ten million characters that it is in, so the build makes a file
 * of that part alone (`scripts/bundle/parser.ts`).
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as TsMorph from "ts-morph";
import type { ts as TS } from "ts-morph";
import { PACKAGE_ROOT } from "../../support/package.js";

/** The types of TypeScript, as `ts` has its functions. */
export type { TS };

const require = createRequire(import.meta.url);

/** Where the build puts the parser. */
const PARSER_FILE = join(PACKAGE_ROOT, "dist", "generator", "parser.cjs");

/** Its types leave out what stands behind `node.getStart()`. */
type Parser = typeof TS & {
  getTokenPosOfNode(node: TS.Node, source: TS.SourceFile): number;
};

/** TypeScript's parser: what the build has cut out, or all of ts-morph's. */
export const ts = (
  existsSync(PARSER_FILE) ? require(PARSER_FILE) : wholeTypeScript()
) as Parser;

/** All of it, for what takes more than the parser; it takes time to load. */
export function wholeTypeScript(): typeof TS {
  return tsMorph().ts;
}

/** What it comes in, which has the types of the language with it. */
export function tsMorph(): typeof TsMorph {
  return require("ts-morph") as typeof TsMorph;
}
