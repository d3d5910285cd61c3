/** Compares two small protocols, as the command `diff` does. */
import { diffModels } from "../../../generator/model/diff/diff.js";
import type { Change } from "../../../generator/model/diff/diff.js";
import type { ProtocolModel } from "../../../generator/model/types.js";
import { splitBlocks } from "../run/cases.js";
import { parseModel } from "./models.js";

/**
 * Protocol for diff tests. Clients receive the type Down, servers receive Up,
 * both sides receive Both, and no side receives None.
 */
const BASE = `
export interface Request { method: string; params?: { [key: string]: unknown } }
export interface Result { [key: string]: unknown }
export interface ClientCapabilities { roots?: { listChanged?: boolean } }
export interface ServerCapabilities { tools?: { listChanged?: boolean } }
export interface AskRequest extends Request { method: "ask"; params: { up: Up; both: Both } }
export interface AskResult extends Result { down: Down; both: Both }
`;
const UNIONS = "export type ClientRequest = AskRequest;";

/**
 * Returns the model of the protocol BASE with additional or replaced
 * declarations.
 */
function parse(lines: string): ProtocolModel {
  const types = ["Up", "Down", "Both", "None"]
    .filter((name) => !new RegExp(`(interface|type) ${name}\\b`).test(lines))
    .map((name) => `export interface ${name} {}`);
  const union = /type ClientRequest\b/.test(lines) ? "" : UNIONS;
  return parseModel([BASE, ...types, lines, union].join("\n"));
}

/**
 * Formats a change as `CS kind path: before => after`. C marks a breaking
 * change for clients, S for servers.
 */
function printChange({ kind, path, before, after, breaks }: Change): string {
  const marks = `${breaks.client ? "C" : "-"}${breaks.server ? "S" : "-"}`;
  return `${marks} ${kind} ${path}: ${before ?? ""} => ${after ?? ""}`.trim();
}

/** Returns the changes between two protocols, one change per line. */
export function diff(older: string, newer: string): string[] {
  return diffModels(parse(older), parse(newer)).map(printChange);
}

/**
 * Parses diff test cases. A case has a line `# title`, a line of older
 * declarations, a line of newer declarations, and one expected change per line.
 */
export function parseDiffCases(
  text: string,
): readonly [title: string, older: string, newer: string, changes: string[]][] {
  return splitBlocks(text).map(
    ([title, older = "", newer = "", ...changes]) => [
      title,
      older,
      newer,
      changes,
    ],
  );
}

export const MORE = `interface MoreRequest { method: "more" } interface MoreResult {}`;
