/**
 * TypeScript's parser, as bundled in ts-morph. Reading a schema needs a small
 * part of TypeScript's ten million characters, so the build extracts that part
 * into a separate file (`scripts/bundle/parser.ts`).
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as TsMorph from "ts-morph";
import type { ts as TS } from "ts-morph";
import { PACKAGE_ROOT } from "../../support/package.js";

/** Types of TypeScript, to be used with the functions of `ts`. */
export type { TS };

const require = createRequire(import.meta.url);

/** Location of the extracted parser. */
const PARSER_FILE = join(PACKAGE_ROOT, "dist", "generator", "parser.cjs");

/**
 * TypeScript's declarations lack the implementation behind `node.getStart()`.
 */
type Parser = typeof TS & {
  getTokenPosOfNode(node: TS.Node, source: TS.SourceFile): number;
};

/**
 * TypeScript's parser: the extracted one, or all of TypeScript if the build did
 * not extract it.
 */
export const ts = (
  existsSync(PARSER_FILE) ? require(PARSER_FILE) : wholeTypeScript()
) as Parser;

/**
 * Returns all of TypeScript, for work beyond parsing. Loading it takes time.
 */
export function wholeTypeScript(): typeof TS {
  return tsMorph().ts;
}

/** Returns ts-morph, which contains TypeScript and its library types. */
export function tsMorph(): typeof TsMorph {
  return require("ts-morph") as typeof TsMorph;
}
