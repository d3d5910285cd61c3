/**
 * Loads TypeScript's parser from ts-morph. Parsing a schema needs only a small
 * part of TypeScript's ten million characters, so the build extracts that part
 * into a separate file (`scripts/bundle/parser.ts`).
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as TsMorph from "ts-morph";
import type { ts as TS } from "ts-morph";
import { PACKAGE_ROOT } from "../../support/package.js";

/** Types of TypeScript's API, for use with the functions in `ts`. */
export type { TS };

const require = createRequire(import.meta.url);

/** Path of the parser that the build has extracted from TypeScript. */
const PARSER_FILE = join(PACKAGE_ROOT, "dist", "generator", "parser.cjs");

/**
 * TypeScript's type declarations lack `getTokenPosOfNode`, the function behind
 * `node.getStart()`.
 */
type Parser = typeof TS & {
  getTokenPosOfNode(node: TS.Node, source: TS.SourceFile): number;
};

/**
 * TypeScript's parser. If the build has not extracted the parser, `ts` is the
 * whole of TypeScript.
 */
export const ts = (
  existsSync(PARSER_FILE) ? require(PARSER_FILE) : wholeTypeScript()
) as Parser;

/**
 * Returns the whole of TypeScript, which is needed for everything except
 * parsing. Loading all of TypeScript takes time.
 */
export function wholeTypeScript(): typeof TS {
  return tsMorph().ts;
}

/**
 * Returns ts-morph, which contains TypeScript and the library types of
 * TypeScript.
 */
export function tsMorph(): typeof TsMorph {
  return require("ts-morph") as typeof TsMorph;
}
